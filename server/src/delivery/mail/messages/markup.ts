class SafeText {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** Markup that is safe to send. Only the `markup` tag makes it: no string becomes markup by accident. */
export type Markup = SafeText;

type MarkupValue = string | Markup | undefined | readonly MarkupValue[];

/**
 * A template whose values are escaped, for text and double-quoted attributes. Fragments made by the
 * same tag pass, arrays are joined, undefined renders nothing.
 */
export function markup(parts: TemplateStringsArray, ...values: MarkupValue[]): Markup {
  const [first = '', ...rest] = parts;
  return new SafeText(first + rest.map((part, at) => render(values[at]) + part).join(''));
}

function render(value: MarkupValue): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return escape(value);
  if (value instanceof SafeText) return value.toString();
  return value.map(render).join('');
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
