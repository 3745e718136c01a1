import { createHmac } from 'node:crypto';

import { refuseWeakKey } from './secret-key.ts';

/** Tells nothing of the key; another root key or another install gives another value. */
export function keyCheck(checkKey: Buffer, installId: string): Buffer {
  refuseWeakKey(checkKey, 'The check key');
  return createHmac('sha256', checkKey).update(installId, 'utf8').digest();
}
