import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { JoinedPieces } from './take-body.ts';

test('pieces of one byte become few, and large ones are handed on as they are', () => {
  const pieces = new JoinedPieces();
  const large = Buffer.alloc(64 * 1024, 'l');
  for (let count = 0; count < 10_000; count += 1) pieces.add(Buffer.from('s'));
  pieces.add(large);
  pieces.add(Buffer.from('t'));
  assert.equal(pieces.byteLength, 10_000 + large.length + 1);
  const taken = pieces.takeAll();
  assert.ok(taken.length <= 12, `${taken.length} pieces`);
  assert.equal(taken.at(-2), large);
  assert.deepEqual([pieces.byteLength, pieces.takeAll()], [0, []]);
});

test('no byte is lost, and none changes its place', () => {
  const sizes = fc.array(fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 9000 })));
  fc.assert(
    fc.property(fc.array(sizes, { maxLength: 4 }), (takings) => {
      const pieces = new JoinedPieces();
      for (const taking of takings) {
        const added = taking.map((size, index) => Buffer.alloc(size, index));
        for (const piece of added) pieces.add(piece);
        assert.deepEqual(Buffer.concat(pieces.takeAll()), Buffer.concat(added));
      }
    }),
    { numRuns: 50 },
  );
});
