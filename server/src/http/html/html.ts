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

/** Markup that is safe to send. Only the `html` tag makes it: no string becomes markup by accident. */
export type Html = Markup;

export type HtmlValue = string | number | Html | false | undefined | readonly HtmlValue[];

/**
 * A template whose values are escaped. Fragments made by the same tag pass, arrays are joined,
 * undefined and false render nothing. A value may stand in text or in a double-quoted attribute;
 * anywhere else the template throws.
 */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  const places = placesOf(parts);
  let text = parts[0] ?? '';
  for (const [at, value] of values.entries()) {
    text += render(value, places[at] ?? 'text') + (parts[at + 1] ?? '');
  }
  return new Markup(text);
}

function render(value: HtmlValue, place: Place): string {
  if (value === undefined || value === false) return '';
  if (typeof value === 'string') return escape(value);
  if (typeof value === 'number') return String(value);
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
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** HTML knows no control characters but tab and line ends; browsers differ on the rest. */
const forbiddenControls = /(?![\t\n\r])\p{Cc}/gu;

/** Most values hold nothing of what is replaced below, and pass after one look. */
const perhapsUnsafe = /[&<>"'`\p{Cc}\ud800-\udfff]/u;

function escape(text: string): string {
  if (!perhapsUnsafe.test(text)) return text;
  return text
    .toWellFormed()
    .replace(forbiddenControls, '\uFFFD')
    .replace(/[&<>"'`]/g, (character) => entities[character] ?? '');
}
