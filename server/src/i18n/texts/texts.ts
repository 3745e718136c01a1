import { createRequire } from 'node:module';
import type { Language } from '../language.ts';
import { en } from './en/all.ts';
import type { Texts } from './en/shape.ts';

export type { PluralForms, TextKey, Texts, ValuesOf } from './en/shape.ts';
export { countNames, fallbacks, valueNames } from './en/shape.ts';

const load = createRequire(import.meta.url);

/**
 * The built-in texts. A language other than English is loaded when it is first asked for: together they would be
 * a quarter of all that a process loads before it serves.
 */
export const ourTexts: Readonly<Record<Language, Texts>> = {
  en,
  get sv() {
    return (load('./sv/all.ts') as { sv: Texts }).sv;
  },
  get nb() {
    return (load('./nb/all.ts') as { nb: Texts }).nb;
  },
  get da() {
    return (load('./da/all.ts') as { da: Texts }).da;
  },
  get fi() {
    return (load('./fi/all.ts') as { fi: Texts }).fi;
  },
  get de() {
    return (load('./de/all.ts') as { de: Texts }).de;
  },
  get fr() {
    return (load('./fr/all.ts') as { fr: Texts }).fr;
  },
  get es() {
    return (load('./es/all.ts') as { es: Texts }).es;
  },
  get it() {
    return (load('./it/all.ts') as { it: Texts }).it;
  },
  get nl() {
    return (load('./nl/all.ts') as { nl: Texts }).nl;
  },
  get pl() {
    return (load('./pl/all.ts') as { pl: Texts }).pl;
  },
  get pt() {
    return (load('./pt/all.ts') as { pt: Texts }).pt;
  },
};
