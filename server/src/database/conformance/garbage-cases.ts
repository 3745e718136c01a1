import assert from 'node:assert/strict';
import type { Store } from '../../domain/model/store.ts';
import { noon } from '../../testing/fake-clock.ts';
import { idFor, sampleDispatch, sampleFile } from '../../testing/samples.ts';
import type { StoreCase } from './store-case.ts';
import { addAccounts, addDispatch, alice, bob, namesOf, sendFiles } from './store-case.ts';

const drop = sampleDispatch(alice, 'drop');
const otherDrop = sampleDispatch(alice, 'other drop');
const inTray = sampleFile(alice, 'in tray');
const inDrop = sampleFile(alice, 'in drop', { keyBucket: 'expiry-2026-11-16' });
const inOtherDrop = sampleFile(alice, 'in other drop', { keyBucket: 'expiry-2026-11-16' });
const ofBob = sampleFile(bob, 'of bob', { keyBucket: 'tray-2026-11-14' });

/** Alice has a file in the tray and one in each of two drops; Bob has one in the tray. */
async function fill(store: Store): Promise<void> {
  await addAccounts(store, alice, bob);
  await addDispatch(store, drop, 'zoe@example.com');
  await addDispatch(store, otherDrop, 'zoe@example.com');
  await sendFiles(store, drop, inDrop);
  await sendFiles(store, otherDrop, inOtherDrop);
  await store.files.addToTray(inTray);
  await store.files.addToTray(ofBob);
}

/** The names of the files that can still be opened. */
async function readable({ files }: Store): Promise<string[]> {
  const found = [
    ...(await files.listTray(alice.id)),
    await files.findInDispatch(drop.id, inDrop.name),
    await files.findInDispatch(otherDrop.id, inOtherDrop.name),
    ...(await files.listTray(bob.id)),
  ];
  return namesOf(found.filter((file) => file !== undefined));
}

export const garbageCases: readonly StoreCase[] = [
  {
    name: 'removes ended dispatches when their time is over, and all that tells of them',
    async run(store) {
      await addAccounts(store, alice);
      const [old, live] = [sampleDispatch(alice, 'old'), sampleDispatch(alice, 'live')];
      const file = sampleFile(alice, 'a.pdf');
      for (const dispatch of [old, live]) await addDispatch(store, dispatch, 'zoe@example.com');
      await sendFiles(store, old, file);
      await store.dispatches.end(old.id, noon);
      await store.files.shredDispatch(old.id, noon);
      // Its bytes are still there, and only its row tells of them.
      assert.equal(await store.dispatches.removeEnded(noon + 1, 9), 0);
      await store.files.markReclaimed([file.id], noon);
      assert.equal(await store.dispatches.removeEnded(noon, 9), 0);
      assert.equal(await store.dispatches.removeEnded(noon + 1, 9), 1);
      assert.equal(await store.dispatches.find(old.id), undefined);
      assert.deepEqual(await store.files.known([file.id]), new Set());
      assert.notEqual(await store.dispatches.find(live.id), undefined);
    },
  },
  {
    name: 'shreds one file: it can be opened no more, and its bytes are garbage',
    async run(store) {
      await fill(store);
      assert.deepEqual(await store.files.listGarbage(10), []);
      await store.files.shred(inTray.id, noon);
      await store.files.shred(inTray.id, noon + 1);
      assert.deepEqual(await readable(store), ['in drop', 'in other drop', 'of bob']);
      assert.equal(await store.files.findInTray(alice.id, inTray.name), undefined);
      assert.deepEqual(await store.files.listGarbage(10), [inTray.id]);
    },
  },
  {
    name: 'shreds the files of one dispatch, and says how many',
    async run(store) {
      await fill(store);
      assert.equal(await store.files.shredDispatch(drop.id, noon), 1);
      assert.equal(await store.files.shredDispatch(drop.id, noon), 0);
      assert.deepEqual(await readable(store), ['in tray', 'in other drop', 'of bob']);
      assert.deepEqual(await store.files.listGarbage(10), [inDrop.id]);
    },
  },
  {
    name: 'shreds the files of one account, sent or not, and says how many',
    async run(store) {
      await fill(store);
      await store.files.shred(inTray.id, noon);
      assert.equal(await store.files.shredAccount(alice.id, noon), 2);
      assert.deepEqual(await readable(store), ['of bob']);
      const garbage = [inTray.id, inDrop.id, inOtherDrop.id];
      assert.deepEqual((await store.files.listGarbage(10)).sort(), garbage.sort());
    },
  },
  {
    name: 'gives a shredded file no key again',
    async run(store) {
      await fill(store);
      await store.files.shred(inTray.id, noon);
      await store.files.moveToDispatch([inTray], drop.id);
      assert.equal(await store.files.findInDispatch(drop.id, inTray.name), undefined);
      assert.deepEqual(await store.files.listGarbage(10), [inTray.id]);
      assert.ok(!(await store.files.listUsedBuckets()).includes(inTray.keyBucket));
    },
  },
  {
    name: 'forgets a tray file once its bytes are gone',
    async run(store) {
      await fill(store);
      await store.files.shred(inTray.id, noon);
      assert.deepEqual(await store.files.known([inTray.id]), new Set([inTray.id]));
      await store.files.markReclaimed([inTray.id], noon + 1);
      assert.deepEqual(await store.files.listGarbage(10), []);
      assert.deepEqual(await store.files.known([inTray.id, inDrop.id]), new Set([inDrop.id]));
    },
  },
  {
    name: 'keeps the name of a sent file for history once its bytes are gone',
    async run(store) {
      await fill(store);
      await store.files.shredDispatch(drop.id, noon);
      await store.files.markReclaimed([inDrop.id], noon + 1);
      assert.deepEqual(await store.files.listGarbage(10), []);
      assert.deepEqual(await store.files.known([inDrop.id]), new Set([inDrop.id]));
      const history = await store.dispatches.listHistory(alice.id);
      assert.deepEqual(
        history.flatMap(({ files }) => namesOf(files)),
        ['in other drop', 'in drop'],
      );
    },
  },
  {
    name: 'lists at most as much garbage as asked for',
    async run(store) {
      await fill(store);
      await store.files.shredAccount(alice.id, noon);
      const first = await store.files.listGarbage(2);
      assert.equal(first.length, 2);
      await store.files.markReclaimed(first, noon);
      const rest = await store.files.listGarbage(2);
      assert.equal(rest.length, 1);
      assert.equal(new Set([...first, ...rest]).size, 3);
    },
  },
  {
    name: 'tells known files from unknown ones, thousands at once',
    async run(store) {
      await fill(store);
      await store.files.shred(inDrop.id, noon);
      const strangers = Array.from({ length: 1200 }, (_, index) => idFor<never>(`${index}`));
      const asked = [inTray.id, ...strangers, inDrop.id];
      assert.deepEqual(await store.files.known(asked), new Set([inTray.id, inDrop.id]));
      assert.deepEqual(await store.files.known([]), new Set());
    },
  },
  {
    name: 'lists each bucket that holds a readable file, once',
    async run(store) {
      assert.deepEqual(await store.files.listUsedBuckets(), []);
      await fill(store);
      const used = async () => (await store.files.listUsedBuckets()).sort();
      assert.deepEqual(await used(), ['expiry-2026-11-16', 'tray-2026-11-14', 'tray-2026-11-15']);
      await store.files.shred(inTray.id, noon);
      await store.files.shred(inDrop.id, noon);
      assert.deepEqual(await used(), ['expiry-2026-11-16', 'tray-2026-11-14']);
      await store.files.shred(inOtherDrop.id, noon);
      assert.deepEqual(await used(), ['tray-2026-11-14']);
    },
  },
];
