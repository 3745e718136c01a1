import assert from 'node:assert/strict';
import type { Database } from '../../domain/model/database.ts';
import { noon } from '../../testing/fake-clock.ts';
import { sampleDispatch, sampleFile, sampleReceiver } from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, alice, sendFiles } from './database-case.ts';

const drop = sampleDispatch(alice, 'drop');
const zoe = sampleReceiver(drop, 'zoe@example.com');
const adam = sampleReceiver(drop, 'adam@example.com');
const twoFiles = [sampleFile(alice, 'z.pdf'), sampleFile(alice, 'a.pdf')];

async function fill(database: Database): Promise<void> {
  await addAccounts(database, alice);
  await database.dispatches.add(drop, [zoe, adam]);
  await sendFiles(database, drop, ...twoFiles);
}

function idOf(at: number) {
  return (twoFiles[at] ?? assert.fail()).id;
}

/** What receipts and proofs of deletion are made of. */
export const receiptCases: readonly DatabaseCase[] = [
  {
    name: 'says where the keys of shredded files were, page by page, and of no readable one',
    async run(database) {
      await fill(database);
      const list = (limit: number, after?: (typeof twoFiles)[number]) =>
        database.sent.listShredded(drop.id, { limit, after: after?.id });
      assert.deepEqual(await list(9), []);
      await database.files.shredDispatch(drop.id, noon + 5);
      await database.files.markReclaimed([idOf(0)], noon + 9);
      const shredded = (at: number, reclaimedAt: number | undefined) => {
        const { id, name, folder, sizeBytes, keyBucket } = twoFiles[at] ?? assert.fail();
        const ended = { contentId: id, shreddedAt: noon + 5, bucket: keyBucket, reclaimedAt };
        return { ...{ id, name, folder, sizeBytes }, ...ended };
      };
      const [first, second] = [shredded(0, noon + 9), shredded(1, undefined)];
      assert.deepEqual(await list(9), [first, second]);
      assert.deepEqual(await list(1), [first]);
      assert.deepEqual(await list(9, twoFiles[0]), [second]);
      assert.deepEqual(await list(9, twoFiles[1]), []);
    },
  },
  {
    name: 'says which files receivers have, of those that are asked for',
    async run(database) {
      await fill(database);
      const save = (receiver: typeof zoe, at: number, completedAt: number | undefined) =>
        database.downloads.save({
          ...{ receiverId: receiver.id, fileId: idOf(at), spans: [], completedAt },
        });
      await save(zoe, 0, noon);
      await save(zoe, 1, undefined);
      await save(adam, 1, noon + 1);
      const [ofZoe, ofAdam] = [
        { receiverId: zoe.id, fileId: idOf(0), completedAt: noon },
        { receiverId: adam.id, fileId: idOf(1), completedAt: noon + 1 },
      ];
      const { downloads } = database;
      const both = await downloads.listCompleted([zoe.id, adam.id], [idOf(0), idOf(1)]);
      assert.deepEqual(new Set(both), new Set([ofZoe, ofAdam]));
      assert.deepEqual(await downloads.listCompleted([zoe.id], [idOf(0), idOf(1)]), [ofZoe]);
      assert.deepEqual(await downloads.listCompleted([adam.id], [idOf(0)]), []);
      assert.deepEqual(await downloads.listCompleted([], []), []);
    },
  },
];
