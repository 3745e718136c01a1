import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { isSegmentMac, segmentMac } from './sealed-format.ts';

const context = {
  fileKey: Buffer.from(Array.from({ length: 32 }, (_, at) => at)),
  installId: 'install',
  fileId: 'A'.repeat(22),
};
const parts = [
  { blobKey: 'B'.repeat(22), sizeBytes: 2 ** 40 + 3 },
  { blobKey: 'C'.repeat(22), sizeBytes: 0 },
];

test('the MAC of a list of segments is what the file format says', () => {
  const framed = (text: string) => Buffer.from(`\0${String.fromCharCode(text.length)}${text}`);
  const info = Buffer.concat(['valise/segments/v1', 'install', context.fileId].map(framed));
  const expanded = createHmac('sha512', context.fileKey).update(info).update('\x01').digest();
  const entries = Buffer.concat([
    framed('B'.repeat(22)),
    Buffer.from('0000010000000003', 'hex'),
    framed('C'.repeat(22)),
    Buffer.from('0000000000000000', 'hex'),
  ]);
  const expected = createHmac('sha256', expanded.subarray(0, 32)).update(entries).digest();
  assert.ok(segmentMac(context, parts).equals(expected));
  assert.ok(isSegmentMac(expected, context, parts));
});

test('another order, file, install or key gives another MAC', () => {
  const mac = segmentMac(context, parts);
  for (const [other, list] of [
    [context, parts.toReversed()],
    [{ ...context, fileId: 'Z'.repeat(22) }, parts],
    [{ ...context, installId: 'other' }, parts],
    [{ ...context, fileKey: Buffer.alloc(32, 7) }, parts],
    [context, []],
  ] as const) {
    assert.ok(!isSegmentMac(mac, other, list));
  }
  assert.ok(!isSegmentMac(mac.subarray(1), context, parts));
});
