import type { Language } from './language.ts';
import { localeOf } from './language.ts';

/** The forms a phrase takes by its count. A form that a language's rules ask for and that is not given is `other`. */
export type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

const rules = new Map<Language, Intl.PluralRules>();

/** The form that fits the count by the rules of the language, with `{count}` written as it writes numbers. */
export function plural(language: Language, count: number, forms: PluralForms): string {
  const form = forms[rulesOf(language).select(count)] ?? forms.other;
  return form.replaceAll('{count}', () => numberText(language, count));
}

const numbers = new Map<Language, Intl.NumberFormat>();

/** A whole number as the language writes it: `5,000`, `5.000`, `5 000`. */
function numberText(language: Language, value: number): string {
  let known = numbers.get(language);
  if (known === undefined) {
    known = new Intl.NumberFormat(localeOf(language));
    numbers.set(language, known);
  }
  return known.format(value);
}

function rulesOf(language: Language): Intl.PluralRules {
  let known = rules.get(language);
  if (known === undefined) {
    known = new Intl.PluralRules(language);
    rules.set(language, known);
  }
  return known;
}
