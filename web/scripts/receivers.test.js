import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeReceivers, splitReceivers } from './receivers.js';

test('200 pasted addresses are merged, and bad ones named', () => {
  const addresses = Array.from({ length: 200 }, (_, at) => `person${String(at)}@example.com`);
  const pasted = `${addresses.join('; ')}\n${addresses.slice(0, 9).join(',')}\nnobody, "Ek, Bo" <Bo@X.se>`;
  const { receivers, unreadable } = splitReceivers(pasted);
  assert.deepEqual(receivers, [...addresses, 'bo@x.se']);
  assert.deepEqual(unreadable, ['nobody']);
  assert.equal(mergeReceivers(receivers, ['person0@example.com', 'new@example.com']).length, 202);
});

test('a group that is known is taken by its name', () => {
  assert.deepEqual(splitReceivers('lab a, lab b', ['Lab A']), {
    receivers: ['Lab A'],
    unreadable: ['lab b'],
  });
});
