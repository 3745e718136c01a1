import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Language } from '../language.ts';
import { en } from './en/all.ts';
import type { Texts } from './en/shape.ts';

export type { PluralForms, TextKey, Texts, ValuesOf } from './en/shape.ts';
export { countNames, fallbacks, valueNames } from './en/shape.ts';

const loadPath = createRequire(import.meta.url);

function load(file: URL): unknown {
  return loadPath(fileURLToPath(file));
}

/**
 * The built-in texts. A language other than English is loaded when it is first asked for: together they would be
 * a quarter of all that a process loads before it serves.
 */
export const ourTexts: Readonly<Record<Language, Texts>> = {
  en,
  get sv() {
    return (load(new URL('./sv/all.ts', import.meta.url)) as { sv: Texts }).sv;
  },
  get nb() {
    return (load(new URL('./nb/all.ts', import.meta.url)) as { nb: Texts }).nb;
  },
  get da() {
    return (load(new URL('./da/all.ts', import.meta.url)) as { da: Texts }).da;
  },
  get fi() {
    return (load(new URL('./fi/all.ts', import.meta.url)) as { fi: Texts }).fi;
  },
  get de() {
    return (load(new URL('./de/all.ts', import.meta.url)) as { de: Texts }).de;
  },
  get fr() {
    return (load(new URL('./fr/all.ts', import.meta.url)) as { fr: Texts }).fr;
  },
  get es() {
    return (load(new URL('./es/all.ts', import.meta.url)) as { es: Texts }).es;
  },
  get it() {
    return (load(new URL('./it/all.ts', import.meta.url)) as { it: Texts }).it;
  },
  get nl() {
    return (load(new URL('./nl/all.ts', import.meta.url)) as { nl: Texts }).nl;
  },
  get pl() {
    return (load(new URL('./pl/all.ts', import.meta.url)) as { pl: Texts }).pl;
  },
  get pt() {
    return (load(new URL('./pt/all.ts', import.meta.url)) as { pt: Texts }).pt;
  },
};
