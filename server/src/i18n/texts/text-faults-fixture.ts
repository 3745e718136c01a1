import type { Language } from '../language.ts';
import { countNames } from './texts.ts';
import { placeholdersOf, pluralRulesOf, withoutPlaceholders } from './translation.ts';

type Text = string | Readonly<Record<string, string>>;
export type TextsByKey = ReadonlyMap<string, Text>;

const categories = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** The texts of a language by their keys. Plural forms are one text. */
export function textsByKey(texts: object): TextsByKey {
  const found = new Map<string, Text>();
  collect(texts, []);
  return found;

  function collect(group: object, path: readonly string[]): void {
    for (const [name, text] of Object.entries(group) as [string, Text][]) {
      const here = [...path, name];
      if (typeof text === 'string' || hasForms(text)) found.set(here.join('.'), text);
      else collect(text, here);
    }
  }
}

/** Forms that lack `other` are forms all the same, and are found to lack it. */
function hasForms(group: object): boolean {
  const names = Object.keys(group);
  return names.length > 0 && names.every((name) => categories.includes(name));
}

export function formsOf(text: Text): string[] {
  return typeof text === 'string' ? [text] : Object.values(text);
}

function valuesIn(text: Text): Set<string> {
  return new Set(formsOf(text).flatMap(placeholdersOf));
}

/** What a language lacks of the English texts, and what it has beyond them. */
export function findMissing(own: TextsByKey, english: TextsByKey): string[] {
  const missing = [...english.keys()].filter((key) => !own.has(key));
  const unknown = [...own.keys()].filter((key) => !english.has(key));
  return [
    ...missing.map((key) => `lacks ${key}`),
    ...unknown.map((key) => `has ${key}, which English has not`),
  ];
}

/** Where the values of a text are not those of the English one. `valuesOf` may have more that English does not show. */
export function findOtherValues(
  own: TextsByKey,
  english: TextsByKey,
  valuesOf: (key: string) => readonly string[],
): string[] {
  return [...own].flatMap(([key, text]) => {
    const wanted = valuesIn(english.get(key) ?? '');
    const has = valuesIn(text);
    // A form for a count may do without its number; the one for all others may not.
    const usual = valuesIn(typeof text === 'string' ? text : (text['other'] ?? ''));
    const missing = [...wanted].filter((name) => !usual.has(name));
    const unknown = [...has].filter((name) => !wanted.has(name) && !valuesOf(key).includes(name));
    return [
      ...missing.map((name) => `${key} lacks {${name}}`),
      ...unknown.map((name) => `${key} has {${name}}, which it does not know`),
    ];
  });
}

/** What a text must be to be shown: one line that says something. */
export function findUnfit(own: TextsByKey): string[] {
  const strings = [...own].flatMap(([key, text]) => formsOf(text).map((each) => ({ key, each })));
  return strings
    .filter(
      ({ each }) =>
        each.trim() !== each ||
        /undefined|TODO|^$|[\p{Cc}\p{Zl}\p{Zp}]/u.test(each) ||
        /[{}]/.test(withoutPlaceholders(each)),
    )
    .map(({ key, each }) => `${key} is not fit to be shown: ${JSON.stringify(each)}`);
}

/** Whole numbers that pages and mails count up to select no other forms than these. */
const counted = Array.from({ length: 1000 }, (_, count) => count);

/** The plural forms that a text lacks, and those that its language does not have. */
export function findOtherForms(language: Language, own: TextsByKey): string[] {
  const rules = pluralRulesOf(language);
  const known: readonly string[] = rules.resolvedOptions().pluralCategories;
  const needed = new Set<string>([...counted.map((count) => rules.select(count)), 'other']);
  return [...own].flatMap(([key, text]) => {
    if (typeof text === 'string') return [];
    const showsCount = [...valuesIn(text)].some((name) => countNames.some((each) => each === name));
    const missing = [...(showsCount ? needed : ['other'])].filter((form) => !(form in text));
    const unknown = Object.keys(text).filter((form) => !known.includes(form));
    return [
      ...missing.map((form) => `${key} lacks the plural form "${form}"`),
      ...unknown.map((form) => `${key} has "${form}", which the language has not`),
    ];
  });
}

/** Places with room for one short line: the two menus, heads of columns, subjects of mails, the SMS. */
const places: readonly (readonly [keys: RegExp, characters: number])[] = [
  [/^app\.(?:home|send|sent|requests|inbox|contacts|settings|security|admin|more|signOut)$/, 20],
  [/^admin\.(?:overview|accounts|drops|outbox|audit|storage)$/, 24],
  [/\.columns\./, 20],
  [/^mail\.\w+Subject$/, 78],
  [/^mail\.codeSms$/, 120],
];

/** A longer one is broken somewhere in the middle of a heading, on a page that is 360 pixels wide. */
export const longestWord = 26;

/**
 * How long a text may be without its values: half as long again as in English and 20 characters, or what its place has.
 */
export function roomFor(key: string, english: Text): number {
  const rooms = places.filter(([keys]) => keys.test(key)).map(([, room]) => room);
  return Math.min(Math.floor(lengthOf(english) * 1.5) + 20, ...rooms);
}

export function findTooLong(own: TextsByKey, english: TextsByKey): string[] {
  return [...own].flatMap(([key, text]) => {
    const length = lengthOf(text);
    const room = roomFor(key, english.get(key) ?? '');
    const words = formsOf(text).flatMap((each) => each.split(/\{\w+\}|[\s\u00ad/–-]+/));
    const long = words.find((word) => word.length > longestWord);
    return [
      ...(length > room ? [`${key} has ${length} characters; there is room for ${room}`] : []),
      ...(long === undefined ? [] : [`${key} has a word of ${long.length} characters: ${long}`]),
    ];
  });
}

/** Without values, of the longest form. */
function lengthOf(text: Text): number {
  return Math.max(...formsOf(text).map((each) => withoutPlaceholders(each).length));
}
