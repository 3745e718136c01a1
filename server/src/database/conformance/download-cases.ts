import assert from 'node:assert/strict';
import type { Download } from '../../domain/model/download.ts';
import type { DispatchId } from '../../domain/model/ids.ts';
import type { Database } from '../../domain/model/database.ts';
import { noon } from '../../testing/fake-clock.ts';
import { idFor, sampleDispatch, sampleFile, sampleReceiver } from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, addDispatch, alice, sendFiles } from './database-case.ts';

const drop = sampleDispatch(alice, 'drop');
const zoe = sampleReceiver(drop, 'zoe@example.com');
const adam = sampleReceiver(drop, 'adam@example.com');
const [a, b] = [sampleFile(alice, 'a.pdf'), sampleFile(alice, 'b.pdf')];

function begun(overrides: Partial<Download> = {}): Download {
  const spans = [
    { start: 0, end: 10 },
    { start: 5_000_000_000, end: 6_000_000_000 },
  ];
  return { receiverId: zoe.id, fileId: a.id, spans, completedAt: undefined, ...overrides };
}

async function fill(database: Database): Promise<void> {
  await addAccounts(database, alice);
  await addDispatch(database, drop, zoe.email, adam.email);
  await sendFiles(database, drop, a, b);
}

export const downloadCases: readonly DatabaseCase[] = [
  {
    name: 'keeps how often a file was sent, where that is counted',
    async run(database) {
      await addAccounts(database, alice);
      const limited = sampleDispatch(alice, 'limited', { downloadLimit: 3, receipts: 'first' });
      await addDispatch(database, limited, 'zoe@example.com');
      assert.deepEqual((await database.dispatches.find(limited.id))?.dispatch, limited);
      const receiverId = sampleReceiver(limited, 'zoe@example.com').id;
      await sendFiles(database, limited, a);
      const fileId = a.id;
      const download = { receiverId, fileId, spans: [], completedAt: undefined };
      await database.downloads.save(download);
      assert.deepEqual(await database.downloads.find(receiverId, fileId), download);
      const counted = { ...download, sent: { times: 2, bytes: 9_000_000_000 } };
      await database.downloads.save(counted);
      assert.deepEqual(await database.downloads.find(receiverId, fileId), counted);
      assert.deepEqual(await database.downloads.listFor(receiverId), [counted]);
    },
  },
  {
    name: 'keeps how far each receiver got with each file',
    async run(database) {
      await fill(database);
      assert.deepEqual(await database.downloads.listFor(zoe.id), []);
      const whole = begun({ fileId: b.id, spans: [{ start: 0, end: 9 }], completedAt: noon });
      const ofAdam = begun({ receiverId: adam.id, spans: [] });
      for (const download of [begun(), whole, ofAdam]) await database.downloads.save(download);
      const ofZoe = await database.downloads.listFor(zoe.id);
      assert.deepEqual(new Set(ofZoe), new Set([begun(), whole]));
      assert.deepEqual(await database.downloads.listFor(adam.id), [ofAdam]);
    },
  },
  {
    name: 'finds how far one receiver got with one file',
    async run(database) {
      await fill(database);
      assert.equal(await database.downloads.find(zoe.id, a.id), undefined);
      const whole = begun({ fileId: b.id, spans: [{ start: 0, end: 9 }], completedAt: noon });
      for (const download of [begun(), whole]) await database.downloads.save(download);
      assert.deepEqual(await database.downloads.find(zoe.id, a.id), begun());
      assert.deepEqual(await database.downloads.find(zoe.id, b.id), whole);
      assert.equal(await database.downloads.find(adam.id, a.id), undefined);
    },
  },
  {
    name: 'tells whether a receiver has every file of a dispatch, also of one that has ended',
    async run(database) {
      await fill(database);
      const hasAll = (receiver: typeof zoe) =>
        database.downloads.hasEveryFile(receiver.id, drop.id);
      assert.equal(await hasAll(zoe), false);
      await database.downloads.save(begun({ fileId: b.id, completedAt: noon }));
      assert.equal(await hasAll(zoe), false);
      await database.downloads.save(begun());
      assert.equal(await hasAll(zoe), false);
      await database.downloads.save(begun({ completedAt: noon }));
      assert.equal(await hasAll(zoe), true);
      assert.equal(await hasAll(adam), false);
      await database.files.shredDispatch(drop.id, noon);
      assert.deepEqual([await hasAll(zoe), await hasAll(adam)], [true, false]);
    },
  },
  {
    name: 'replaces what it knew of a download',
    async run(database) {
      await fill(database);
      await database.downloads.save(begun());
      const further = begun({ spans: [{ start: 0, end: 1000 }], completedAt: noon });
      await database.downloads.save(further);
      assert.deepEqual(await database.downloads.listFor(zoe.id), [further]);
    },
  },
  {
    name: 'counts what each receiver of a dispatch has completed',
    async run(database) {
      await fill(database);
      const other = { ...sampleDispatch(alice, 'grant'), id: idFor<DispatchId>('other') };
      await database.dispatches.add(other, [sampleReceiver(other, 'eve@example.com')]);
      await database.downloads.save(begun({ completedAt: noon }));
      await database.downloads.save(begun({ fileId: b.id, completedAt: noon }));
      await database.downloads.save(begun({ receiverId: adam.id }));
      assert.deepEqual(await database.downloads.countCompleted(drop.id), new Map([[zoe.id, 2]]));
      assert.deepEqual(await database.downloads.countCompleted(other.id), new Map());
    },
  },
  {
    name: 'remembers a download when the file has gone, and forgets it with the dispatch',
    async run(database) {
      await fill(database);
      await database.downloads.save(begun({ completedAt: noon }));
      await database.dispatches.end(drop.id, noon);
      await database.files.shredDispatch(drop.id, noon);
      await database.files.markReclaimed([a.id, b.id], noon);
      assert.deepEqual(await database.downloads.listFor(zoe.id), [begun({ completedAt: noon })]);
      await database.dispatches.removeAll(alice.id);
      assert.deepEqual(await database.downloads.listFor(zoe.id), []);
    },
  },
];
