import assert from 'node:assert/strict';
import { noon } from '../../testing/fake-clock.ts';
import { idFor, sampleDispatch, sampleFile } from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, addDispatch, alice, bob, namesOf, sendFiles } from './database-case.ts';

const drop = sampleDispatch(alice, 'drop');

export const trayCases: readonly DatabaseCase[] = [
  {
    name: 'lists the tray in the order of upload, file by file as it was added',
    async run(database) {
      await addAccounts(database, alice, bob);
      const files = [
        sampleFile(alice, 'z.pdf'),
        sampleFile(alice, 'a "quoted" ö 会計.bin', { sizeBytes: 5 * 2 ** 40, mediaType: 'a/b' }),
        sampleFile(alice, 'm.pdf', { sizeBytes: 0, createdAt: noon - 1 }),
      ];
      for (const file of files) await database.files.addToTray(file);
      await database.files.addToTray(sampleFile(bob, 'of bob.pdf'));
      assert.deepEqual(await database.files.listTray(alice.id), files);
      assert.deepEqual(await database.files.listTray(idFor('nobody')), []);
    },
  },
  {
    name: 'finds a tray file by its exact name and owner',
    async run(database) {
      await addAccounts(database, alice, bob);
      const file = sampleFile(alice, 'Plan \u00e4.pdf');
      await database.files.addToTray(file);
      assert.deepEqual(await database.files.findInTray(alice.id, file.name), file);
      for (const other of ['plan \u00e4.pdf', 'Plan a\u0308.pdf', 'Plan \u00e4.pdf ', 'Plan%']) {
        assert.equal(await database.files.findInTray(alice.id, other), undefined, other);
      }
      assert.equal(await database.files.findInTray(bob.id, file.name), undefined);
    },
  },
  {
    name: 'refuses a name that is in the tray already',
    async run(database) {
      await addAccounts(database, alice, bob);
      await addDispatch(database, drop, 'zoe@example.com');
      const again = (label: string) => sampleFile(alice, 'a.pdf', { id: idFor(label) });
      await database.files.addToTray(again('first'));
      await assert.rejects(database.files.addToTray(again('second')));
      assert.deepEqual(await database.files.listTray(alice.id), [again('first')]);

      await database.files.shred(again('first').id, noon);
      await sendFiles(database, drop, again('third'));
      await database.files.addToTray(again('fourth'));
      await database.files.addToTray(sampleFile(bob, 'a.pdf'));
      assert.deepEqual(await database.files.listTray(alice.id), [again('fourth')]);
    },
  },
  {
    name: 'adds up the bytes of what lies in the tray',
    async run(database) {
      await addAccounts(database, alice, bob);
      await addDispatch(database, drop, 'zoe@example.com');
      assert.equal(await database.files.trayBytes(alice.id), 0);
      const size = (sizeBytes: number) => ({ sizeBytes });
      await sendFiles(database, drop, sampleFile(alice, 'sent', size(1)));
      await database.files.addToTray(sampleFile(alice, 'small', size(10)));
      await database.files.addToTray(sampleFile(alice, 'large', size(5_000_000_000)));
      await database.files.addToTray(sampleFile(alice, 'shredded', size(100)));
      await database.files.addToTray(sampleFile(bob, 'of bob', size(1000)));
      await database.files.shred(sampleFile(alice, 'shredded').id, noon);
      assert.equal(await database.files.trayBytes(alice.id), 5_000_000_010);
    },
  },
  {
    name: 'lists what has lain in any tray for long, oldest first',
    async run(database) {
      await addAccounts(database, alice, bob);
      const [old, older, young, sent, gone] = [
        sampleFile(alice, 'old', { createdAt: noon - 10 }),
        sampleFile(bob, 'older', { createdAt: noon - 20 }),
        sampleFile(alice, 'young', { createdAt: noon }),
        sampleFile(alice, 'sent', { createdAt: noon - 30 }),
        sampleFile(alice, 'gone', { createdAt: noon - 30 }),
      ];
      for (const file of [old, older, young, gone]) await database.files.addToTray(file);
      await addDispatch(database, drop, 'zoe@example.com');
      await sendFiles(database, drop, sent);
      await database.files.shred(gone.id, noon);
      const found = await database.files.listForgotten(noon, 10);
      assert.deepEqual(
        found,
        [older, old].map(({ id, accountId, name, createdAt }) => ({
          id,
          accountId,
          name,
          createdAt,
        })),
      );
      assert.deepEqual(namesOf(await database.files.listForgotten(noon, 1)), ['older']);
      assert.deepEqual(await database.files.listForgotten(noon - 20, 10), []);
    },
  },
  {
    name: 'moves tray files into a dispatch under their new keys',
    async run(database) {
      await addAccounts(database, alice);
      await addDispatch(database, drop, 'zoe@example.com');
      const [sent, kept] = [sampleFile(alice, 'sent'), sampleFile(alice, 'kept')];
      await database.files.addToTray(sent);
      await database.files.addToTray(kept);
      const newKey = { wrappedKey: Buffer.from('new key'), keyBucket: 'expiry-2026-11-16' };
      await database.files.moveToDispatch([{ id: sent.id, ...newKey }], drop.id);
      assert.deepEqual(await database.files.listTray(alice.id), [kept]);
      assert.equal(await database.files.findInTray(alice.id, 'sent'), undefined);
      const moved = { ...sent, ...newKey, dispatchId: drop.id };
      assert.deepEqual(await database.files.findInDispatch(drop.id, 'sent'), moved);
      assert.equal(await database.files.findInDispatch(drop.id, 'kept'), undefined);
    },
  },
  {
    name: 'finds a file in its own dispatch alone, by its exact name or its id',
    async run(database) {
      await addAccounts(database, alice);
      const other = sampleDispatch(alice, 'other');
      await addDispatch(database, drop, 'zoe@example.com');
      await addDispatch(database, other, 'zoe@example.com');
      await sendFiles(database, drop, sampleFile(alice, 'a.pdf'));
      assert.equal((await database.files.findInDispatch(drop.id, 'a.pdf'))?.name, 'a.pdf');
      assert.equal(await database.files.findInDispatch(drop.id, 'A.pdf'), undefined);
      assert.equal(await database.files.findInDispatch(other.id, 'a.pdf'), undefined);
      const found = await database.files.findInDispatch(drop.id, 'a.pdf');
      const id = found?.id ?? assert.fail();
      assert.deepEqual(await database.files.findInDispatchById(drop.id, id), found);
      assert.equal(await database.files.findInDispatchById(other.id, id), undefined);
      assert.equal(await database.files.findInDispatchById(drop.id, idFor('no file')), undefined);
      await database.files.shred(id, noon);
      assert.equal(await database.files.findInDispatchById(drop.id, id), undefined);
    },
  },
  {
    name: 'keeps the order of upload in a dispatch',
    async run(database) {
      await addAccounts(database, alice);
      await addDispatch(database, drop, 'zoe@example.com');
      const files = ['z', 'a', 'm'].map((name) => sampleFile(alice, name));
      for (const file of files) await database.files.addToTray(file);
      await database.files.moveToDispatch(files.toReversed(), drop.id);
      const [told] = await database.dispatches.listHistory(alice.id);
      const [shown] = await database.dispatches.listInbox('zoe@example.com', noon);
      assert.deepEqual(namesOf(told?.files ?? []), ['z', 'a', 'm']);
      assert.deepEqual(namesOf(shown?.files ?? []), ['z', 'a', 'm']);
    },
  },
];
