import type { Instant } from '../../../domain/model/clock.ts';
import { hour } from '../../../domain/model/clock.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { PageReader } from './frame.ts';

/**
 * A point in time as people say it, such as `yesterday`; the exact one, in the reader's zone, is its title. A script
 * lets those that are minutes away follow the clock, and is told what this clock shows.
 */
export function when({ formats, now }: Pick<PageReader, 'formats' | 'now'>, at: Instant): Html {
  const clock = now();
  const [iso, exact, near] = [
    new Date(at).toISOString(),
    formats.dateTime(at),
    formats.near(at, clock),
  ];
  // Long lists have one in each row.
  // prettier-ignore
  return Math.abs(at - clock) < hour
    ? html`<time datetime="${iso}" title="${exact}" data-now="${clock}">${near}</time>`
    : html`<time datetime="${iso}" title="${exact}">${near}</time>`;
}

/** Stands for the time while its text is asked for; no text has it. */
const place = '\u{fffc}';

/** A text with a time in it, as in `Last used yesterday`: `whenIn(reader, at, (date) => say('…', { date }))`. */
export function whenIn(
  reader: Pick<PageReader, 'formats' | 'now'>,
  at: Instant,
  say: (date: string) => string,
): Html {
  const [before = '', ...after] = say(place).split(place);
  return html`${before}${after.map((text) => html`${when(reader, at)}${text}`)}`;
}
