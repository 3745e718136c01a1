import type { Account } from '../model/account.ts';
import type { Instant } from '../model/clock.ts';
import type { Contact } from '../model/contact.ts';
import type { SecondFactorMode } from '../model/receiver-code.ts';

/** What a draft would be for one of its receivers, if it were sent now. */
export interface ForeseenDrop {
  sender: Account;
  receiver: Contact;
  files: readonly { name: string; sizeBytes: number }[];
  title: string | undefined;
  message: string | undefined;
  expiresAt: Instant;
  secondFactor: SecondFactorMode;
  hasPassword: boolean;
}

export interface PreviewedMail {
  subject: string;
  /** A whole document with styles of its own. It is shown apart from our pages. */
  html: string;
}

/** The mail that would tell the receiver of it, with examples in place of links. `origin`: the start of links. */
export type PreviewMail = (drop: ForeseenDrop, origin: string) => Promise<PreviewedMail>;
