import assert from 'node:assert/strict';
import type { Database } from '../../domain/model/database.ts';
import { noon } from '../../testing/fake-clock.ts';
import { idFor, sampleDispatch, sampleFile } from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, addDispatch, alice, bob, namesOf, sendFiles } from './database-case.ts';

const drop = sampleDispatch(alice, 'drop');
const otherDrop = sampleDispatch(alice, 'other drop');
const inTray = sampleFile(alice, 'in tray');
const inDrop = sampleFile(alice, 'in drop', { keyBucket: 'expiry-2026-11-16' });
const inOtherDrop = sampleFile(alice, 'in other drop', { keyBucket: 'expiry-2026-11-16' });
const ofBob = sampleFile(bob, 'of bob', { keyBucket: 'tray-2026-11-14' });

/** Alice has a file in the tray and one in each of two drops; Bob has one in the tray. */
async function fill(database: Database): Promise<void> {
  await addAccounts(database, alice, bob);
  await addDispatch(database, drop, 'zoe@example.com');
  await addDispatch(database, otherDrop, 'zoe@example.com');
  await sendFiles(database, drop, inDrop);
  await sendFiles(database, otherDrop, inOtherDrop);
  await database.files.addToTray(inTray);
  await database.files.addToTray(ofBob);
}

/** The names of the files that can still be opened. */
async function readable({ files }: Database): Promise<string[]> {
  const found = [
    ...(await files.listTray(alice.id)),
    await files.findInDispatch(drop.id, inDrop.name),
    await files.findInDispatch(otherDrop.id, inOtherDrop.name),
    ...(await files.listTray(bob.id)),
  ];
  return namesOf(found.filter((file) => file !== undefined));
}

export const garbageCases: readonly DatabaseCase[] = [
  {
    name: 'removes ended dispatches when their time is over, and all that tells of them',
    async run(database) {
      await addAccounts(database, alice);
      const [old, live] = [sampleDispatch(alice, 'old'), sampleDispatch(alice, 'live')];
      const file = sampleFile(alice, 'a.pdf');
      for (const dispatch of [old, live]) await addDispatch(database, dispatch, 'zoe@example.com');
      await sendFiles(database, old, file);
      await database.dispatches.end(old.id, noon);
      await database.files.shredDispatch(old.id, noon);
      // Its bytes are still there, and only its row tells of them.
      assert.equal(await database.dispatches.removeEnded(noon + 1, 9), 0);
      await database.files.markReclaimed([file.id], noon);
      assert.equal(await database.dispatches.removeEnded(noon, 9), 0);
      assert.equal(await database.dispatches.removeEnded(noon + 1, 9), 1);
      assert.equal(await database.dispatches.find(old.id), undefined);
      assert.deepEqual(await database.files.known([file.id]), new Set());
      assert.notEqual(await database.dispatches.find(live.id), undefined);
    },
  },
  {
    name: 'shreds one file: it can be opened no more, and its bytes are garbage',
    async run(database) {
      await fill(database);
      assert.deepEqual(await database.files.listGarbage('file', 10), []);
      await database.files.shred(inTray.id, noon);
      await database.files.shred(inTray.id, noon + 1);
      assert.deepEqual(await readable(database), ['in drop', 'in other drop', 'of bob']);
      assert.equal(await database.files.findInTray(alice.id, inTray.name), undefined);
      assert.deepEqual(await database.files.listGarbage('file', 10), [inTray.id]);
    },
  },
  {
    name: 'shreds the files of one dispatch, and says how many',
    async run(database) {
      await fill(database);
      assert.equal(await database.files.shredDispatch(drop.id, noon), 1);
      assert.equal(await database.files.shredDispatch(drop.id, noon), 0);
      assert.deepEqual(await readable(database), ['in tray', 'in other drop', 'of bob']);
      assert.deepEqual(await database.files.listGarbage('file', 10), [inDrop.id]);
    },
  },
  {
    name: 'shreds the files of one account, sent or not, and says how many',
    async run(database) {
      await fill(database);
      await database.files.shred(inTray.id, noon);
      assert.equal(await database.files.shredAccount(alice.id, noon), 2);
      assert.deepEqual(await readable(database), ['of bob']);
      const garbage = [inTray.id, inDrop.id, inOtherDrop.id];
      assert.deepEqual((await database.files.listGarbage('file', 10)).sort(), garbage.sort());
    },
  },
  {
    name: 'gives a shredded file no key again',
    async run(database) {
      await fill(database);
      await database.files.shred(inTray.id, noon);
      await database.files.moveToDispatch([inTray], drop.id);
      assert.equal(await database.files.findInDispatch(drop.id, inTray.name), undefined);
      assert.deepEqual(await database.files.listGarbage('file', 10), [inTray.id]);
      assert.ok(!(await database.files.listUsedBuckets()).includes(inTray.keyBucket));
    },
  },
  {
    name: 'forgets a tray file once its bytes are gone',
    async run(database) {
      await fill(database);
      await database.files.shred(inTray.id, noon);
      assert.deepEqual(await database.files.known([inTray.id]), new Set([inTray.id]));
      await database.files.markReclaimed([inTray.id], noon + 1);
      assert.deepEqual(await database.files.listGarbage('file', 10), []);
      assert.deepEqual(await database.files.known([inTray.id, inDrop.id]), new Set([inDrop.id]));
    },
  },
  {
    name: 'keeps the name of a sent file for history once its bytes are gone',
    async run(database) {
      await fill(database);
      await database.files.shredDispatch(drop.id, noon);
      await database.files.markReclaimed([inDrop.id], noon + 1);
      assert.deepEqual(await database.files.listGarbage('file', 10), []);
      assert.deepEqual(await database.files.known([inDrop.id]), new Set([inDrop.id]));
      const history = await database.dispatches.listHistory(alice.id);
      assert.deepEqual(
        history.flatMap(({ files }) => namesOf(files)),
        ['in other drop', 'in drop'],
      );
    },
  },
  {
    name: 'lists the garbage of one blob store, and keeps which one holds a file',
    async run(database) {
      await fill(database);
      const elsewhere = sampleFile(alice, 'elsewhere', { store: 'other' });
      await database.files.addToTray(elsewhere);
      assert.deepEqual(await database.files.findInTray(alice.id, elsewhere.name), elsewhere);
      for (const { id } of [inTray, elsewhere]) await database.files.shred(id, noon);
      assert.deepEqual(await database.files.listGarbage('file', 10), [inTray.id]);
      assert.deepEqual(await database.files.listGarbage('other', 10), [elsewhere.id]);
    },
  },
  {
    name: 'lists at most as much garbage as asked for',
    async run(database) {
      await fill(database);
      await database.files.shredAccount(alice.id, noon);
      const first = await database.files.listGarbage('file', 2);
      assert.equal(first.length, 2);
      await database.files.markReclaimed(first, noon);
      const rest = await database.files.listGarbage('file', 2);
      assert.equal(rest.length, 1);
      assert.equal(new Set([...first, ...rest]).size, 3);
    },
  },
  {
    name: 'tells known files from unknown ones, thousands at once',
    async run(database) {
      await fill(database);
      await database.files.shred(inDrop.id, noon);
      const strangers = Array.from({ length: 1200 }, (_, index) => idFor<never>(`${index}`));
      const asked = [inTray.id, ...strangers, inDrop.id];
      assert.deepEqual(await database.files.known(asked), new Set([inTray.id, inDrop.id]));
      assert.deepEqual(await database.files.known([]), new Set());
    },
  },
  {
    name: 'lists each bucket that holds a readable file, once',
    async run(database) {
      assert.deepEqual(await database.files.listUsedBuckets(), []);
      await fill(database);
      const used = async () => (await database.files.listUsedBuckets()).sort();
      assert.deepEqual(await used(), ['expiry-2026-11-16', 'tray-2026-11-14', 'tray-2026-11-15']);
      await database.files.shred(inTray.id, noon);
      await database.files.shred(inDrop.id, noon);
      assert.deepEqual(await used(), ['expiry-2026-11-16', 'tray-2026-11-14']);
      await database.files.shred(inOtherDrop.id, noon);
      assert.deepEqual(await used(), ['tray-2026-11-14']);
    },
  },
];
