import { createHmac, createSecretKey, hash as plainHash, timingSafeEqual } from 'node:crypto';
import { day, hour } from '../../domain/model/clock.ts';
import type { HashPurpose, TokenHasher } from '../../domain/ports/hashers.ts';
import { hashPurposes } from '../../domain/ports/hashers.ts';
import { refuseWeakKey } from './sealed-format.ts';
import { deriveKey } from './secrets.ts';

interface Former {
  /** The text that was hashed when all purposes had one key. */
  text: (fields: readonly string[]) => string;
  /** How long something that was made then may live. */
  lastsMs: number;
}

const spaced = (label: string, lastsMs: number): Former => ({
  text: (fields) => [label, ...fields].join(' '),
  lastsMs,
});

const bare = (lastsMs: number): Former => ({ text: (fields) => fields.join(' '), lastsMs });

/** Links have kept the key: they are in mails, and their rows carry a MAC. Undefined for what is newer. */
const formers: Readonly<Record<Exclude<HashPurpose, 'link'>, Former | undefined>> = {
  session: spaced('session', 12 * hour),
  'session proof': undefined,
  'known browser': undefined,
  'reset code': undefined,
  'receiver session': spaced('session', 12 * hour),
  'password session': undefined,
  'receiver code': spaced('code', 2 * hour),
  'receiver browser': spaced('browser', 2 * hour),
  'recovery code': spaced('recovery code', Infinity),
  form: spaced('form', day),
  challenge: { text: (fields) => JSON.stringify(['challenge', ...fields]), lastsMs: hour },
  'round trip': spaced('oidc', hour),
  // Each use puts its end off.
  'csrf token': bare(Infinity),
  'account link': bare(7 * day),
  // The draft names the secret that is shown.
  'draft ticket': bare(Infinity),
  'download ticket': bare(Infinity),
  'page cookie': bare(12 * hour),
  // They are in mails, and open nothing.
  'no reminder': spaced('no reminder', Infinity),
  'no mail': spaced('no mail', Infinity),
  'idempotency key': bare(day),
  // A form is sent twice within seconds, if at all.
  'request form': spaced('request form', 0),
  'audit mark': bare(day),
  'upload visitor': undefined,
  'download visitor': undefined,
  'list cursor': undefined,
  device: undefined,
  'shown code': undefined,
  'repeat key': undefined,
  'repeated request': undefined,
  'inbox lease': undefined,
};

export interface TokenKeys {
  /** The key of each purpose is derived from it. */
  hashes: Buffer;
  /** The key that all purposes had, and links have. */
  tokenPepper: Buffer;
}

/** How far this installation has come from one key for all purposes. */
export interface FormerHashes {
  /** Whether others may read what is written who know only the one key. */
  areWritten(): boolean;
  /** Whether something may live that was made before, if such things last so long. */
  mayLive(lastsMs: number): boolean;
}

/** Nothing was ever hashed with one key for all purposes. */
export const noFormerHashes: FormerHashes = { areWritten: () => false, mayLive: () => false };

/**
 * HMAC-SHA-256 under a key for each purpose. Each field, in UTF-8, is preceded by its length in four bytes,
 * big-endian: clients' texts may be long.
 */
export function createTokenHasher(keys: TokenKeys, former: FormerHashes): TokenHasher {
  refuseWeakKey(keys.hashes, 'The key of hashes');
  refuseWeakKey(keys.tokenPepper, 'A pepper');
  const formerKey = createSecretKey(keys.tokenPepper);
  const purposeKeys = new Map(
    hashPurposes.map((purpose) => {
      const label = `valise/hash/${purpose.replaceAll(' ', '-')}/v1`;
      return [purpose, createSecretKey(deriveKey(keys.hashes, label))] as const;
    }),
  );

  function hashText(text: string): Buffer {
    return createHmac('sha256', formerKey).update(text, 'utf8').digest();
  }

  function presentHash(purpose: HashPurpose, fields: readonly string[]): Buffer {
    const key = purposeKeys.get(purpose);
    if (key === undefined) throw new Error(`There is no key for ${purpose}`);
    const mac = createHmac('sha256', key);
    for (const field of fields) {
      const bytes = Buffer.from(field, 'utf8');
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      mac.update(length).update(bytes);
    }
    return mac.digest();
  }

  function hashes(
    purpose: HashPurpose,
    ...fields: readonly string[]
  ): readonly [Buffer, ...Buffer[]] {
    if (purpose === 'link') return [hashText(fields.join(' '))];
    const before = formers[purpose];
    const present = presentHash(purpose, fields);
    if (before === undefined) return [present];
    const mayLive = former.areWritten() || former.mayLive(before.lastsMs);
    return mayLive ? [present, hashText(before.text(fields))] : [present];
  }

  function equal(a: Buffer, b: Buffer): boolean {
    return a.length === b.length && timingSafeEqual(a, b);
  }

  return {
    hash(purpose, ...fields) {
      if (purpose === 'link') return hashText(fields.join(' '));
      const before = former.areWritten() ? formers[purpose] : undefined;
      return before === undefined ? presentHash(purpose, fields) : hashText(before.text(fields));
    },
    hashes,
    isHash: (shown, purpose, ...fields) =>
      hashes(purpose, ...fields).some((hash) => equal(hash, shown)),
    fingerprint: (secret) => plainHash('sha256', secret, 'base64'),
    equal,
  };
}
