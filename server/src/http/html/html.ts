import { replaceOverrides } from '#protocol/untrusted-text.ts';
import type { Place } from './html-places.ts';
import { placesOf } from './html-places.ts';

class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** Markup that is safe to send. Only the `html` tag creates it: no string becomes markup by accident. */
export type Html = Markup;

/** Declarations of a style; only `css` creates them. */
class Style {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The whole address of a web page, or a picture in place of one; only `webLink` and `pictureLink` create it. */
class WebLink {
  readonly href: string;

  constructor(href: string) {
    this.href = href;
  }
}

export type { Style, WebLink };

export type HtmlValue =
  string | number | Html | Style | WebLink | false | undefined | readonly HtmlValue[];

/**
 * A template whose values are escaped. Fragments made by the same tag pass, arrays are joined, undefined
 * and false render nothing. A value may be in text or in a double-quoted attribute; a `style` takes only
 * what `css` made, and a whole link only what `webLink` or `pictureLink` made. Anywhere else the template
 * throws.
 */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  const places = placesOf(parts);
  const literals = withoutIndents(parts);
  let text = literals[0] ?? '';
  for (const [at, value] of values.entries()) {
    text += render(value, places[at] ?? 'text') + (literals[at + 1] ?? '');
  }
  return new Markup(text);
}

const knownLiterals = new WeakMap<TemplateStringsArray, string[]>();

/** How the source is indented is a third of a page, and pages are not compressed. Values stay as they are. */
function withoutIndents(parts: TemplateStringsArray): string[] {
  let literals = knownLiterals.get(parts);
  if (literals === undefined) {
    literals = parts.map((part) => part.replaceAll(/\n +/g, '\n'));
    knownLiterals.set(parts, literals);
  }
  return literals;
}

/** A trusted style, for mails, whose readers do not support style sheets. */
export function css(text: string): Style {
  if (/[<>"&\\]/.test(text)) throw new TypeError(`A style holds no markup: ${text}`);
  return new Style(text);
}

/** The element with a trusted style sheet. */
export function styleSheet({ text }: Style): Html {
  return new Markup(`<style>${text}</style>`);
}

/** An address of another origin, for mails. Throws on anything but a web page, such as a script. */
export function webLink(address: string): WebLink {
  const { protocol, href } = new URL(address);
  if (protocol === 'https:' || protocol === 'http:') return new WebLink(href);
  throw new TypeError(`A link leads to web pages only, not to ${protocol}`);
}

/** A small picture as an address, for a page whose policy allows that. Only types that browsers draw and do not run. */
export function pictureLink({ type, body }: { type: string; body: Buffer }): WebLink {
  if (!/^image\/(?:png|svg\+xml)$/.test(type)) throw new TypeError(`${type} is no picture`);
  return new WebLink(`data:${type};base64,${body.toString('base64')}`);
}

function render(value: HtmlValue, place: Place): string {
  if (value instanceof Style && place === 'style') return value.text;
  if (value instanceof WebLink && place === 'link') return escape(value.href);
  if (value instanceof Style || place === 'style' || place === 'link') {
    throw new TypeError(`This value cannot stand in a ${place}.`);
  }
  if (value === undefined || value === false) return '';
  if (typeof value === 'string') return escape(value);
  if (typeof value === 'number') return String(value);
  if (value instanceof WebLink) return escape(value.href);
  if (value instanceof Markup) {
    if (place === 'attribute') throw new TypeError('Markup cannot stand in an attribute.');
    return value.toString();
  }
  return value.map((item) => render(item, place)).join('');
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
  '`': '&#96;',
};

/** HTML has no control characters but tab and line ends; browsers differ on the rest. */
const forbiddenControls = /(?![\t\n\r])\p{Cc}/gu;

/** Most values contain none of the characters that are replaced below, and pass after one test. */
const perhapsUnsafe = /[&<>"'`\p{Cc}\ud800-\udfff]/u;

function escape(text: string): string {
  if (!perhapsUnsafe.test(text)) return text;
  return text
    .toWellFormed()
    .replace(forbiddenControls, '\uFFFD')
    .replace(/[&<>"'`]/g, (character) => entities[character] ?? '');
}

/** User text, isolated so that it cannot change the order in which its surroundings are read. */
export function userText(text: string): Html {
  return html`<bdi>${replaceOverrides(text, '')}</bdi>`;
}

/** Created when first needed: it takes a twentieth of the time of a start. */
let graphemes: Intl.Segmenter | undefined;

/** The beginning of a text in one line. It never ends inside a grapheme cluster. */
export function excerpt(text: string, maxLength: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= maxLength) return line;
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const end = graphemes.segment(line).containing(maxLength)?.index ?? maxLength;
  return `${line.slice(0, end).trimEnd()}…`;
}
