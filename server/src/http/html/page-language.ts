/** What pages can speak. The first, with day before month and a 24-hour clock, is the fallback. */
const spoken = ['en-GB', 'en-AU', 'en-CA', 'en-IE', 'en-IN', 'en-NZ', 'en-US', 'en-ZA'] as const;

export type PageLanguage = (typeof spoken)[number];

/**
 * The language in which a page speaks to a reader who asked for `wanted`. Texts, numbers and dates
 * of one page are in one language, so a language without texts gets the fallback for all of them.
 */
export function pageLanguage(wanted: string): PageLanguage {
  const tag = wanted.replace('_', '-').toLowerCase();
  return spoken.find((language) => language.toLowerCase() === tag) ?? spoken[0];
}
