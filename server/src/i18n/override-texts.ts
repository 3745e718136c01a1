import type { Problem } from '#protocol/errors.ts';
import type { Language } from './language.ts';
import type { PluralForms } from './plural.ts';
import { plural } from './plural.ts';

/** A text of ours that is made of values, given in order or as one object. */
type Sentence = (...values: never[]) => string;

export interface Overriding {
  language: Language;
  /** What the values of each text that has some are called, by its path, such as `begun.part`. */
  valueNames: Readonly<Record<string, readonly string[]>>;
  /** Where in the operator's file the texts stand; problems are named after it. */
  at: string;
}

/** Values by which a text may take another form. */
const countNames = ['count', 'files'];
const longestText = 2000;
const placeholder = /\{([a-z]+)\}/gi;

/**
 * Our texts with those of the operator in their place. A text is a string, in which `{name}` stands
 * for a value; one with a count may be an object of plural forms. A text whose value is unknown
 * in some case is ours in that case. Values are filled in once and never read as templates.
 */
export function overrideTexts<Texts extends object>(
  ours: Texts,
  given: unknown,
  overriding: Overriding,
): { texts: Texts; problems: Problem[] } {
  const problems: Problem[] = [];

  function group(base: object, theirs: unknown, path: string[]): object {
    if (typeof theirs !== 'object' || theirs === null || Array.isArray(theirs)) {
      return refuse(base, path, 'must be an object of texts.');
    }
    const changed = Object.entries(theirs).map(([key, value]: [string, unknown]) => {
      const text: unknown = Object.hasOwn(base, key) ? base[key as never] : undefined;
      return [key, override(text, value, [...path, key])];
    });
    return { ...base, ...(Object.fromEntries(changed) as object) };
  }

  function override(base: unknown, theirs: unknown, path: string[]): unknown {
    if (typeof base === 'object' && base !== null) return group(base, theirs, path);
    if (typeof base === 'string') return template(base, theirs, namesIn(base), path);
    if (typeof base === 'function') return sentence(base as Sentence, theirs, path);
    return refuse(base, path, 'There is no such text.');
  }

  function template(base: unknown, theirs: unknown, names: readonly string[], path: string[]) {
    const mistake = findMistake(theirs, names);
    return mistake === undefined ? theirs : refuse(base, path, mistake);
  }

  function sentence(base: Sentence, theirs: unknown, path: string[]): Sentence {
    const names = overriding.valueNames[path.join('.')] ?? [];
    const count = names.find((name) => countNames.includes(name));
    const forms = typeof theirs === 'string' || count === undefined ? { other: theirs } : theirs;
    if (typeof forms !== 'object' || forms === null || !('other' in forms)) {
      return refuse(base, path, 'must be a text, or an object of plural forms with "other".');
    }
    const known = new Intl.PluralRules(overriding.language).resolvedOptions().pluralCategories;
    for (const [form, text] of Object.entries(forms)) {
      const at = forms === theirs ? [...path, form] : path;
      if (!known.some((category) => category === form)) {
        refuse(base, at, `This language has the forms ${known.join(', ')}.`);
      } else template(base, text, names, at);
    }
    const worded = { language: overriding.language, names, count, forms: forms as PluralForms };
    return (...values) => word(worded, values) ?? base(...values);
  }

  function refuse<Base>(base: Base, path: string[], problem: string): Base {
    problems.push({ field: [overriding.at, ...path].join('.'), problem });
    return base;
  }

  return { texts: group(ours, given, []) as Texts, problems };
}

function findMistake(text: unknown, names: readonly string[]): string | undefined {
  if (typeof text !== 'string' || text.trim() === '') return 'must be a text.';
  if (text.length > longestText) return `must have at most ${longestText} characters.`;
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) return 'must be one line, without control characters.';
  const unknown = namesIn(text).find((name) => !names.includes(name));
  const choice = names.length === 0 ? 'no values' : names.map((name) => `{${name}}`).join(', ');
  if (unknown !== undefined) return `has {${unknown}}, but this text knows ${choice}.`;
  return /[{}]/.test(text.replace(placeholder, ''))
    ? `has a brace that belongs to no value; this text knows ${choice}.`
    : undefined;
}

interface Worded {
  language: Language;
  names: readonly string[];
  count: string | undefined;
  forms: PluralForms;
}

/** The text with its values; undefined when one of them is not known. */
function word({ language, names, count, forms }: Worded, values: unknown[]): string | undefined {
  const [first] = values;
  const byName = new Map<string, unknown>(
    typeof first === 'object' && first !== null
      ? Object.entries(first)
      : names.map((name, at) => [name, values[at]]),
  );
  const text =
    count === undefined ? forms.other : plural(language, Number(byName.get(count)), forms);
  if (namesIn(text).some((name) => byName.get(name) === undefined)) return undefined;
  return text.replace(placeholder, (_, name: string) => String(byName.get(name)));
}

function namesIn(text: string): string[] {
  return [...text.matchAll(placeholder)].map(([, name = '']) => name);
}
