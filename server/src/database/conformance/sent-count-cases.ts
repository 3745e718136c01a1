import assert from 'node:assert/strict';
import type { Database } from '../../domain/model/database.ts';
import { noAddress } from '../../domain/model/dispatch.ts';
import { noon } from '../../testing/fake-clock.ts';
import {
  hashFor,
  idFor,
  sampleDispatch,
  sampleFile,
  sampleReceiver,
} from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, addDispatch, alice, bob, sendFiles } from './database-case.ts';

const zoe = 'zoe@example.com';
const drop = sampleDispatch(alice, 'drop');
const [toZoe, toAdam] = [sampleReceiver(drop, zoe), sampleReceiver(drop, 'adam@example.com')];
const twoFiles = [sampleFile(alice, 'z.pdf'), sampleFile(alice, 'a.pdf')];

/** A drop to Zoe and Adam with two files. */
async function fill(database: Database): Promise<void> {
  await addAccounts(database, alice);
  await database.dispatches.add(drop, [toZoe, toAdam]);
  await sendFiles(database, drop, ...twoFiles);
}

/** What pages count and name of what was sent. */
export const sentCountCases: readonly DatabaseCase[] = [
  {
    name: 'counts live drops until a time, and no more than are asked for',
    async run(database) {
      await addAccounts(database, alice, bob);
      const at = (label: string, expiresAt: number) => sampleDispatch(alice, label, { expiresAt });
      const ended = at('ended', noon + 3);
      const drops = [at('over', noon), at('soon', noon + 1), at('later', noon + 2), ended];
      const grant = { ...at('grant', noon + 1), kind: 'grant' as const };
      for (const each of [...drops, grant, sampleDispatch(bob, 'foreign')]) {
        await addDispatch(database, each, zoe);
      }
      await database.dispatches.end(ended.id, noon);
      const count = async (endsBefore: number, atMost = 9) =>
        await database.sent.count(alice.id, { filter: 'live', now: noon, endsBefore, atMost });
      assert.equal(await count(Number.MAX_SAFE_INTEGER), 2);
      assert.equal(await count(Number.MAX_SAFE_INTEGER, 1), 1);
      assert.equal(await count(noon + 2), 1);
    },
  },
  {
    name: 'names the first receivers, however many links and revoked ones stand before them',
    async run(database) {
      await addAccounts(database, alice);
      const links = Array.from({ length: 9 }, (_, at) =>
        sampleReceiver(drop, noAddress, {
          id: idFor(`link ${at}`),
          linkHash: hashFor(`link ${at}`),
          inboxToken: idFor(`inbox ${at}`),
        }),
      );
      const people = Array.from({ length: 5 }, (_, at) =>
        sampleReceiver(drop, `${at}@example.com`),
      );
      await database.dispatches.add(drop, [...links, ...people]);
      await database.dispatches.endLink(people[0]?.id ?? assert.fail(), noon);
      const found = await database.sent.find(alice.id, drop.id);
      assert.equal(found?.receiverCount, 4);
      assert.deepEqual(
        found.firstReceivers.map(({ email }) => email),
        ['1@example.com', '2@example.com', '3@example.com'],
      );
    },
  },
  {
    name: 'counts who has a file of a drop, without those whose link was revoked',
    async run(database) {
      await fill(database);
      const [one = assert.fail(), two = assert.fail()] = twoFiles;
      const count = async () => await database.sent.countHolders(drop.id, [one.id, two.id]);
      assert.deepEqual(await count(), new Map());
      const begun = { spans: [], completedAt: undefined };
      await database.downloads.save({ receiverId: toZoe.id, fileId: two.id, ...begun });
      for (const { id: receiverId } of [toZoe, toAdam]) {
        await database.downloads.save({ receiverId, fileId: one.id, spans: [], completedAt: noon });
      }
      assert.deepEqual(await count(), new Map([[one.id, 2]]));
      await database.dispatches.endLink(toAdam.id, noon);
      assert.deepEqual(await count(), new Map([[one.id, 1]]));
      assert.deepEqual(await database.sent.countHolders(drop.id, [two.id]), new Map());
    },
  },
];
