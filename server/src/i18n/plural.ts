import type { Language } from './language.ts';

/** The forms a phrase takes by its count. A form that a language's rules ask for and that is not given is `other`. */
export type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

const rules = new Map<Language, Intl.PluralRules>();

/** The form that fits the count by the rules of the language. */
export function plural(language: Language, count: number, forms: PluralForms): string {
  return forms[rulesOf(language).select(count)] ?? forms.other;
}

function rulesOf(language: Language): Intl.PluralRules {
  let known = rules.get(language);
  if (known === undefined) {
    known = new Intl.PluralRules(language);
    rules.set(language, known);
  }
  return known;
}
