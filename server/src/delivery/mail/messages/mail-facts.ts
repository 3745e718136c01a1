import type { Instant } from '../../../domain/model/clock.ts';

/**
 * A person as the reader of a mail may know them. Details that the person hides are left out when the facts
 * are gathered; a person without nick and e-mail is called by the service's name.
 */
export interface Person {
  nick?: string | undefined;
  email?: string | undefined;
}

export interface FileFact {
  name: string;
  sizeBytes: number;
}

/** To a receiver: files wait behind the link. */
export interface DownloadFacts {
  kind: 'download';
  sender: Person;
  /** What the sender wrote; undefined or blank for the default text. */
  message: string | undefined;
  files: readonly FileFact[];
  link: string;
  /** The page where further mails can be refused. */
  refusalLink: string;
  expiresAt: Instant;
  /** Whether a code is needed first: the mail then names the sender, and nothing of the content. */
  isLocked: boolean;
}

/** To a contact: the link opens an upload page. */
export interface UploadFacts {
  kind: 'upload';
  sender: Person;
  message: string | undefined;
  link: string;
  /** The page where further mails can be refused. */
  refusalLink: string;
  expiresAt: Instant;
}

/** To a receiver: these files were not downloaded yet, and expire soon. */
export interface ReminderFacts {
  kind: 'reminder';
  sender: Person;
  files: readonly FileFact[];
  link: string;
  /** The page where further mails can be refused. */
  refusalLink: string;
  expiresAt: Instant;
  isLocked: boolean;
}

/** To an account: a receiver has downloaded every file. */
export interface ReceiptFacts {
  kind: 'receipt';
  /** By which programs and the operator's commands know the drop. */
  dropId: string;
  receiver: Person;
  files: readonly FileFact[];
  completedAt: Instant;
  /** The page of the drop; undefined for a program, which has none. */
  link: string | undefined;
}

/** To an account: a contact sent files back, which are now in the inbox. */
export interface ReceivedFacts {
  kind: 'received';
  contact: Person;
  message: string | undefined;
  files: readonly FileFact[];
  /** The account's own page, or the item in the inbox of a person. */
  link: string;
  /** Whether the account is a person's, who reads the inbox in a browser. */
  isPerson: boolean;
  expiresAt: Instant;
}

/** To a contact: the files that they sent back have arrived. */
export interface ReturnedFacts {
  kind: 'returned';
  /** Who asked for the files. */
  receiver: Person;
  /** Empty where a code is needed to see them. */
  files: readonly FileFact[];
  /** The number of files, listed or not. */
  count: number;
  at: Instant;
  /** The page where further mails can be refused. */
  refusalLink: string;
}

/** To an account: a drop has expired, and a receiver had not downloaded these files. */
export interface UnfetchedFacts {
  kind: 'unfetched';
  receiver: Person;
  files: readonly FileFact[];
  expiresAt: Instant;
}

/** To a receiver: the code that opens the page behind the link. */
export interface CodeFacts {
  kind: 'code';
  sender: Person;
  code: string;
  expiresAt: Instant;
}

/** To an account: receivers of drops that have expired had not downloaded every file. */
export interface UnfetchedManyFacts {
  kind: 'unfetched_many';
  /** The first of them, and when their drop ended. */
  receivers: readonly (Person & { expiresAt: Instant })[];
  count: number;
}

/** To an account: mails to its receivers could not be delivered. */
export interface UndeliveredFacts {
  kind: 'undelivered';
  /** The first of them, and the answer of the mail server; undefined when the receiver refuses mail. */
  mails: readonly { to: string; reason: string | undefined }[];
  count: number;
}

/** To an account: wrong codes were entered at a receiver's link, or all that it gets for now were requested. */
export interface CodesFacts {
  kind: 'codes_refused' | 'codes_used_up';
  receiver: Person;
  at: Instant;
}

/** To an account: the operator ended a drop or grant, for one receiver or for all. */
export interface RevokedFacts {
  kind: 'revoked';
  receiver: Person | undefined;
  sentAt: Instant;
  files: readonly FileFact[];
}

/** To an account: something happened to the account itself. */
export interface AccountFacts {
  kind:
    | 'key_rotated'
    | 'account_disabled'
    | 'account_enabled'
    | 'password_changed'
    | 'passkey_added'
    | 'passkey_removed'
    | 'identity_linked'
    | 'identity_unlinked'
    | 'authenticator_added'
    | 'authenticator_removed'
    | 'recovery_codes_made'
    | 'sign_in_codes_refused'
    | 'sign_in_attempts'
    | 'second_factor_removed';
  email: string;
  at: Instant;
}

/** To a person: API keys of theirs end soon. */
export interface KeyEndingFacts {
  kind: 'key_ending';
  email: string;
  /** The first to end first. */
  keys: readonly { name: string; expiresAt: Instant }[];
}

/** To a person: a link to set a password with. */
export interface AccountLinkFacts {
  kind: 'invitation' | 'reset';
  email: string;
  /** Who invites; undefined: the operator. */
  inviter?: Person | undefined;
  link: string;
  expiresAt: Instant;
}

/** The facts of a mail of one kind. */
export type MailFacts =
  | DownloadFacts
  | UploadFacts
  | ReminderFacts
  | ReceiptFacts
  | ReceivedFacts
  | ReturnedFacts
  | UnfetchedFacts
  | UnfetchedManyFacts
  | UndeliveredFacts
  | CodesFacts
  | RevokedFacts
  | AccountFacts
  | AccountLinkFacts
  | KeyEndingFacts
  | CodeFacts;
