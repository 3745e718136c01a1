import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandomness } from '../../sealing/crypto/vectors/seeded-randomness.ts';
import type { Span } from './download.ts';
import { addSpan, coversAll } from './download.ts';

const sizeBytes = 24;

/** Spans that anyone could ask for, empty ones too. */
function randomSpans(seed: string, count: number): Span[] {
  const bytes = seededRandomness(seed).bytes(2 * count);
  return Array.from({ length: count }, (_, index) => {
    const start = bytes.readUInt8(2 * index) % (sizeBytes + 1);
    const length = bytes.readUInt8(2 * index + 1) % 9;
    return { start, end: Math.min(sizeBytes, start + length) };
  });
}

test('spans hold exactly the bytes that were added, in order and apart from each other', () => {
  for (let round = 0; round < 500; round += 1) {
    const handedOver = new Set<number>();
    let spans: Span[] = [];
    for (const added of randomSpans(`round ${round}`, 12)) {
      const before = structuredClone(spans);
      const next = addSpan(spans, added);
      assert.deepEqual(spans, before, 'what was there stays as it was');
      spans = next;
      for (let byte = added.start; byte < added.end; byte += 1) handedOver.add(byte);

      const held = spans.flatMap(({ start, end }) =>
        Array.from({ length: end - start }, (_, index) => start + index),
      );
      assert.deepEqual(
        held,
        [...handedOver].sort((a, b) => a - b),
      );
      for (const [index, { start, end }] of spans.entries()) {
        assert.ok(start < end);
        assert.ok(index === 0 || start > (spans[index - 1]?.end ?? 0));
      }
      assert.equal(coversAll(spans, sizeBytes), handedOver.size === sizeBytes);
    }
  }
});

test('spans that touch become one', () => {
  const touching = addSpan([{ start: 0, end: 5 }], { start: 5, end: 9 });
  assert.deepEqual(touching, [{ start: 0, end: 9 }]);
  const bridged = addSpan([...touching, { start: 12, end: 20 }], { start: 3, end: 12 });
  assert.deepEqual(bridged, [{ start: 0, end: 20 }]);
});

test('a file is whole with its first byte, its last and all between', () => {
  assert.ok(coversAll([{ start: 0, end: 10 }], 10));
  for (const spans of [
    [],
    [{ start: 1, end: 10 }],
    [{ start: 0, end: 9 }],
    [
      { start: 0, end: 4 },
      { start: 5, end: 10 },
    ],
  ]) {
    assert.ok(!coversAll(spans, 10));
  }
});

test('an empty file is whole once it was asked for', () => {
  assert.deepEqual(addSpan([], { start: 0, end: 0 }), []);
  assert.ok(coversAll([], 0));
});
