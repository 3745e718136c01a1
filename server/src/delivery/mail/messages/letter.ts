import type { WebLink } from '../../../http/html/html.ts';

/** A mail before it is text or HTML, so that both say the same. */
export interface Letter {
  /** One line; also the heading. */
  subject: string;
  /** Who it comes from or tells of, beyond the name in the subject. */
  address: string | undefined;
  /** In the service's own words. */
  intro: string | undefined;
  /** In the sender's words. */
  message: string | undefined;
  messageNote: string | undefined;
  /** Files, or whatever else the mail lists, and what is said of each. */
  files: readonly { name: string; size: string | undefined }[];
  /** How many are not listed, in words. */
  moreFiles: string | undefined;
  action: LetterAction | undefined;
  /** Until when, in words. */
  until: string | undefined;
  notes: readonly string[];
  /** Where further mails can be refused. */
  refusal: { text: string; link: WebLink } | undefined;
  footer: string;
}

export interface LetterAction {
  label: string;
  link: WebLink;
  /** Stands before the bare link. */
  orOpen: string;
}
