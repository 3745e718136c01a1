import type { TextKey } from './texts.ts';

/** The key that a text has now, by the one that it had. Operators' files may have the earlier one. */
export const movedTexts: Readonly<Record<string, TextKey>> = {
  'send.remove': 'upload.script.remove',
  'send.chooseAgain': 'upload.begun.part',
  'send.script.sending': 'upload.script.sending',
  'send.script.waiting': 'upload.script.waiting',
  'send.script.busy': 'upload.script.busy',
  'send.script.refused': 'upload.script.refused',
};

/**
 * An operator's texts with each at the key that it has now, and the earlier keys of texts that the file has at both:
 * the text at the key of now is the one that counts.
 */
export function moveTexts(
  given: object,
  moved = movedTexts,
): { texts: object; unused: readonly string[] } {
  const texts = structuredClone(given);
  const unused: string[] = [];
  for (const [earlier, key] of Object.entries(moved)) {
    const text = take(texts, earlier.split('.'));
    if (text !== undefined && !put(texts, key.split('.'), text)) unused.push(earlier);
  }
  return { texts, unused };
}

function take(texts: object, path: readonly string[]): unknown {
  const [name = '', ...rest] = path;
  const found = memberOf(texts, name);
  if (rest.length > 0) return isGroup(found) ? take(found, rest) : undefined;
  Reflect.deleteProperty(texts, name);
  return found;
}

/** Returns false where a text is there already, or where one is in the way. */
function put(texts: object, path: readonly string[], text: unknown): boolean {
  const [name = '', ...rest] = path;
  const found = memberOf(texts, name);
  if (rest.length > 0 && isGroup(found)) return put(found, rest, text);
  if (found !== undefined) return false;
  const value = rest.reduceRight((inner: unknown, each) => ({ [each]: inner }), text);
  Object.assign(texts, { [name]: value });
  return true;
}

function memberOf(texts: object, name: string): unknown {
  return Object.hasOwn(texts, name) ? texts[name as never] : undefined;
}

export function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
