import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { FastifyRequest } from 'fastify';
import { operations } from '../generated/operations.js';
import { readHeaders } from '../routing/read-input.ts';

const version = { 'tus-resumable': '1.0.0' };

function takes(name: 'append' | 'create', headers: Record<string, string>): boolean {
  try {
    readHeaders(operations.tus[name].input.headers ?? [], { headers } as FastifyRequest);
    return true;
  } catch {
    return false;
  }
}

const digits = fc.oneof(
  fc.stringMatching(/^[0-9]{0,18}$/),
  fc.bigInt({ min: 2n ** 53n - 1000n, max: 2n ** 53n + 1000n }).map(String),
  fc.constantFrom('-1', '+1', '1.0', ' 1', '1e3', '٣', String(2 ** 53 - 1), String(2 ** 53)),
);

test('a number of bytes is up to 16 digits for a number that JavaScript can count', () => {
  fc.assert(
    fc.property(digits, (text) => {
      const isCount = /^ *[0-9]{1,16}$/.test(text) && Number.isSafeInteger(Number(text));
      assert.equal(takes('append', { ...version, 'upload-offset': text }), isCount);
      assert.equal(takes('create', { ...version, 'upload-length': text }), isCount);
      assert.equal(
        takes('append', { ...version, 'upload-offset': '0', 'content-length': text }),
        isCount,
      );
    }),
    { numRuns: 2000 },
  );
});

const base64 = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const sizes: Record<string, number> = { sha1: 20, sha256: 32 };
const checksum = fc
  .tuple(
    fc.constantFrom('sha1', 'sha256', 'md5', 'SHA1', ''),
    fc.constantFrom(' ', '  ', '\t', ''),
    fc
      .integer({ min: 25, max: 45 })
      .chain((length) =>
        fc.string({ unit: fc.constantFrom(...base64), minLength: length, maxLength: length }),
      ),
    fc.constantFrom('', '=', '==', '==='),
  )
  .map((parts) => parts.join(''));

test('a checksum is as long as its algorithm makes it', () => {
  let fitting = 0;
  fc.assert(
    fc.property(checksum, (text) => {
      const [, algorithm = '', encoded = ''] =
        /^([a-z0-9]+) ([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
      const isSound = Buffer.from(encoded, 'base64').length === sizes[algorithm];
      if (isSound) fitting += 1;
      assert.equal(
        takes('append', { ...version, 'upload-offset': '0', 'upload-checksum': text }),
        isSound,
      );
    }),
    { numRuns: 5000 },
  );
  assert.ok(fitting > 10, `only ${fitting} of 5000 were sound`);
});
