import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTraceParent, sampled } from './trace-requests.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';

test('the header of a caller is read', () => {
  const context = { traceId, spanId, isRemote: true };
  assert.deepEqual(parseTraceParent(`00-${traceId}-${spanId}-01`), { ...context, traceFlags: 1 });
  assert.deepEqual(parseTraceParent(`00-${traceId}-${spanId}-00`), { ...context, traceFlags: 0 });
  assert.deepEqual(parseTraceParent(`01-${traceId}-${spanId}-03-more`), {
    ...context,
    traceFlags: 1,
  });
});

test('anything else begins a new trace', () => {
  for (const header of [
    undefined,
    '',
    `00-${traceId}-${spanId}`,
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId}-${spanId}-01-more`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    ['a', 'b'],
  ]) {
    assert.equal(parseTraceParent(header), undefined, String(header));
  }
});

test('a program names its trace, and does not decide whether it is recorded', () => {
  const named = { traceId, spanId, traceFlags: 1, isRemote: true };
  assert.deepEqual(sampled(named, 0), { ...named, traceFlags: 0 });
  assert.deepEqual(sampled({ ...named, traceFlags: 0 }, 1), named);
  assert.equal(sampled(undefined, 1), undefined);
});
