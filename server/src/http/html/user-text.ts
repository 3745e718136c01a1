import { replaceOverrides } from '#protocol/unsafe-characters.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';

/** Text that somebody typed, kept from changing the order in which its surroundings are read. */
export function userText(text: string): Html {
  return html`<bdi>${replaceOverrides(text, '')}</bdi>`;
}

/** Made when first needed: it takes as long as a twentieth of a start. */
let graphemes: Intl.Segmenter | undefined;

/** The beginning of a text in one line. It never ends inside what a reader sees as one character. */
export function excerpt(text: string, maxLength: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= maxLength) return line;
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const end = graphemes.segment(line).containing(maxLength)?.index ?? maxLength;
  return `${line.slice(0, end).trimEnd()}…`;
}
