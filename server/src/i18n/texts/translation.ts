import { numberFormatOf } from '../formats.ts';
import type { Language } from '../language.ts';
import { languages } from '../language.ts';
import type { PluralForms, TextKey, Texts, ValuesOf } from './texts.ts';
import { countNames, fallbacks, ourTexts, valueNames } from './texts.ts';

type Values = Readonly<Record<string, string | number | undefined>>;

/** Fills in the values of a text, once; values are never read as templates. */
export type Say = <Key extends TextKey>(
  key: Key,
  ...values: Key extends keyof typeof valueNames ? [ValuesOf<Key>] : []
) => string;

/** The texts of one language, built-in or with an operator's in their place. */
export interface Translation {
  /** The data, for scripts that fill in values themselves. */
  texts: Texts;
  say: Say;
}

export type Translations = Readonly<Record<Language, Translation>>;

/** Built-in texts, but for the languages whose texts are given. A language is made ready when it is first asked for. */
export function translate(given: Readonly<Partial<Record<Language, Texts>>>): Translations {
  const ready = new Map<Language, Translation>();
  const translations = {};
  for (const language of languages) {
    Object.defineProperty(translations, language, {
      enumerable: true,
      get() {
        const known = ready.get(language);
        if (known !== undefined) return known;
        const translation = createTranslation(language, given[language] ?? ourTexts[language]);
        ready.set(language, translation);
        return translation;
      },
    });
  }
  return translations as Translations;
}

export const ourTranslations = translate({});

const onlyInSandbox: TextKey = 'download.sandbox';

/** The same in a sandbox, where each page says that it is one: elsewhere that text is empty. */
export function inSandbox(translations: Translations): Translations {
  const entries = languages.map((language) => {
    const { texts, say: usual } = translations[language];
    const say: Say = (key, ...values) =>
      key === onlyInSandbox ? texts.download.sandbox : usual(key, ...values);
    return [language, { texts, say }];
  });
  return Object.fromEntries(entries) as Translations;
}

function createTranslation(language: Language, texts: Texts): Translation {
  /** A page needs dozens of texts, and looking one up costs more than filling it in. */
  const known = new Map<TextKey, string | PluralForms>();

  function textOf(key: TextKey): string | PluralForms {
    let text = known.get(key);
    if (text === undefined) {
      text = findText(texts, key);
      known.set(key, text);
    }
    return text;
  }

  /** Undefined when the text needs an unknown value. */
  function fillIn(key: TextKey, values: Values): string | undefined {
    const [first = '', ...rest] = partsOf(templateOf(language, textOf(key), key, values));
    let text = first;
    for (let at = 0; at < rest.length; at += 2) {
      const value = values[rest[at] ?? ''];
      if (value === undefined) return undefined;
      text += typeof value === 'number' ? numberFormatOf(language).format(value) : value;
      text += rest[at + 1] ?? '';
    }
    return text;
  }

  return {
    texts,
    say(key, ...[values = {}]) {
      if (key === onlyInSandbox) return '';
      const fallback = (fallbacks as Partial<Record<TextKey, TextKey>>)[key];
      const text = fillIn(key, values) ?? (fallback && fillIn(fallback, values));
      if (text === undefined) throw new TypeError(`The text ${key} lacks a value.`);
      return text;
    },
  };
}

const placeholder = /\{([a-z]+)\}/gi;

/** The names of the values that a template uses. */
export function placeholdersOf(template: string): string[] {
  return partsOf(template).filter((_, at) => at % 2 === 1);
}

const parsed = new Map<string, readonly string[]>();

/** What stands before, between and after placeholders, and in its place each name. */
function partsOf(template: string): readonly string[] {
  let parts = parsed.get(template);
  if (parts === undefined) {
    parts = template.split(placeholder);
    parsed.set(template, parts);
  }
  return parts;
}

export function withoutPlaceholders(template: string): string {
  return template.replace(placeholder, '');
}

/** The values of a text, where it has any. */
export function valueNamesOf(key: string): readonly string[] {
  return (valueNames as Partial<Record<string, readonly string[]>>)[key] ?? [];
}

/** The value that selects the form of a text. */
export function countNameOf(names: readonly string[]): string | undefined {
  return countNames.find((name) => names.includes(name));
}

function findText(texts: Texts, key: TextKey): string | PluralForms {
  let found: unknown = texts;
  for (const name of key.split('.')) found = (found as Record<string, unknown>)[name];
  return found as string | PluralForms;
}

function templateOf(
  language: Language,
  text: string | PluralForms,
  key: TextKey,
  values: Values,
): string {
  if (typeof text === 'string') return text;
  const count = Number(values[countNameOf(valueNamesOf(key)) ?? '']);
  return text[pluralRulesOf(language).select(count)] ?? text.other;
}

const rules = new Map<Language, Intl.PluralRules>();

export function pluralRulesOf(language: Language): Intl.PluralRules {
  let known = rules.get(language);
  if (known === undefined) {
    known = new Intl.PluralRules(language);
    rules.set(language, known);
  }
  return known;
}
