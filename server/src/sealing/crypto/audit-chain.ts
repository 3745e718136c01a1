import { createHmac } from 'node:crypto';

import { refuseWeakKey } from './secret-key.ts';

const hashBytes = 32;

/**
 * HMAC-SHA-256 over the hash before and the record: who changes, drops or moves a record must make
 * every later hash anew, and cannot without the key.
 */
export function chainHash(auditKey: Buffer, previousHash: Buffer, canonicalRecord: string): Buffer {
  refuseWeakKey(auditKey, 'The audit key');
  if (previousHash.length !== hashBytes) throw new RangeError('A chain hash must be 32 bytes');
  return createHmac('sha256', auditKey).update(previousHash).update(canonicalRecord).digest();
}
