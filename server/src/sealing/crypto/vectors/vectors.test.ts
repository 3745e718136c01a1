import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, test } from 'node:test';

import type { AccountId, FileId } from '../../../domain/model/ids.ts';
import { openKeyring, openKeyringWithRootKey, sealKeyring, sealSlot } from '../keyring-format.ts';
import { deriveKey, deriveKeys, unwrapKey, wrapKey } from '../secrets.ts';
import { IntegrityError, sealedSize } from '../sealed-format.ts';
import { openWhole, sealWhole } from './whole-file.ts';

interface FileContext {
  name: string;
  fileKey: string;
  installId: string;
  fileId: string;
  segment: number;
}

interface SealedVector extends FileContext {
  salt: string;
  chunkSizeLog2: number;
  plaintextBytes: number;
  plaintextSha256: string;
  sealedSha256: string;
  /** Left out where the bytes would be many; the hash says it all. */
  sealed?: string;
}

interface WrapContext {
  name: string;
  bucketKey: string;
  bucket: string;
  fileId: FileId;
  accountId: AccountId;
  wrapped: string;
}

interface KeyringContent {
  name: string;
  derived: Record<string, string>;
  buckets: [string, string][];
  sealed: string;
}

interface Vectors {
  sealed: SealedVector[];
  refused: (FileContext & { sealed: string })[];
  wraps: (WrapContext & { salt: string; fileKey: string })[];
  refusedWraps: WrapContext[];
  keyrings: (KeyringContent & {
    rootKeys: string[];
    slotSalts: string[];
    ringKey: string;
    secret: string;
    installation?: string;
    changes?: number;
    salt: string;
  })[];
  firstKeyrings: (KeyringContent & { rootKey: string; keyringKey: string })[];
  refusedKeyrings: { name: string; rootKey: string; sealed: string }[];
}

const vectors = JSON.parse(
  readFileSync(new URL('vectors.json', import.meta.url), 'utf8'),
) as Vectors;

const fromHex = (text: string) => Buffer.from(text, 'hex');
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const pattern = Buffer.from(Uint8Array.from({ length: 251 }, (_, index) => index));
const patternOf = (size: number) => Buffer.alloc(size, pattern);
const always = (text: string) => ({ bytes: () => fromHex(text) });
const bucketKeys = ({ buckets }: KeyringContent) =>
  new Map(buckets.map(([bucket, key]) => [bucket, fromHex(key)]));
function derivedInHex(secret: Buffer): Record<string, string> {
  const derived = Object.entries(deriveKeys(secret));
  return Object.fromEntries(derived.map(([name, key]) => [name, key.toString('hex')]));
}
const fileContext = (vector: FileContext) => ({ ...vector, fileKey: fromHex(vector.fileKey) });
const wrapContext = (vector: WrapContext) => ({
  bucketKey: fromHex(vector.bucketKey),
  bucket: vector.bucket,
  owner: vector,
});

describe('the published vectors', () => {
  for (const vector of vectors.sealed) {
    test(`seal and open: ${vector.name}`, () => {
      const plain = patternOf(vector.plaintextBytes);
      assert.equal(sha256(plain), vector.plaintextSha256);
      const sealed = sealWhole({ ...fileContext(vector), salt: fromHex(vector.salt) }, plain);
      assert.equal(sha256(sealed), vector.sealedSha256);
      assert.equal(sealed.length, sealedSize(plain.length, vector.chunkSizeLog2));
      if (vector.sealed !== undefined) assert.equal(sealed.toString('base64'), vector.sealed);
      assert.ok(openWhole(fileContext(vector), sealed).equals(plain));
    });
  }

  for (const vector of vectors.refused) {
    test(`refuse a file: ${vector.name}`, () => {
      const sealed = Buffer.from(vector.sealed, 'base64');
      assert.throws(() => openWhole(fileContext(vector), sealed), IntegrityError);
    });
  }

  for (const vector of vectors.wraps) {
    test(`wrap and unwrap a key: ${vector.name}`, () => {
      const fileKey = fromHex(vector.fileKey);
      const wrapped = wrapKey(fileKey, wrapContext(vector), always(vector.salt));
      assert.equal(wrapped.toString('hex'), vector.wrapped);
      assert.ok(unwrapKey(wrapped, wrapContext(vector)).equals(fileKey));
    });
  }

  for (const vector of vectors.refusedWraps) {
    test(`refuse a wrapped key: ${vector.name}`, () => {
      const wrapped = fromHex(vector.wrapped);
      assert.throws(() => unwrapKey(wrapped, wrapContext(vector)), IntegrityError);
    });
  }

  for (const vector of vectors.keyrings) {
    test(`derive keys, seal and open a keyring: ${vector.name}`, () => {
      const [secret, ringKey] = [fromHex(vector.secret), fromHex(vector.ringKey)];
      assert.deepEqual(derivedInHex(secret), vector.derived);
      const slots = vector.rootKeys.map((key, index) =>
        sealSlot(fromHex(key), ringKey, always(vector.slotSalts[index] ?? '')),
      );
      const { installation, changes = 0 } = vector;
      const keyring = { secret, keys: bucketKeys(vector), installation, changes };
      const sealed = sealKeyring({ ringKey, slots }, keyring, always(vector.salt));
      assert.equal(sealed.toString('hex'), vector.sealed);
      const opened = { keyring, protection: { ringKey, slots } };
      assert.deepEqual(openKeyring(ringKey, sealed), opened);
      for (const key of vector.rootKeys) {
        assert.deepEqual(openKeyringWithRootKey(fromHex(key), sealed, always('')), opened);
      }
    });
  }

  for (const vector of vectors.firstKeyrings) {
    test(`open a keyring of version 1: ${vector.name}`, () => {
      const rootKey = fromHex(vector.rootKey);
      assert.equal(deriveKey(rootKey, 'valise/keyring/v1').toString('hex'), vector.keyringKey);
      assert.deepEqual(derivedInHex(rootKey), vector.derived);
      const sealed = fromHex(vector.sealed);
      const { keyring } = openKeyringWithRootKey(rootKey, sealed, { bytes: randomBytes });
      const keys = bucketKeys(vector);
      assert.deepEqual(keyring, { secret: rootKey, keys, installation: undefined, changes: 0 });
    });
  }

  for (const vector of vectors.refusedKeyrings) {
    test(`refuse a keyring: ${vector.name}`, () => {
      assert.throws(
        () => openKeyringWithRootKey(fromHex(vector.rootKey), fromHex(vector.sealed), always('')),
        IntegrityError,
      );
    });
  }
});

function findPython(): string | undefined {
  const candidates = ['/usr/bin/python3', 'python3'];
  return candidates.find((name) => spawnSync(name, ['-c', 'import cryptography']).status === 0);
}

const python = findPython();

test(
  'the independent decoder agrees on every vector',
  { skip: python === undefined && 'no python3 with the cryptography package was found' },
  () => {
    assert.ok(python !== undefined);
    const decoder = fileURLToPath(new URL('decoder.py', import.meta.url));
    const run = spawnSync(python, [decoder], { encoding: 'utf8' });
    assert.equal(run.status, 0, run.stderr);
    const { sealed, refused, wraps, refusedWraps } = vectors;
    const { keyrings, firstKeyrings, refusedKeyrings } = vectors;
    assert.deepEqual(JSON.parse(run.stdout), {
      sealed: sealed.length,
      refused: refused.length,
      wraps: wraps.length,
      refusedWraps: refusedWraps.length,
      keyrings: keyrings.length,
      firstKeyrings: firstKeyrings.length,
      refusedKeyrings: refusedKeyrings.length,
    });
  },
);
