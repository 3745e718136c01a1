import type { Instant } from '../../domain/model/clock.ts';
import { day, hour, minute, second } from '../../domain/model/clock.ts';
import type { Formats } from '../../i18n/formats.ts';
import { createFormats } from '../../i18n/formats.ts';
import type { Language } from '../../i18n/language.ts';
import { localeOf } from '../../i18n/language.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';

export interface Reader {
  language: Language;
  /** An IANA name, as in Europe/Vienna. */
  timeZone: string;
  now: Instant;
}

/** How numbers, sizes and times are written for one reader. */
export interface Format {
  number(value: number): string;
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

export function createFormat({ language, timeZone, now }: Reader): Format {
  const writers = writersFor(language, timeZone);
  const { formats } = writers;

  return {
    number: (value) => formats.number(value),

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

/** The platform's formatters for one language and one time zone. */
interface Writers {
  formats: Formats;
  distances: Intl.RelativeTimeFormat;
  languages: Intl.DisplayNames;
  moments: Intl.DateTimeFormat;
  exactMoments: Intl.DateTimeFormat;
}

/** Cached: creating them takes longer than rendering a page, and there are few languages and zones. */
const made = new Map<string, Writers>();

function writersFor(language: Language, timeZone: string): Writers {
  const key = `${language} ${timeZone}`;
  let writers = made.get(key);
  if (writers === undefined) {
    writers = makeWriters(language, timeZone);
    made.set(key, writers);
  }
  return writers;
}

function makeWriters(language: Language, timeZone: string): Writers {
  const locale = localeOf(language);
  const brief = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const;
  const exact = { dateStyle: 'full', timeStyle: 'long', timeZone } as const;
  return {
    formats: createFormats(language, timeZone),
    distances: new Intl.RelativeTimeFormat(locale),
    languages: new Intl.DisplayNames(locale, { type: 'language' }),
    moments: new Intl.DateTimeFormat(locale, brief),
    exactMoments: new Intl.DateTimeFormat(locale, exact),
  };
}
