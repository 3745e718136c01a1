import { createHmac, createSecretKey, hash, hkdfSync, timingSafeEqual } from 'node:crypto';

import type { DraftId, MailId, Randomness, ReceiverId } from '../../domain/model/ids.ts';
import type { AccountLink } from '../../domain/model/person.ts';
import type { KeyBucket, KeyOwner, RowBinding } from '../../domain/model/key-ring.ts';
import type { SecretHasher } from '../../domain/ports/hashers.ts';
import type { BoxPurpose } from './sealed-format.ts';
import {
  IntegrityError,
  aes256GcmId,
  frameFields,
  keyBytes,
  openBox,
  refuseWeakKey,
  sealBox,
} from './sealed-format.ts';

/**
 * Every use of the installation secret. A new use is a new line; a label is never reused for another. Those of
 * the root key are in keyring-format.ts.
 */
const labels = {
  /** The keys of hashes are derived from it, one for each purpose: see token-hasher.ts. */
  hashes: 'valise/hashes/v1',
  /** Hashes the secrets of receivers' links, and hashed all other tokens before each purpose had a key. */
  tokenPepper: 'valise/token-pepper/v1',
  /** Hashes API keys. */
  apiKeyPepper: 'valise/api-key-pepper/v1',
  /** Derives the secrets of receivers' links. */
  link: 'valise/link/v1',
  /** Derives the codes that receivers enter. */
  code: 'valise/code/v1',
  /** Chains the audit trail. */
  audit: 'valise/audit/v1',
  /** Keys the hashes of people's passwords. */
  passwordPepper: 'valise/password-pepper/v1',
  /** Keys the hashes of passwords that senders set for drops. */
  dropPasswordPepper: 'valise/drop-password-pepper/v1',
  /** Encrypts the secrets of people's authenticator apps. */
  totp: 'valise/totp/v1',
  /** Encrypts forms that wait for a proof. */
  keptForm: 'valise/kept-form/v1',
  /** Encrypts what a person allowed a device. */
  deviceLeave: 'valise/device-leave/v1',
  /** Encrypts the secrets of webhooks. */
  webhook: 'valise/webhook/v1',
  /** Derives the secrets of invitations and resets. */
  accountLink: 'valise/account-link/v1',
  /** Authenticates rows that grant access. */
  rows: 'valise/rows/v1',
  /** The seed of the key that signs receipts. */
  receipts: 'valise/receipts/v1',
  /** Tells the keys of another installation from the right ones. */
  check: 'valise/check/v1',
} as const;

export type KeyPurpose = keyof typeof labels;
export type DerivedKeys = Readonly<Record<KeyPurpose, Buffer>>;

/** The secret is used for nothing else: each purpose has a key from which no other can be computed. */
export function deriveKeys(secret: Buffer): DerivedKeys {
  refuseWeakKey(secret, 'The installation secret');
  const derive = (purpose: KeyPurpose) => deriveKey(secret, labels[purpose]);
  return {
    hashes: derive('hashes'),
    tokenPepper: derive('tokenPepper'),
    apiKeyPepper: derive('apiKeyPepper'),
    link: derive('link'),
    code: derive('code'),
    audit: derive('audit'),
    passwordPepper: derive('passwordPepper'),
    dropPasswordPepper: derive('dropPasswordPepper'),
    totp: derive('totp'),
    keptForm: derive('keptForm'),
    deviceLeave: derive('deviceLeave'),
    webhook: derive('webhook'),
    accountLink: derive('accountLink'),
    rows: derive('rows'),
    receipts: derive('receipts'),
    check: derive('check'),
  };
}

/** HKDF-SHA-256 without a salt. */
export function deriveKey(key: Buffer, label: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), label, keyBytes));
}

/** Identifies the secret and the installation without revealing the secret. */
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

/** HMAC-SHA-256 over the framed fields of a row: who only writes the database grants nothing (decisions 0030, 0076). */
export function createRowBinding(
  rowKey: Buffer,
  {
    coversPeople,
    onTampered = () => undefined,
  }: Pick<RowBinding, 'coversPeople'> & Partial<Pick<RowBinding, 'onTampered'>>,
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
    coversPeople,
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
 * The secret of a receiver's link: 32 bytes in base64url. It is derived, so that the link can be mailed and
 * sent again although only its hash is stored, and the database alone does not reveal it. Another
 * generation makes a new link and invalidates the old one.
 */
export function linkSecret(linkKey: Buffer, id: ReceiverId | DraftId, generation: number): string {
  refuseWeakKey(linkKey, 'The link key');
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(generation);
  const mac = createHmac('sha256', linkKey).update(frameFields(id, counter));
  return mac.digest('base64url');
}

/**
 * The secret of an invitation or a reset: 32 bytes in base64url, derived as that of a receiver's link is. It
 * is bound to the account and the purpose.
 */
export function accountLinkSecret(
  accountLinkKey: Buffer,
  { id, accountId, kind }: Pick<AccountLink, 'id' | 'accountId' | 'kind'>,
): string {
  refuseWeakKey(accountLinkKey, 'The account link key');
  const mac = createHmac('sha256', accountLinkKey).update(frameFields(id, accountId, kind));
  return mac.digest('base64url');
}

const digits = 8;

/**
 * The code of a message. It is derived from the message's random id, so that the message can be composed
 * and sent again although only a hash of the code is stored, and the database alone does not reveal it.
 */
export function receiverCode(codeKey: Buffer, id: MailId): string {
  refuseWeakKey(codeKey, 'The code key');
  const mac = createHmac('sha256', codeKey).update(id, 'utf8').digest();
  // 64 bits over 10^8 codes: the bias is not measurable.
  const number = mac.readBigUInt64BE() % 10n ** BigInt(digits);
  return String(number).padStart(digits, '0');
}

const wrapLabel = 'valise/wrap/v1';
const wrapVersion = 1;
const wrapPrefix = Buffer.of(wrapVersion, aes256GcmId);

export interface WrapContext {
  bucketKey: Buffer;
  bucket: KeyBucket;
  owner: KeyOwner;
}

/** Seals a file key under its bucket's key, bound to the bucket, the file and the owner. */
export function wrapKey(fileKey: Buffer, context: WrapContext, randomness: Randomness): Buffer {
  refuseWeakKey(fileKey, 'A file key');
  return Buffer.concat([wrapPrefix, sealBox(wrapPurpose(context), fileKey, randomness)]);
}

/** Throws an IntegrityError for changed bytes, another bucket, another file or another owner. */
export function unwrapKey(wrapped: Buffer, context: WrapContext): Buffer {
  if (!wrapped.subarray(0, wrapPrefix.length).equals(wrapPrefix)) {
    throw new IntegrityError('A wrapped key is not of a known version and algorithm');
  }
  const fileKey = openBox(wrapPurpose(context), wrapped.subarray(wrapPrefix.length));
  refuseWeakKey(fileKey, 'A file key');
  return fileKey;
}

function wrapPurpose({ bucketKey, bucket, owner }: WrapContext): BoxPurpose {
  const algorithm = Uint8Array.of(aes256GcmId);
  return {
    key: bucketKey,
    info: frameFields(wrapLabel, bucket, owner.fileId),
    additionalData: frameFields(owner.fileId, owner.accountId, algorithm, bucket),
  };
}
