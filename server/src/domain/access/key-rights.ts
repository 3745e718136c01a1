import type { Scope } from '#protocol/access.ts';
import { scopes } from '#protocol/access.ts';
import { isNetwork } from '#protocol/networks.ts';
import type { ApiKey } from '../model/account.ts';
import { isPlainText } from '../model/message.ts';
import { usualScopes } from '../model/principal.ts';

/** Sign-in reads all keys of an account with each request that is not cached. */
export const maxKeys = 20;
const maxKeyNameLength = 100;
/** Each request of a key is compared with all of them. */
export const maxKeyNetworks = 20;

/** As it was typed, or ticked. */
export interface WantedRights {
  /** Left out: the usual ones. */
  scopes?: readonly string[] | undefined;
  /** Left out, or none: from anywhere. */
  networks?: readonly string[] | undefined;
  /** Whether the key of a person may replace the contacts of its owner. Left out: no. */
  replacesContacts?: boolean | undefined;
}

export type KeyRights = Pick<ApiKey, 'scopes' | 'networks' | 'replacesContacts'>;
export type RightsProblem = 'scopes' | 'networks';

/** What is stored of the rights of a key, or what is wrong with them. The usual ones are left out. */
export function rightsFrom(
  wanted: WantedRights,
): { rights: KeyRights } | { problems: RightsProblem[] } {
  const named = new Set<string>(wanted.scopes ?? usualScopes);
  const networks = [...new Set(wanted.networks?.map((network) => network.toLowerCase()))];
  const chosen = scopes.filter((scope) => named.has(scope));
  const problems: RightsProblem[] = [];
  if (chosen.length === 0 || chosen.length < named.size) problems.push('scopes');
  if (networks.length > maxKeyNetworks || !networks.every(isNetwork)) problems.push('networks');
  if (problems.length > 0) return { problems };
  const mayReplace = wanted.replacesContacts === true && named.has('contacts');
  return {
    rights: {
      ...(!areUsual(chosen) && { scopes: chosen }),
      ...(networks.length > 0 && { networks }),
      ...(mayReplace && { replacesContacts: true }),
    },
  };
}

function areUsual(chosen: readonly Scope[]): boolean {
  return (
    chosen.length === usualScopes.length && usualScopes.every((scope) => chosen.includes(scope))
  );
}

/** Of the record that a key was made. */
export function detailsOf({ scopes: chosen = usualScopes, networks, replacesContacts }: KeyRights) {
  return {
    scopes: chosen.join(' '),
    ...(networks !== undefined && { networks: networks.join(' ') }),
    ...(replacesContacts === true && { replacesContacts }),
  };
}

export function isKeyName(name: string): boolean {
  return name !== '' && name.length <= maxKeyNameLength && isPlainText(name);
}
