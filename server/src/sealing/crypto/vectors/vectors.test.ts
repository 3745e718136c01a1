import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, test } from 'node:test';

import type { AccountId, FileId } from '../../../domain/model/ids.ts';
import { deriveKeys, unwrapKey, wrapKey, openKeyring, sealKeyring } from '../secrets.ts';
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

interface Vectors {
  sealed: SealedVector[];
  refused: (FileContext & { sealed: string })[];
  wraps: (WrapContext & { salt: string; fileKey: string })[];
  refusedWraps: WrapContext[];
  keyrings: {
    name: string;
    rootKey: string;
    derived: Record<string, string>;
    salt: string;
    buckets: [string, string][];
    sealed: string;
  }[];
}

const vectors = JSON.parse(
  readFileSync(new URL('vectors.json', import.meta.url), 'utf8'),
) as Vectors;

const fromHex = (text: string) => Buffer.from(text, 'hex');
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const pattern = Buffer.from(Uint8Array.from({ length: 251 }, (_, index) => index));
const patternOf = (size: number) => Buffer.alloc(size, pattern);
const always = (text: string) => ({ bytes: () => fromHex(text) });
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
      const derived = deriveKeys(fromHex(vector.rootKey));
      const found = Object.entries(derived).map(([name, key]) => [name, key.toString('hex')]);
      assert.deepEqual(Object.fromEntries(found), vector.derived);
      const keys = new Map(vector.buckets.map(([bucket, key]) => [bucket, fromHex(key)]));
      const keyring = { keys, installation: undefined, changes: 0 };
      const sealed = sealKeyring(derived.keyring, keyring, always(vector.salt));
      assert.equal(sealed.toString('hex'), vector.sealed);
      assert.deepEqual(openKeyring(derived.keyring, sealed), keyring);
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
    const { sealed, refused, wraps, refusedWraps, keyrings } = vectors;
    assert.deepEqual(JSON.parse(run.stdout), {
      sealed: sealed.length,
      refused: refused.length,
      wraps: wraps.length,
      refusedWraps: refusedWraps.length,
      keyrings: keyrings.length,
    });
  },
);
