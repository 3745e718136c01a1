import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Language } from '../language.ts';
import { languages } from '../language.ts';
import type english from './en.json';
import { valueNames } from './generated/text-values.ts';

export { valueNames };

/**
 * The forms of a text by its count. A form that the language's rules ask for and that is not given is
 * `other`.
 */
export type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** Values that are numbers. A text with one of them may have plural forms. */
export const countNames = ['count', 'files', 'receivers', 'tries'] as const;
type CountName = (typeof countNames)[number];

/** The text that replaces one whose values are not all known. */
export const fallbacks = {
  'upload.title': 'upload.titleUnnamed',
  'upload.told': 'upload.toldUnnamed',
  'upload.limits': 'upload.limitsWithoutSize',
  'code.title': 'code.titleUnnamed',
} as const satisfies Partial<Record<TextKey, TextKey>>;

/** The key of a text, such as `upload.begun.part`. */
export type TextKey = KeysOf<typeof english, ''>;

type KeysOf<Group, Path extends string> = {
  [Name in keyof Group & string]: Group[Name] extends string | PluralForms
    ? `${Path}${Name}`
    : KeysOf<Group[Name], `${Path}${Name}.`>;
}[keyof Group & string];

type NamesOf<Key extends keyof typeof valueNames> = (typeof valueNames)[Key][number];

/** The values of a text, by name. */
export type ValuesOf<Key extends keyof typeof valueNames> = {
  [Name in NamesOf<Key>]: Name extends CountName
    ? number
    : Key extends keyof typeof fallbacks
      ? string | undefined
      : string;
};

type CountedKey = {
  [Key in keyof typeof valueNames]: NamesOf<Key> & CountName extends never ? never : Key;
}[keyof typeof valueNames];

/** All texts of pages and mails, in one language. */
export type Texts = TextsLike<typeof english, ''>;

type TextsLike<Group, Path extends string> = {
  [Name in keyof Group & string]: `${Path}${Name}` extends CountedKey
    ? string | PluralForms
    : Group[Name] extends string
      ? string
      : Group[Name] extends PluralForms
        ? PluralForms
        : TextsLike<Group[Name], `${Path}${Name}.`>;
};

/** The files of the other languages are beside it. */
const englishFile = new URL('./en.json', import.meta.url);
const load = createRequire(import.meta.url);

/**
 * The built-in texts. A language is loaded when it is first asked for: together they would be a quarter of all that a
 * process loads before it serves. Tests check that each has the texts of the English one.
 */
export const ourTexts = Object.defineProperties(
  {},
  Object.fromEntries(
    languages.map((language) => [
      language,
      {
        enumerable: true,
        get: (): unknown => load(fileURLToPath(new URL(`${language}.json`, englishFile))),
      },
    ]),
  ),
) as Readonly<Record<Language, Texts>>;
