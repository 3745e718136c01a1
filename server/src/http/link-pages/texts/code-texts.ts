import type { Language } from '../../../i18n/language.ts';
import { da } from './da.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fi } from './fi.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { nb } from './nb.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { sv } from './sv.ts';

/** Everything that the page which asks for a code says. */
export interface CodeTexts {
  /** A sender who stays unnamed is undefined. */
  title(args: { sender: string | undefined; service: string }): string;
  lead: string;
  /** For a receiver to whom no code can be sent. */
  unreachable: string;
  /** Over the buttons that send a code where there is none to enter. */
  ask: string;
  /** Over the buttons that send another one. */
  again: string;
  bySms(args: { to: string }): string;
  byEmail(args: { to: string }): string;
  sent(args: { to: string }): string;
  label: string;
  /** What a code looks like. */
  form: string;
  submit: string;
  wrong(args: { tries: number }): string;
  spent: string;
  expired: string;
  /** For a browser that did not ask for the code, or keeps no cookies. */
  cookies: string;
  /** For a code that was not delivered at the first try. */
  stuck(args: { to: string }): string;
  /** For an address or number that gets no more codes. */
  wait(args: { to: string }): string;
}

export const codeTexts: Record<Language, CodeTexts> = {
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
