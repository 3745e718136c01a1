import type { Instant } from './clock.ts';
import type { Repositories } from './database.ts';
import type { AccountId, ApiKeyId } from './ids.ts';
import { ValiseError } from './valise-error.ts';

/** `test`: of a sandbox. Such a key works in no other installation, and no other key works there. */
export type KeyKind = 'usual' | 'test';

export const testKeyPrefix = 'vk_test_';

export function isOfKind(key: string, kind: KeyKind): boolean {
  return key.startsWith(testKeyPrefix) === (kind === 'test');
}

/** Throws `unauthorized` when the key that a request was signed in with has ended since. */
export async function refuseEndedKey(
  { apiKeys }: Pick<Repositories, 'apiKeys'>,
  accountId: AccountId,
  keyId: ApiKeyId,
  now: Instant,
): Promise<void> {
  const key = (await apiKeys.listFor(accountId)).find(({ id }) => id === keyId);
  if (key === undefined || (key.expiresAt ?? Infinity) <= now) {
    throw new ValiseError('unauthorized', 'The API key ended while the upload ran.');
  }
}
