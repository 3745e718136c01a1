/** The languages of pages and mails. */
export const languages = [
  'en',
  'sv',
  'nb',
  'da',
  'fi',
  'de',
  'fr',
  'es',
  'it',
  'nl',
  'pl',
  'pt',
] as const;
export type Language = (typeof languages)[number];

/** Tags of languages whose speakers read another one's texts well. */
const aliases = new Map<string, Language>([
  ['no', 'nb'],
  ['nn', 'nb'],
]);

/** The language of a tag such as `no`, `nb-NO` or `pt_BR`; its region does not matter. */
export function findLanguage(tag: string): Language | undefined {
  const primary = tag.trim().split(/[-_]/, 1)[0]?.toLowerCase() ?? '';
  return languages.find((language) => language === primary) ?? aliases.get(primary);
}

/**
 * The first supported language of the wishes, else English. A wish is a tag, or a whole Accept-Language
 * header, whose own order of preference then holds.
 */
export function chooseLanguage(...candidates: readonly (string | undefined)[]): Language {
  for (const candidate of candidates) {
    for (const tag of preferredTags(candidate ?? '')) {
      const language = findLanguage(tag);
      if (language !== undefined) return language;
    }
  }
  return 'en';
}

/** Headers longer than any browser sends are cut, so that none is costly to sort. */
const mostWishes = 32;

function preferredTags(header: string): string[] {
  return header
    .split(',', mostWishes)
    .map((wish) => ({ tag: wish.split(';', 1)[0] ?? '', weight: weightOf(wish) }))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}

function weightOf(wish: string): number {
  const weight = /;\s*q\s*=\s*([0-9.]+)/i.exec(wish)?.[1];
  return weight === undefined ? 1 : Number(weight) || 0;
}

/** The locale of numbers, dates and units for a language with several. */
const locales: Partial<Record<string, string>> = { en: 'en-GB', pt: 'pt-PT' };

export function localeOf(language: Language): string {
  return locales[language] ?? language;
}
