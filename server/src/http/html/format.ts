import type { Instant } from '../../domain/model/clock.ts';
import { day, hour, minute, second } from '../../domain/model/clock.ts';
import type { Formats } from '../../i18n/formats.ts';
import { createFormats } from '../../i18n/formats.ts';
import type { EnglishLocale } from '../../i18n/language.ts';
import { chooseEnglishLocale } from '../../i18n/language.ts';
import type { PluralForms } from '../../i18n/texts/texts.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';

export interface Reader {
  locale: string;
  /** An IANA name, as in Europe/Vienna. */
  timeZone: string;
  now: Instant;
}

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
  /** Relative to now, in the largest whole unit: `in 6 days`, `3 hours ago`. */
  distance(at: Instant): string;
  /** A language tag as a word; the tag itself where it is unknown. */
  language(tag: string): string;
}

const distanceUnits = [
  ['day', day],
  ['hour', hour],
  ['minute', minute],
  ['second', second],
] as const;

export function createFormat({ locale, timeZone, now }: Reader): Format {
  const writers = writersFor(chooseEnglishLocale(locale), timeZone);
  const { formats } = writers;

  function noun(value: number, forms: PluralForms): string {
    return forms[writers.plurals.select(value)] ?? forms.other;
  }

  return {
    number: (value) => formats.number(value),

    noun,

    count: (value, forms) => `${formats.number(value)} ${noun(value, forms)}`,

    size: (sizeBytes) => formats.size(sizeBytes),

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

/** The platform's formatters for one English locale and one time zone. */
interface Writers {
  formats: Formats;
  plurals: Intl.PluralRules;
  distances: Intl.RelativeTimeFormat;
  languages: Intl.DisplayNames;
  moments: Intl.DateTimeFormat;
  exactMoments: Intl.DateTimeFormat;
}

/** Cached: creating them takes longer than rendering a page, and there are few locales and one zone. */
const made = new Map<string, Writers>();

function writersFor(locale: EnglishLocale, timeZone: string): Writers {
  const key = `${locale} ${timeZone}`;
  let writers = made.get(key);
  if (writers === undefined) {
    writers = makeWriters(locale, timeZone);
    made.set(key, writers);
  }
  return writers;
}

function makeWriters(locale: EnglishLocale, timeZone: string): Writers {
  const brief = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const;
  const exact = { dateStyle: 'full', timeStyle: 'long', timeZone } as const;
  return {
    formats: createFormats(locale, timeZone),
    plurals: new Intl.PluralRules(locale),
    distances: new Intl.RelativeTimeFormat(locale),
    languages: new Intl.DisplayNames(locale, { type: 'language' }),
    moments: new Intl.DateTimeFormat(locale, brief),
    exactMoments: new Intl.DateTimeFormat(locale, exact),
  };
}
