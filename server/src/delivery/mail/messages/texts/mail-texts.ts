import type { Language } from '../../../../i18n/language.ts';
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
 * What mails say. Names and dates arrive ready to be shown. A sentence never inflects a name: it
 * stands as the subject, or after a colon.
 */
export interface MailTexts {
  downloadSubject(sender: string, files: number): string;
  /** What a drop says when its sender wrote nothing. */
  downloadDefault(): string;
  downloadAction(files: number): string;
  uploadSubject(sender: string): string;
  /** What a grant says when its sender wrote nothing. */
  uploadDefault(): string;
  uploadAction(): string;
  reminderSubject(sender: string, files: number): string;
  reminderIntro(files: number): string;
  receiptSubject(receiver: string, files: number): string;
  receiptIntro(date: string): string;
  receivedSubject(contact: string, files: number): string;
  receivedIntro(files: number): string;
  receivedAction(): string;
  unfetchedSubject(receiver: string, files: number): string;
  unfetchedIntro(date: string): string;
  /** Files beyond those that are listed. */
  moreFiles(count: number): string;
  /** Stands before the bare link. */
  orOpen(): string;
  availableUntil(date: string): string;
  uploadUntil(date: string): string;
  /** Under a message that is too long for a mail. */
  messageGoesOn(): string;
  keepLink(): string;
  unexpected(): string;
  /** Where the operator wants to hear of what looks wrong. */
  report(address: string): string;
  receiptReason(): string;
  receivedReason(): string;
  unfetchedReason(): string;
  codeSubject(sender: string): string;
  codeIntro(code: string): string;
  codeUntil(date: string): string;
  codeUnexpected(): string;
  codeSms(code: string, serviceName: string): string;
  /** For files that nobody sees without a code. */
  lockedSubject(sender: string): string;
  lockedReminderSubject(sender: string): string;
  lockedIntro(): string;
  lockedAction(): string;
  undeliveredSubject(receiver: string): string;
  undeliveredManySubject(receivers: number): string;
  undeliveredIntro(): string;
  /** Stands before the link to the page where further mails can be refused. */
  unwanted(): string;
  /** Stands after the address of a receiver who refused further mail. */
  undeliveredUnwanted(): string;
  undeliveredReason(): string;
  unfetchedManySubject(receivers: number): string;
  unfetchedManyIntro(): string;
  /** To an account: somebody guesses at the code of a receiver. */
  codesRefusedSubject(receiver: string): string;
  codesRefusedIntro(date: string): string;
  /** To an account: the operator ended a drop or grant. */
  revokedSubject(): string;
  revokedIntro(date: string): string;
  revokedReceiverIntro(date: string): string;
  keyRotatedSubject(): string;
  accountDisabledSubject(): string;
  accountEnabledSubject(): string;
  /** When something happened to the account. */
  accountIntro(date: string): string;
  /** Under mails that cannot be switched off. */
  securityReason(): string;
  sentBy(serviceName: string): string;
}

export const mailTexts: Record<Language, MailTexts> = {
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
