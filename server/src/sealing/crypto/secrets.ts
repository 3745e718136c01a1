import { createHmac, createSecretKey, hash, hkdfSync, timingSafeEqual } from 'node:crypto';

import type { MailId, ReceiverId } from '../../domain/model/ids.ts';
import type { RowBinding } from '../../domain/model/row-binding.ts';
import type { SecretHasher } from '../../domain/ports/secret-hasher.ts';
import { frameFields, keyBytes, refuseWeakKey } from './primitives.ts';

/** Every use of the root key. A new use is a new line; a label is never given to another use. */
const labels = {
  /** Seals the keyring. */
  keyring: 'valise/keyring/v1',
  /** Hashes session, CSRF, link and inbox tokens. */
  tokenPepper: 'valise/token-pepper/v1',
  /** Hashes API keys. */
  apiKeyPepper: 'valise/api-key-pepper/v1',
  /** Makes the secrets of receivers' links. */
  link: 'valise/link/v1',
  /** Makes the codes that receivers enter. */
  code: 'valise/code/v1',
  /** Chains the audit trail. */
  audit: 'valise/audit/v1',
  /** Binds rows that open something to what they open. */
  rows: 'valise/rows/v1',
  /** Tells a wrong root key from the right one. */
  check: 'valise/check/v1',
} as const;

export type KeyPurpose = keyof typeof labels;
export type DerivedKeys = Readonly<Record<KeyPurpose, Buffer>>;

/** The root key is used for nothing else: each purpose has a key from which no other can be computed. */
export function deriveKeys(rootKey: Buffer): DerivedKeys {
  refuseWeakKey(rootKey, 'The root key');
  const noSalt = Buffer.alloc(0);
  const derive = (purpose: KeyPurpose) =>
    Buffer.from(hkdfSync('sha256', rootKey, noSalt, labels[purpose], keyBytes));
  return {
    keyring: derive('keyring'),
    tokenPepper: derive('tokenPepper'),
    apiKeyPepper: derive('apiKeyPepper'),
    link: derive('link'),
    code: derive('code'),
    audit: derive('audit'),
    rows: derive('rows'),
    check: derive('check'),
  };
}

/** Identifies the root key and the installation without revealing the key. */
export function keyCheck(checkKey: Buffer, installId: string): Buffer {
  refuseWeakKey(checkKey, 'The check key');
  return createHmac('sha256', checkKey).update(installId, 'utf8').digest();
}

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

/** HMAC-SHA-256 over the framed fields of a row. */
export function createRowBinding(
  rowKey: Buffer,
  onTampered: RowBinding['onTampered'] = () => undefined,
): RowBinding {
  refuseWeakKey(rowKey, 'The row key');
  const key = createSecretKey(rowKey);
  const codeOf: RowBinding['codeOf'] = (...fields) =>
    createHmac('sha256', key)
      .update(frameFields(...fields))
      .digest();
  return {
    codeOf,
    isCodeOf(code, ...fields) {
      const expected = codeOf(...fields);
      return code.length === expected.length && timingSafeEqual(code, expected);
    },
    onTampered,
  };
}

const hashBytes = 32;

/**
 * HMAC-SHA-256 over the previous hash and the record. Changing, dropping or moving a record means
 * computing every later hash again, which needs the key.
 */
export function chainHash(auditKey: Buffer, previousHash: Buffer, canonicalRecord: string): Buffer {
  refuseWeakKey(auditKey, 'The audit key');
  if (previousHash.length !== hashBytes) throw new RangeError('A chain hash must be 32 bytes');
  return createHmac('sha256', auditKey).update(previousHash).update(canonicalRecord).digest();
}

/**
 * The secret of a receiver's link: 32 bytes in base64url. It is derived, so that the link can be
 * mailed and sent again although only its hash is stored, and the database alone cannot give it
 * away. Another generation makes a new link and leaves the old one worthless.
 */
export function linkSecret(linkKey: Buffer, receiverId: ReceiverId, generation: number): string {
  refuseWeakKey(linkKey, 'The link key');
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(generation);
  const mac = createHmac('sha256', linkKey).update(frameFields(receiverId, counter));
  return mac.digest('base64url');
}

const digits = 8;

/**
 * The code that a message carries. It is derived from the message's random id, so that the message
 * can be made and sent again although only a hash of the code is stored, and the database alone
 * cannot give it away.
 */
export function receiverCode(codeKey: Buffer, id: MailId): string {
  refuseWeakKey(codeKey, 'The code key');
  const mac = createHmac('sha256', codeKey).update(id, 'utf8').digest();
  // 64 bits over 10^8 codes: no code is likelier than another by anything that could be measured.
  const number = mac.readBigUInt64BE() % 10n ** BigInt(digits);
  return String(number).padStart(digits, '0');
}
