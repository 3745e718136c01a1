import type { Generated } from 'kysely';

/** The tables of accounts, and of how they sign in. */

export interface AccountsTable {
  id: string;
  email: string;
  number: string;
  language: string;
  role: string;
  show_number: number;
  show_email: number;
  show_language: number;
  show_nick: number;
  receipts: number;
  reminders: number;
  second_factor: string;
  /** NULL: as the server counts. */
  desttime_unit: string | null;
  created_at: number;
  disabled_at: number | null;
  files_listed_at: number | null;
  /** Empty where the person has set none. */
  display_name: Generated<string>;
  /** NULL: as the server's setting says. */
  time_zone: string | null;
  /** NULL: as the server's setting says. */
  default_days: number | null;
  /** NULL: as much as the server's setting allows. */
  quota_bytes: number | null;
  /** NULL: as many as the server's setting allows. */
  mails_per_day: number | null;
  /** Binds its columns to one another; see `bound-people.ts`. NULL: written by an earlier version. */
  mac: Uint8Array | null;
}

export interface ApiKeysTable {
  id: string;
  account_id: string;
  hash: Uint8Array;
  /** NULL for the fast hash of a key that is too long to be guessed. */
  salt: Uint8Array | null;
  created_at: number;
  expires_at: number | null;
  /** Binds the key to its account and end; see `bound-rows.ts`. */
  mac: Uint8Array | null;
  /** The right to replace contacts, as a MAC; NULL: the key of a person has none. */
  contacts_mac: Uint8Array | null;
  /** Words with blanks between; NULL: the usual ones. The MAC of the key covers both columns where either is set. */
  scopes: string | null;
  /** In CIDR notation, with blanks between; NULL: anywhere. */
  networks: string | null;
}

/** What owners see of their keys. Reading it is not part of authenticating a request. */
export interface ApiKeyNotesTable {
  key_id: string;
  name: string;
  last_used_at: number | null;
  /** How many days before its end the owner was last told of it; NULL: not yet. */
  told_days: number | null;
}

export interface CsrfTokensTable {
  hash: Uint8Array;
  account_id: string;
  expires_at: number;
}

/** The sessions of people. */
export interface SessionsTable {
  id: string;
  account_id: string;
  /** `half` until a second factor was shown. */
  state: string;
  /** A keyed hash of the secret and of every column but `last_used_at`. */
  hash: Uint8Array;
  created_at: number;
  /** When its owner last proved who they are; NULL for half a session. */
  proved_at: number | null;
  last_used_at: number;
  expires_at: number;
  /** The network address and the browser that it was opened from. */
  source: string;
  client: string;
  /** How its owner proved who they are; NULL for a session of an earlier version. */
  proved_by: string | null;
  /** When the passkey or authenticator of that proof was added; NULL where it had none. */
  factor_since: number | null;
  /** A keyed hash of the secret and of these two; NULL with `proved_by`. */
  proof_hash: Uint8Array | null;
  /** Binds its columns to one another; see `bound-people.ts`. NULL: written by an earlier version. */
  mac: Uint8Array | null;
}

export interface PasswordsTable {
  account_id: string;
  /** A PHC string. */
  phc: string;
  set_at: number;
  /** When it was last set through a link; NULL where that is not known to have happened. */
  reset_at: number | null;
  /** When the person last signed out everywhere: browsers that were known before count no more. */
  browsers_ended_at: number | null;
}

/** Links that let a person set a password: invitations and resets. */
export interface AccountLinksTable {
  /** The id of the mail that carries it, if there is one. */
  id: string;
  account_id: string;
  kind: string;
  hash: Uint8Array;
  created_at: number;
  expires_at: number;
  /** The account whose owner invites; NULL: the operator, or nobody that is known. */
  invited_by: string | null;
}

export interface TotpSecretsTable {
  account_id: string;
  /** Encrypted. */
  sealed: Uint8Array;
  /** NULL until its owner has entered a first code. */
  confirmed_at: number | null;
  /** When one that is not confirmed ends; NULL for one of an older node. */
  waits_until: number | null;
  /** The time step of the last code that was accepted. */
  last_step: number;
  tries_left: number;
  /** When the tries start again. */
  tries_until: number;
  /** The same for browsers in which the person signed in before. */
  known_tries_left: number;
  known_tries_until: number;
}

/** The form of a person who proves elsewhere who they are; one for each account. */
export interface KeptFormsTable {
  account_id: string;
  id: string;
  /** Encrypted. */
  sealed: Uint8Array;
  expires_at: number;
}

/** Devices that ask to act for a person. */
export interface DeviceLoginsTable {
  hash: Uint8Array;
  user_hash: Uint8Array;
  name: string;
  scopes: string;
  source: string;
  created_at: number;
  expires_at: number;
  state: string;
  /** Who allowed it, and what, encrypted for that account. NULL until then. */
  account_id: string | null;
  sealed: Uint8Array | null;
}

export interface RecoveryCodesTable {
  account_id: string;
  hash: Uint8Array;
  /** Binds its columns to one another; see `bound-people.ts`. NULL: written by an earlier version. */
  mac: Uint8Array | null;
}
