import type { Scope } from '#protocol/access.ts';
import { scopes } from '#protocol/access.ts';
import type { Account } from './account.ts';
import type { Instant } from './clock.ts';
import type { ApiKeyId } from './ids.ts';

/**
 * What a person's key may do unless its owner allowed more: a script that "adds" a contact must not replace an address
 * book.
 */
export const scopesOfPeople: readonly Scope[] = scopes.filter(
  (scope) => scope !== 'replace_contacts',
);

/** Keys of programs may do everything. */
export function scopesOfKey(
  { role }: Pick<Account, 'role'>,
  { replacesContacts }: { replacesContacts?: boolean },
): readonly Scope[] {
  return role === 'api' || replacesContacts === true ? scopes : scopesOfPeople;
}

/** An authenticated account, and which of its keys it used. */
export interface SignedIn {
  account: Account;
  keyId: ApiKeyId;
  /** The scopes of the key. */
  scopes: readonly Scope[];
}

/** The same for a key that came alone, with what its owner sees of it. */
export interface BearerSignedIn extends SignedIn {
  /** Empty for a key that has none. */
  keyName: string;
  /** Undefined for a key that is valid until it is replaced. */
  keyEndsAt: Instant | undefined;
}

/** The account on whose behalf a request acts, and what it may do. */
export interface Principal extends SignedIn {
  /** The scheme of its credentials. */
  via: 'basic' | 'bearer';
  /** The actor of its audit records. */
  actor: Actor;
}

/** The same, by a bearer key. */
export type BearerPrincipal = Principal & BearerSignedIn;

/** Who acts, and from where: what an audit record needs of a caller. */
export interface Actor {
  /** An account's e-mail address, `operator` at the command line, `system` for jobs. */
  name: string;
  /** The client's network address, `cli` or `scheduler`. */
  source: string;
  requestId: string;
}
