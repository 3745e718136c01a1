import type { Problem } from '#protocol/errors.ts';
import type { Language } from '../language.ts';
import type { Texts } from './texts.ts';
import { ourTexts } from './texts.ts';
import {
  countNameOf,
  placeholdersOf,
  pluralRulesOf,
  valueNamesOf,
  withoutPlaceholders,
} from './translation.ts';

const longestText = 2000;

/** The built-in texts with those of an operator's file in their place, and the faults of the file. */
export function overrideTexts(
  language: Language,
  given: unknown,
): { texts: Texts; problems: Problem[] } {
  const problems: Problem[] = [];

  function refuse(path: readonly string[], problem: string): void {
    problems.push({ field: [`${language}.json`, ...path].join('.'), problem });
  }

  function overrideGroup(ours: object, theirs: unknown, path: readonly string[]): unknown {
    if (!isObject(theirs)) {
      refuse(path, 'must be an object of texts.');
      return ours;
    }
    const changed = Object.entries(theirs).map(([name, value]: [string, unknown]) => {
      const text: unknown = Object.hasOwn(ours, name) ? ours[name as never] : undefined;
      return [name, override(text, value, [...path, name])];
    });
    return { ...ours, ...(Object.fromEntries(changed) as object) };
  }

  function override(ours: unknown, theirs: unknown, path: readonly string[]): unknown {
    const names = valueNamesOf(path.join('.'));
    if (ours === undefined) refuse(path, 'There is no such text.');
    else if (countNameOf(names) !== undefined) checkCounted(theirs, names, path);
    else if (typeof ours === 'string') {
      // A text for a script has the values that it uses: the script fills in only those.
      checkTemplate(theirs, names.length === 0 ? placeholdersOf(ours) : names, path);
    } else return overrideGroup(ours as object, theirs, path);
    return theirs;
  }

  function checkCounted(text: unknown, names: readonly string[], path: readonly string[]): void {
    if (typeof text === 'string') checkTemplate(text, names, path);
    else if (!isObject(text) || !('other' in text)) {
      refuse(path, 'must be a text, or an object of plural forms with "other".');
    } else {
      const categories = pluralRulesOf(language).resolvedOptions().pluralCategories;
      for (const [form, template] of Object.entries(text)) {
        if (categories.some((category) => category === form)) {
          checkTemplate(template, names, [...path, form]);
        } else refuse([...path, form], `This language has the forms ${categories.join(', ')}.`);
      }
    }
  }

  function checkTemplate(text: unknown, names: readonly string[], path: readonly string[]): void {
    const mistake = findMistake(text, names);
    if (mistake !== undefined) refuse(path, mistake);
  }

  const texts = overrideGroup(ourTexts[language], given, []);
  return { texts: problems.length === 0 ? (texts as Texts) : ourTexts[language], problems };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function findMistake(text: unknown, names: readonly string[]): string | undefined {
  if (typeof text !== 'string' || text.trim() === '') return 'must be a text.';
  if (text.length > longestText) return `must have at most ${longestText} characters.`;
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) return 'must be one line, without control characters.';
  const unknown = placeholdersOf(text).find((name) => !names.includes(name));
  const choice = names.length === 0 ? 'no values' : names.map((name) => `{${name}}`).join(', ');
  if (unknown !== undefined) return `has {${unknown}}, but this text knows ${choice}.`;
  return /[{}]/.test(withoutPlaceholders(text))
    ? `has a brace that belongs to no value; this text knows ${choice}.`
    : undefined;
}
