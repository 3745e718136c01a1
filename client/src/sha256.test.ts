import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { base64Of, createPlainSha256, hexOf } from './sha256.ts';

test('the SHA-256 for browsers is that of Node, of any text in any pieces', () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 6 });
  fc.assert(
    fc.property(pieces, (given) => {
      const own = createPlainSha256();
      const other = createHash('sha256');
      for (const piece of given) {
        own.update(piece);
        other.update(piece);
        assert.equal(hexOf(own.copy().digest()), other.copy().digest('hex'));
      }
      assert.equal(hexOf(own.digest()), other.digest('hex'));
    }),
  );
});

test('bytes are written in base64', () => {
  assert.equal(base64Of(new Uint8Array([0, 255, 16])), 'AP8Q');
});
