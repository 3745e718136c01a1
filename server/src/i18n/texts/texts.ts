import type { Language } from '../language.ts';
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

/**
 * The forms of a text by its count. A form that the language's rules ask for and that is not given is
 * `other`.
 */
export type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** The values of each text, by its key. Operators may use them in any language and form. */
export const valueNames = {
  'download.sentBy': ['sender', 'count'],
  'download.sentThrough': ['service', 'count'],
  'download.shownFiles': ['from', 'to', 'total'],
  'download.downloadAll': ['size'],
  'download.timeLeft': ['duration'],
  'download.endsSoon': ['count'],
  'download.whatThisIs': ['service'],
  'download.report': ['address'],
  'upload.title': ['sender'],
  'upload.limits': ['count', 'size'],
  'upload.limitsWithoutSize': ['count'],
  'upload.fileLimit': ['size'],
  'upload.told': ['sender'],
  'upload.begun.part': ['share'],
  'code.title': ['sender', 'service'],
  'code.titleUnnamed': ['service'],
  'code.bySms': ['to'],
  'code.byEmail': ['to'],
  'code.sent': ['to'],
  'code.wrong': ['tries'],
  'code.stuck': ['to'],
  'code.wait': ['to'],
  'mail.downloadSubject': ['sender', 'files'],
  'mail.downloadAction': ['files'],
  'mail.uploadSubject': ['sender'],
  'mail.reminderSubject': ['sender', 'files'],
  'mail.reminderIntro': ['files'],
  'mail.receiptSubject': ['receiver', 'files'],
  'mail.receiptIntro': ['date'],
  'mail.receivedSubject': ['contact', 'files'],
  'mail.receivedIntro': ['files'],
  'mail.unfetchedSubject': ['receiver', 'files'],
  'mail.unfetchedIntro': ['date'],
  'mail.moreFiles': ['count'],
  'mail.availableUntil': ['date'],
  'mail.uploadUntil': ['date'],
  'mail.report': ['address'],
  'mail.codeSubject': ['sender'],
  'mail.codeIntro': ['code'],
  'mail.codeUntil': ['date'],
  'mail.codeSms': ['code', 'service'],
  'mail.lockedSubject': ['sender'],
  'mail.lockedReminderSubject': ['sender'],
  'mail.undeliveredSubject': ['receiver'],
  'mail.undeliveredManySubject': ['receivers'],
  'mail.unfetchedManySubject': ['receivers'],
  'mail.codesRefusedSubject': ['receiver'],
  'mail.codesRefusedIntro': ['date'],
  'mail.revokedIntro': ['date'],
  'mail.revokedReceiverIntro': ['date'],
  'mail.accountIntro': ['date'],
  'mail.sentBy': ['service'],
} as const satisfies Partial<Record<TextKey, readonly string[]>>;

/** Values that are numbers. A text with one of them may have plural forms. */
export const countNames = ['count', 'files', 'receivers', 'tries'] as const;
type CountName = (typeof countNames)[number];

/** The text that replaces one whose values are not all known. */
export const fallbacks = {
  'upload.title': 'upload.titleUnnamed',
  'upload.told': 'upload.toldUnnamed',
  'upload.limits': 'upload.limitsWithoutSize',
  'code.title': 'code.titleUnnamed',
} as const satisfies Partial<Record<TextKey, TextKey>>;

/** The key of a text, such as `upload.begun.part`. */
export type TextKey = KeysOf<typeof en, ''>;

type KeysOf<Group, Path extends string> = {
  [Name in keyof Group & string]: Group[Name] extends string | PluralForms
    ? `${Path}${Name}`
    : KeysOf<Group[Name], `${Path}${Name}.`>;
}[keyof Group & string];

type NamesOf<Key extends keyof typeof valueNames> = (typeof valueNames)[Key][number];

/** The values of a text, by name. */
export type ValuesOf<Key extends keyof typeof valueNames> = {
  [Name in NamesOf<Key>]: Name extends CountName
    ? number
    : Key extends keyof typeof fallbacks
      ? string | undefined
      : string;
};

type CountedKey = {
  [Key in keyof typeof valueNames]: NamesOf<Key> & CountName extends never ? never : Key;
}[keyof typeof valueNames];

/** All texts of pages and mails, in one language. */
export type Texts = TextsLike<typeof en, ''>;

type TextsLike<Group, Path extends string> = {
  [Name in keyof Group & string]: `${Path}${Name}` extends CountedKey
    ? string | PluralForms
    : Group[Name] extends string
      ? string
      : Group[Name] extends PluralForms
        ? PluralForms
        : TextsLike<Group[Name], `${Path}${Name}.`>;
};

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
