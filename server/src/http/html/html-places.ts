/**
 * The context of a template's value in the markup. A style and a whole link take only values made for them.
 */
export type Place = 'text' | 'attribute' | 'style' | 'link';

const known = new WeakMap<TemplateStringsArray, Place[]>();

/** The context of every value of a template. Throws where escaping could not make a value harmless. */
export function placesOf(parts: TemplateStringsArray): Place[] {
  let places = known.get(parts);
  if (places === undefined) {
    places = findPlaces(parts);
    known.set(parts, places);
  }
  return places;
}

function findPlaces(parts: TemplateStringsArray): Place[] {
  let before = '';
  return parts.slice(0, -1).map((part) => {
    before += part;
    const place = placeAfter(before);
    before += 'value';
    return place;
  });
}

const wholeTag = /<\/?[a-z!](?:[^"'<>]|"[^"]*")*>/gi;
const openRawText = /<(script|style)\b(?!.*<\/\1)|<!--(?!.*-->)/is;
const openAttribute = /<[a-z](?:[^"'<>]|"[^"]*")*\s([a-z-]+)="([^"]*)$/i;

function placeAfter(before: string): Place {
  if (openRawText.test(before)) refuse('a script, style or comment', before);
  const rest = before.replace(wholeTag, '');
  if (!rest.includes('<')) return 'text';

  const [, name, literal] = openAttribute.exec(rest) ?? [];
  if (name === undefined || literal === undefined) refuse('a tag, unquoted', before);
  return placeInAttribute(name.toLowerCase(), literal, before);
}

const linkAttributes = new Set(['href', 'src', 'action', 'formaction']);

/** The start of a link must fix its origin before any value is reached. */
const ownOrigin = /^(?:[#?]|\/?[a-z0-9-]+\/|\/[a-z0-9-]+[?#])/i;

function placeInAttribute(name: string, literal: string, before: string): Place {
  if (name.startsWith('on')) refuse(`the attribute ${name}`, before);
  if (name === 'style') return 'style';
  if (!linkAttributes.has(name) || ownOrigin.test(literal)) return 'attribute';
  if (literal !== '') refuse('a link that does not begin on the own origin', before);
  return 'link';
}

function refuse(where: string, before: string): never {
  throw new TypeError(`A template must not put a value into ${where}: ${before.slice(-60)}`);
}
