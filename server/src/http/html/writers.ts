import type { SizeUnit } from '#protocol/human-size.ts';
import type { PageLanguage } from './page-language.ts';

/** The platform's formatters for one language and time zone. */
export interface Writers {
  numbers: Intl.NumberFormat;
  plurals: Intl.PluralRules;
  distances: Intl.RelativeTimeFormat;
  languages: Intl.DisplayNames;
  moments: Intl.DateTimeFormat;
  exactMoments: Intl.DateTimeFormat;
  sizes: Record<SizeUnit, Intl.NumberFormat>;
}

/** They take longer to make than a page to render, and are few: the languages are, the zone is one. */
const made = new Map<string, Writers>();

export function writersFor(language: PageLanguage, timeZone: string): Writers {
  const key = `${language} ${timeZone}`;
  let writers = made.get(key);
  if (writers === undefined) {
    writers = makeWriters(language, timeZone);
    made.set(key, writers);
  }
  return writers;
}

function makeWriters(language: PageLanguage, timeZone: string): Writers {
  return {
    numbers: new Intl.NumberFormat(language),
    plurals: new Intl.PluralRules(language),
    distances: new Intl.RelativeTimeFormat(language),
    languages: new Intl.DisplayNames(language, { type: 'language' }),
    moments: new Intl.DateTimeFormat(language, {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone,
    }),
    exactMoments: new Intl.DateTimeFormat(language, {
      dateStyle: 'full',
      timeStyle: 'long',
      timeZone,
    }),
    sizes: {
      B: new Intl.NumberFormat(language, { style: 'unit', unit: 'byte', unitDisplay: 'long' }),
      kB: unitWriter(language, 'kilobyte'),
      MB: unitWriter(language, 'megabyte'),
      GB: unitWriter(language, 'gigabyte'),
      TB: unitWriter(language, 'terabyte'),
      PB: unitWriter(language, 'petabyte'),
    },
  };
}

function unitWriter(language: PageLanguage, unit: string): Intl.NumberFormat {
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    maximumFractionDigits: 1,
  });
}
