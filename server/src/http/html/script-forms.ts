import type { PluralForms } from '../../i18n/texts/texts.ts';

/** A text for a script, which looks for the form of a count. An operator's may be one for all counts. */
export function scriptForms(text: string | PluralForms): PluralForms {
  return typeof text === 'string' ? { other: text } : text;
}
