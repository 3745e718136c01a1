import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { ReceiptKey } from '../../domain/ports/receipt-key.ts';
import { refuseWeakKey } from './sealed-format.ts';

/** What stands before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410). */
const privateKeyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The key pair of a seed: every process that derives the seed has the same one. */
export function createReceiptKey(seed: Buffer): ReceiptKey {
  refuseWeakKey(seed, 'The seed of the receipt key');
  const privateKey = createPrivateKey({
    key: Buffer.concat([privateKeyPrefix, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  return {
    publicKey: createPublicKey(privateKey).export({ format: 'der', type: 'spki' }),
    sign: (message) => sign(null, message, privateKey),
  };
}
