import assert from 'node:assert/strict';
import type { Segment } from '../../domain/model/file.ts';
import { hashFor, idFor, sampleDispatch, sampleFile } from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, addDispatch, alice } from './database-case.ts';

const [one, other] = [sampleFile(alice, 'one'), sampleFile(alice, 'other')];
const parts: Segment[] = ['z', 'a', 'm'].map((label, at) => ({
  blobKey: idFor(`blob ${label}`),
  sizeBytes: 5_000_000_000 + at,
  store: at === 0 ? 'file' : 'other',
  sealedBytes: at === 0 ? undefined : 6_000_000_000 + at,
}));
const [first = assert.fail(), second = assert.fail()] = parts;

export const segmentCases: readonly DatabaseCase[] = [
  {
    name: 'keeps the segments of each file in order',
    async run({ segments }) {
      for (const [number, part] of parts.entries()) await segments.add(one.id, number, part);
      assert.deepEqual(await segments.list(one.id), parts);
      assert.deepEqual(await segments.list(other.id), []);
    },
  },
  {
    name: 'refuses a segment whose number or blob is taken',
    async run({ segments }) {
      await segments.add(one.id, 0, first);
      await assert.rejects(segments.add(one.id, 0, second));
      await assert.rejects(segments.add(other.id, 0, first));
      assert.deepEqual(await segments.list(one.id), [first]);
    },
  },
  {
    name: 'tells known segments from unknown ones, thousands at once',
    async run({ segments }) {
      for (const [number, part] of parts.entries()) await segments.add(one.id, number, part);
      const strangers = Array.from({ length: 1200 }, (_, index) => idFor<never>(`${index}`));
      const asked = [first.blobKey, ...strangers, second.blobKey];
      assert.deepEqual(await segments.known(asked), new Set([first.blobKey, second.blobKey]));
      assert.deepEqual(await segments.known([]), new Set());
    },
  },
  {
    name: 'forgets the segments of the named files alone',
    async run({ segments }) {
      await segments.add(one.id, 0, first);
      await segments.add(other.id, 0, second);
      await segments.forget([one.id]);
      assert.deepEqual(await segments.list(one.id), []);
      assert.deepEqual(await segments.list(other.id), [second]);
    },
  },
  {
    name: 'hands out a file with its segments',
    async run(database) {
      const drop = sampleDispatch(alice, 'drop');
      await addAccounts(database, alice);
      await addDispatch(database, drop, 'zoe@example.com');
      for (const [number, part] of parts.entries())
        await database.segments.add(one.id, number, part);
      const segments = { parts, mac: hashFor('mac') };
      const inParts = { ...one, dispatchId: drop.id, segments };
      const empty = { ...other, dispatchId: drop.id, segments: { parts: [], mac: hashFor('0') } };
      const whole = { ...sampleFile(alice, 'whole'), dispatchId: drop.id };
      for (const file of [inParts, empty, whole]) await database.files.addToDispatch(file);
      assert.deepEqual(await database.files.listInDispatch(drop.id), [inParts, empty, whole]);
      assert.deepEqual(await database.files.findInDispatch(drop.id, one.name), inParts);
      const inBucket = await database.files.listInBucket(one.keyBucket, 10);
      assert.deepEqual(new Set(inBucket), new Set([inParts, empty, whole]));
    },
  },
];
