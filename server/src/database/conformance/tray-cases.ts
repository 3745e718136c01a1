import assert from 'node:assert/strict';
import { noon } from '../../testing/fake-clock.ts';
import { idFor, sampleDispatch, sampleFile } from '../../testing/samples.ts';
import type { StoreCase } from './store-case.ts';
import { addAccounts, addDispatch, alice, bob, namesOf, sendFiles } from './store-case.ts';

const drop = sampleDispatch(alice, 'drop');

export const trayCases: readonly StoreCase[] = [
  {
    name: 'lists the tray in the order of upload, file by file as it was added',
    async run(store) {
      await addAccounts(store, alice, bob);
      const files = [
        sampleFile(alice, 'z.pdf'),
        sampleFile(alice, 'a "quoted" ö 会計.bin', { sizeBytes: 5 * 2 ** 40, mediaType: 'a/b' }),
        sampleFile(alice, 'm.pdf', { sizeBytes: 0, createdAt: noon - 1 }),
      ];
      for (const file of files) await store.files.addToTray(file);
      await store.files.addToTray(sampleFile(bob, 'of bob.pdf'));
      assert.deepEqual(await store.files.listTray(alice.id), files);
      assert.deepEqual(await store.files.listTray(idFor('nobody')), []);
    },
  },
  {
    name: 'finds a tray file by its exact name and owner',
    async run(store) {
      await addAccounts(store, alice, bob);
      const file = sampleFile(alice, 'Plan \u00e4.pdf');
      await store.files.addToTray(file);
      assert.deepEqual(await store.files.findInTray(alice.id, file.name), file);
      for (const other of ['plan \u00e4.pdf', 'Plan a\u0308.pdf', 'Plan \u00e4.pdf ', 'Plan%']) {
        assert.equal(await store.files.findInTray(alice.id, other), undefined, other);
      }
      assert.equal(await store.files.findInTray(bob.id, file.name), undefined);
    },
  },
  {
    name: 'refuses a name that is in the tray already',
    async run(store) {
      await addAccounts(store, alice, bob);
      await addDispatch(store, drop, 'zoe@example.com');
      const again = (label: string) => sampleFile(alice, 'a.pdf', { id: idFor(label) });
      await store.files.addToTray(again('first'));
      await assert.rejects(store.files.addToTray(again('second')));
      assert.deepEqual(await store.files.listTray(alice.id), [again('first')]);

      await store.files.shred(again('first').id, noon);
      await sendFiles(store, drop, again('third'));
      await store.files.addToTray(again('fourth'));
      await store.files.addToTray(sampleFile(bob, 'a.pdf'));
      assert.deepEqual(await store.files.listTray(alice.id), [again('fourth')]);
    },
  },
  {
    name: 'adds up the bytes of what lies in the tray',
    async run(store) {
      await addAccounts(store, alice, bob);
      await addDispatch(store, drop, 'zoe@example.com');
      assert.equal(await store.files.trayBytes(alice.id), 0);
      const size = (sizeBytes: number) => ({ sizeBytes });
      await sendFiles(store, drop, sampleFile(alice, 'sent', size(1)));
      await store.files.addToTray(sampleFile(alice, 'small', size(10)));
      await store.files.addToTray(sampleFile(alice, 'large', size(5_000_000_000)));
      await store.files.addToTray(sampleFile(alice, 'shredded', size(100)));
      await store.files.addToTray(sampleFile(bob, 'of bob', size(1000)));
      await store.files.shred(sampleFile(alice, 'shredded').id, noon);
      assert.equal(await store.files.trayBytes(alice.id), 5_000_000_010);
    },
  },
  {
    name: 'lists what has lain in any tray for long, oldest first',
    async run(store) {
      await addAccounts(store, alice, bob);
      const [old, older, young, sent, gone] = [
        sampleFile(alice, 'old', { createdAt: noon - 10 }),
        sampleFile(bob, 'older', { createdAt: noon - 20 }),
        sampleFile(alice, 'young', { createdAt: noon }),
        sampleFile(alice, 'sent', { createdAt: noon - 30 }),
        sampleFile(alice, 'gone', { createdAt: noon - 30 }),
      ];
      for (const file of [old, older, young, gone]) await store.files.addToTray(file);
      await addDispatch(store, drop, 'zoe@example.com');
      await sendFiles(store, drop, sent);
      await store.files.shred(gone.id, noon);
      const found = await store.files.listForgotten(noon, 10);
      assert.deepEqual(
        found,
        [older, old].map(({ id, accountId, name, createdAt }) => ({
          id,
          accountId,
          name,
          createdAt,
        })),
      );
      assert.deepEqual(namesOf(await store.files.listForgotten(noon, 1)), ['older']);
      assert.deepEqual(await store.files.listForgotten(noon - 20, 10), []);
    },
  },
  {
    name: 'moves tray files into a dispatch under their new keys',
    async run(store) {
      await addAccounts(store, alice);
      await addDispatch(store, drop, 'zoe@example.com');
      const [sent, kept] = [sampleFile(alice, 'sent'), sampleFile(alice, 'kept')];
      await store.files.addToTray(sent);
      await store.files.addToTray(kept);
      const newKey = { wrappedKey: Buffer.from('new key'), keyBucket: 'expiry-2026-11-16' };
      await store.files.moveToDispatch([{ id: sent.id, ...newKey }], drop.id);
      assert.deepEqual(await store.files.listTray(alice.id), [kept]);
      assert.equal(await store.files.findInTray(alice.id, 'sent'), undefined);
      const moved = { ...sent, ...newKey, dispatchId: drop.id };
      assert.deepEqual(await store.files.findInDispatch(drop.id, 'sent'), moved);
      assert.equal(await store.files.findInDispatch(drop.id, 'kept'), undefined);
    },
  },
  {
    name: 'finds a file in its own dispatch alone, by its exact name or its id',
    async run(store) {
      await addAccounts(store, alice);
      const other = sampleDispatch(alice, 'other');
      await addDispatch(store, drop, 'zoe@example.com');
      await addDispatch(store, other, 'zoe@example.com');
      await sendFiles(store, drop, sampleFile(alice, 'a.pdf'));
      assert.equal((await store.files.findInDispatch(drop.id, 'a.pdf'))?.name, 'a.pdf');
      assert.equal(await store.files.findInDispatch(drop.id, 'A.pdf'), undefined);
      assert.equal(await store.files.findInDispatch(other.id, 'a.pdf'), undefined);
      const found = await store.files.findInDispatch(drop.id, 'a.pdf');
      const id = found?.id ?? assert.fail();
      assert.deepEqual(await store.files.findInDispatchById(drop.id, id), found);
      assert.equal(await store.files.findInDispatchById(other.id, id), undefined);
      assert.equal(await store.files.findInDispatchById(drop.id, idFor('no file')), undefined);
      await store.files.shred(id, noon);
      assert.equal(await store.files.findInDispatchById(drop.id, id), undefined);
    },
  },
  {
    name: 'keeps the order of upload in a dispatch',
    async run(store) {
      await addAccounts(store, alice);
      await addDispatch(store, drop, 'zoe@example.com');
      const files = ['z', 'a', 'm'].map((name) => sampleFile(alice, name));
      for (const file of files) await store.files.addToTray(file);
      await store.files.moveToDispatch(files.toReversed(), drop.id);
      const [told] = await store.dispatches.listHistory(alice.id);
      const [shown] = await store.dispatches.listInbox('zoe@example.com', noon);
      assert.deepEqual(namesOf(told?.files ?? []), ['z', 'a', 'm']);
      assert.deepEqual(namesOf(shown?.files ?? []), ['z', 'a', 'm']);
    },
  },
];
