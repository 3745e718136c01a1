// Texts that differ with a count, for the reader of a page.

import { locale } from './reader.js';

/** @typedef {Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }} PluralForms */

const plurals = new Intl.PluralRules(locale);

/**
 * @param {PluralForms} forms
 * @param {number} count
 */
export function countText(forms, count) {
  const phrase = forms[plurals.select(count)] ?? forms.other;
  return phrase.replace('{count}', count.toLocaleString(locale));
}
