import { createHmac, createSecretKey, hash, timingSafeEqual } from 'node:crypto';

import type { SecretHasher } from '../../domain/ports/secret-hasher.ts';
import { refuseWeakKey } from './secret-key.ts';

/** HMAC-SHA-256 under the pepper. */
export function createSecretHasher(pepper: Buffer): SecretHasher {
  refuseWeakKey(pepper, 'A pepper');
  const key = createSecretKey(pepper);
  return {
    hash: (secret) => createHmac('sha256', key).update(secret, 'utf8').digest(),
    fingerprint: (secret) => hash('sha256', secret, 'base64'),
    equal: (a, b) => a.length === b.length && timingSafeEqual(a, b),
  };
}
