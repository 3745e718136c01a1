import type { Account, ApiKey } from '../model/account.ts';
import type { Instant } from '../model/clock.ts';
import type { ApiKeyId } from '../model/ids.ts';
import type { SignedIn } from '../model/principal.ts';
import { isFrom, signedInWith } from '../model/principal.ts';

/** A right key that lets nobody in, and why. The caller is answered as with a wrong one: the reason is in the trail. */
export interface RefusedKey {
  account: Account;
  keyId: ApiKeyId;
  /** `network`: it may not be used from where it came. `shared`: two accounts have it, and it came alone. */
  refused: 'ended' | 'disabled' | 'network' | 'shared';
}

/** What a key is good for that was found right, whoever comes with it. */
export function judge(account: Account, key: ApiKey, now: Instant): SignedIn | RefusedKey {
  const refused = !isAlive(key.expiresAt, now)
    ? 'ended'
    : account.disabledAt !== undefined
      ? 'disabled'
      : undefined;
  return refused === undefined ? signedInWith(account, key) : { account, keyId: key.id, refused };
}

/** Why this request is not let in; undefined where it is. What was found may have been cached, so nothing else is. */
export function refusalOf(
  found: SignedIn | RefusedKey,
  source: string,
  now: Instant,
): RefusedKey | undefined {
  if ('refused' in found) return found;
  const { account, keyId, keyEndsAt } = found;
  if (!isAlive(keyEndsAt, now)) return { account, keyId, refused: 'ended' };
  return isFrom(found, source) ? undefined : { account, keyId, refused: 'network' };
}

export function isAlive(until: Instant | undefined, now: Instant): boolean {
  return until === undefined || until > now;
}
