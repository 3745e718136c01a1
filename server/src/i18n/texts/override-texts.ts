import type { Problem } from '#protocol/errors.ts';
import type { Language } from '../language.ts';
import { isGroup, moveTexts, movedTexts } from './moved-texts.ts';
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

export interface Overridden {
  texts: Texts;
  /** What is wrong with the file, which is then not used. */
  problems: Problem[];
  /** What the file has in vain. A text may have gone since it was written, or come with a later version. */
  warnings: Problem[];
}

/** The built-in texts with those of an operator's file in their place. */
export function overrideTexts(language: Language, given: unknown): Overridden {
  const problems: Problem[] = [];
  const warnings: Problem[] = [];

  function fieldOf(path: readonly string[]): string {
    return [`${language}.json`, ...path].join('.');
  }

  function refuse(path: readonly string[], problem: string): void {
    problems.push({ field: fieldOf(path), problem });
  }

  function warn(path: readonly string[], problem: string): void {
    warnings.push({ field: fieldOf(path), problem });
  }

  function overrideGroup(ours: object, theirs: unknown, path: readonly string[]): unknown {
    if (!isGroup(theirs)) {
      refuse(path, 'must be an object of texts.');
      return ours;
    }
    const changed = Object.entries(theirs).flatMap(([name, value]: [string, unknown]) => {
      const here = [...path, name];
      if (Object.hasOwn(ours, name)) return [[name, override(ours[name as never], value, here)]];
      warn(here, 'There is no such text. It is not used.');
      return [];
    });
    return { ...ours, ...(Object.fromEntries(changed) as object) };
  }

  function override(ours: unknown, theirs: unknown, path: readonly string[]): unknown {
    const names = valueNamesOf(path.join('.'));
    if (countNameOf(names) !== undefined) checkCounted(theirs, names, path);
    else if (typeof ours === 'string') {
      // A text for a script has the values that it uses: the script fills in only those.
      checkTemplate(theirs, names.length === 0 ? placeholdersOf(ours) : names, path);
    } else return overrideGroup(ours as object, theirs, path);
    return theirs;
  }

  function checkCounted(text: unknown, names: readonly string[], path: readonly string[]): void {
    if (typeof text === 'string') checkTemplate(text, names, path);
    else if (!isGroup(text) || !('other' in text)) {
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

  function move(texts: object): object {
    const moved = moveTexts(texts);
    for (const earlier of moved.unused) {
      const problem = `The text is now ${movedTexts[earlier] ?? ''}, which is in the file as well. This one is not used.`;
      warn([earlier], problem);
    }
    return moved.texts;
  }

  const theirs = isGroup(given) ? move(given) : given;
  const texts = overrideGroup(ourTexts[language], theirs, []) as Texts;
  return { texts: problems.length === 0 ? texts : ourTexts[language], problems, warnings };
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
