import type { Language } from '../../../i18n/language.ts';
import type { PluralForms } from '../../../i18n/plural.ts';
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

/** Why a sending was refused, as far as its sender can do something about it. */
export type RefusalText =
  'tooLarge' | 'noFiles' | 'invalid' | 'noSpace' | 'ended' | 'locked' | 'failed';

/** What the upload page says. A sender who shows no address is undefined. */
export interface UploadPageTexts {
  title(sender: string | undefined): string;
  /** Stands before a time. */
  until: string;
  limits(count: number, size: string | undefined): string;
  fileLimit(size: string): string;
  drop: string;
  choose: string;
  message: string;
  send: string;
  together: string;
  sentTitle: string;
  /** Stands above the files that were chosen and not sent. */
  leftOut: string;
  /** Stands before a time. */
  sentAt: string;
  told(sender: string | undefined): string;
  more: string;
  full: string;
  /** About files that were begun, or have arrived, and were not sent off. */
  begun: { title: string; whole: string; part(share: string): string };
  unexpected: { title: string; text: string };
  ended: { title: string; text: string };
  refusals: Record<RefusalText, string>;
  script: ScriptTexts;
}

/** What the script says. It fills in `{count}` and `{time}`, and never what somebody typed. */
export interface ScriptTexts {
  send: PluralForms;
  remove: string;
  cancel: string;
  pause: string;
  resume: string;
  paused: string;
  waiting: string;
  total: string;
  sending: string;
  storing: string;
  left: string;
  stopped: string;
  lost: string;
  checking: string;
  /** Stand behind the name of a file or folder. */
  alreadyChosen: string;
  emptyFolder: string;
  unreadable: string;
  /** How many of the chosen files are left out. */
  refused: PluralForms;
  badName: string;
  fileTooLarge: string;
  tooManyFiles: string;
  noRoom: string;
}

export const uploadPageTexts: Record<Language, UploadPageTexts> = {
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
