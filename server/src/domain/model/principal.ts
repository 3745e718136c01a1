import type { Scope } from '#protocol/access.ts';
import { isInNetworks } from '#protocol/networks.ts';
import type { Account, ApiKey } from './account.ts';
import type { Instant } from './clock.ts';
import type { ApiKeyId } from './ids.ts';

/** What a key may do for which nothing else was chosen: all that keys could do before they had scopes. */
export const usualScopes: readonly Scope[] = ['send', 'receive', 'status', 'contacts'];

/** An authenticated account, and which of its keys it used. */
export interface SignedIn {
  account: Account;
  keyId: ApiKeyId;
  /** Undefined for a key that is valid until it is replaced. */
  keyEndsAt: Instant | undefined;
  /** Where the key may come from; undefined: from anywhere. */
  networks: readonly string[] | undefined;
  scopes: readonly Scope[];
  /** Whether it may replace all contacts, where it has the scope. */
  mayReplaceContacts: boolean;
}

/**
 * What an account may do with one of its keys: the lesser of what its role and the key allow. A script of a person
 * that "adds" a contact must not replace an address book, unless its owner allowed that; programs always may.
 */
export function signedInWith(account: Account, key: ApiKey): SignedIn {
  return {
    account,
    keyId: key.id,
    keyEndsAt: key.expiresAt,
    networks: key.networks,
    scopes: key.scopes ?? usualScopes,
    mayReplaceContacts: account.role === 'api' || key.replacesContacts === true,
  };
}

/** Whether a key may be used from this address. */
export function isFrom({ networks }: Pick<SignedIn, 'networks'>, source: string): boolean {
  return networks === undefined || isInNetworks(source, networks);
}

/** How many requests are left to an account in this minute, and how long that lasts. */
export interface RequestsLeft {
  perMinute: number;
  left: number;
  seconds: number;
}

/** The account on whose behalf a request acts, and what it may do. */
export interface Principal extends SignedIn {
  /** The scheme of its credentials. */
  via: 'basic' | 'bearer';
  /** The actor of its audit records. */
  actor: Actor;
  /** Undefined where requests are not limited. */
  requestsLeft: RequestsLeft | undefined;
}

/** Who acts, and from where: what an audit record needs of a caller. */
export interface Actor {
  /** An account's e-mail address, `operator` at the command line, `system` for jobs. */
  name: string;
  /** The client's network address, `cli` or `scheduler`. */
  source: string;
  requestId: string;
}
