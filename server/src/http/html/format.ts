import { scaleSize } from '#protocol/human-size.ts';
import type { Instant } from '../../domain/model/clock.ts';
import { day, hour, minute, second } from '../../domain/model/clock.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import { pageLanguage } from './page-language.ts';
import { writersFor } from './writers.ts';

export interface Reader {
  locale: string;
  /** An IANA name, as in Europe/Vienna. */
  timeZone: string;
  now: Instant;
}

export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** How numbers, sizes and times are written for one reader. */
export interface Format {
  number(value: number): string;
  /** The form of a noun that goes with a number. */
  noun(value: number, forms: PluralForms): string;
  /** A number with its noun, as in `1 file` and `1,200 files`. */
  count(value: number, forms: PluralForms): string;
  size(sizeBytes: number): string;
  /** Day and time, with the exact time for programs and on hover. */
  moment(at: Instant): Html;
  /** From now, in the largest whole unit: `in 6 days`, `3 hours ago`. */
  distance(at: Instant): string;
  /** A language tag as a word; the tag itself where it names none. */
  language(tag: string): string;
}

const distanceUnits = [
  ['day', day],
  ['hour', hour],
  ['minute', minute],
  ['second', second],
] as const;

export function createFormat({ locale, timeZone, now }: Reader): Format {
  const writers = writersFor(pageLanguage(locale), timeZone);

  function noun(value: number, forms: PluralForms): string {
    return forms[writers.plurals.select(value)] ?? forms.other;
  }

  return {
    number: (value) => writers.numbers.format(value),

    noun,

    count: (value, forms) => `${writers.numbers.format(value)} ${noun(value, forms)}`,

    size(sizeBytes) {
      const { value, unit } = scaleSize(sizeBytes);
      return writers.sizes[unit].format(value);
    },

    moment(at) {
      const instant = new Date(at).toISOString();
      const exact = writers.exactMoments.format(at);
      const brief = writers.moments.format(at);
      return html`<time datetime="${instant}" title="${exact}">${brief}</time>`;
    },

    distance(at) {
      const away = at - now;
      const [unit, length] =
        distanceUnits.find(([, span]) => Math.abs(away) >= span) ?? distanceUnits[3];
      return writers.distances.format(Math.trunc(away / length), unit);
    },

    language(tag) {
      const code = tag.replace('_', '-');
      const isPlain = /^[a-z]{2,3}(?:-[a-z]{2})?$/i.test(code);
      return isPlain ? (writers.languages.of(code) ?? tag) : tag;
    },
  };
}
