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
    return (load('./sv/all.ts') as typeof import('./sv/all.ts')).sv;
  },
  get nb() {
    return (load('./nb/all.ts') as typeof import('./nb/all.ts')).nb;
  },
  get da() {
    return (load('./da/all.ts') as typeof import('./da/all.ts')).da;
  },
  get fi() {
    return (load('./fi/all.ts') as typeof import('./fi/all.ts')).fi;
  },
  get de() {
    return (load('./de/all.ts') as typeof import('./de/all.ts')).de;
  },
  get fr() {
    return (load('./fr/all.ts') as typeof import('./fr/all.ts')).fr;
  },
  get es() {
    return (load('./es/all.ts') as typeof import('./es/all.ts')).es;
  },
  get it() {
    return (load('./it/all.ts') as typeof import('./it/all.ts')).it;
  },
  get nl() {
    return (load('./nl/all.ts') as typeof import('./nl/all.ts')).nl;
  },
  get pl() {
    return (load('./pl/all.ts') as typeof import('./pl/all.ts')).pl;
  },
  get pt() {
    return (load('./pt/all.ts') as typeof import('./pt/all.ts')).pt;
  },
};
