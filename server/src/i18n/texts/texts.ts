import type { Language } from '../language.ts';
import { da } from './da/all.ts';
import { de } from './de/all.ts';
import { en } from './en/all.ts';
import type { Texts } from './en/shape.ts';
import { es } from './es/all.ts';
import { fi } from './fi/all.ts';
import { fr } from './fr/all.ts';
import { it } from './it/all.ts';
import { nb } from './nb/all.ts';
import { nl } from './nl/all.ts';
import { pl } from './pl/all.ts';
import { pt } from './pt/all.ts';
import { sv } from './sv/all.ts';

export type { PluralForms, TextKey, Texts, ValuesOf } from './en/shape.ts';
export { countNames, fallbacks, valueNames } from './en/shape.ts';

export const ourTexts: Readonly<Record<Language, Texts>> = {
  en,
  sv,
  nb,
  da,
  fi,
  de,
  fr,
  es,
  it,
  nl,
  pl,
  pt,
};
