import assert from 'node:assert/strict';
import type { Database } from '../../domain/model/database.ts';
import { noon } from '../../testing/fake-clock.ts';
import {
  idFor,
  sampleDispatch,
  sampleDraft,
  sampleFile,
  sampleReceiver,
  sampleUpload,
} from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, addDispatch, alice, bob, sendFiles } from './database-case.ts';

const source = sampleDispatch(alice, 'source');
const other = sampleDispatch(alice, 'other');
const again = sampleDispatch(bob, 'again');
const toBob = sampleReceiver(source, bob.email);
const toZoe = sampleReceiver(source, 'zoe@example.com');
const draft = sampleDraft(bob, 'draft');
const upload = sampleUpload(bob, { id: draft.id }, 'a.pdf');
const file = sampleFile(bob, 'b.pdf');
const copy = sampleFile(bob, 'copy of b.pdf');

/** Bob sends two files on: one is in a draft, the other in a drop. */
async function fill(database: Database): Promise<void> {
  await addAccounts(database, alice, bob);
  await database.dispatches.add(source, [toBob, toZoe]);
  await addDispatch(database, other, bob.email);
  await addDispatch(database, again, 'eve@example.com');
  await database.drafts.add(draft);
  await database.uploads.add(upload);
  await sendFiles(database, again, file);
  await database.sentOn.add(bob.id, toBob.id, [upload.id, file.id]);
}

const ids = [upload.id, file.id];

function sorted<Each extends { id: string }>(files: readonly Each[]): Each[] {
  return [...files].sort((one, two) => (one.id < two.id ? -1 : 1));
}

const both = sorted([
  { id: upload.id, dispatchId: undefined },
  { id: file.id, dispatchId: again.id },
]);

export const sentOnCases: readonly DatabaseCase[] = [
  {
    name: 'knows what was taken from an inbox, by its dispatch and by its receiver',
    async run(database) {
      await fill(database);
      const { sentOn } = database;
      assert.deepEqual(await sentOn.listFrom({ receiver: toBob.id }), both);
      assert.deepEqual(await sentOn.listFrom({ dispatch: source.id }), both);
      assert.deepEqual(await sentOn.listFrom({ receiver: toZoe.id }), []);
      assert.deepEqual(await sentOn.listFrom({ dispatch: other.id }), []);
      const alive = { isLive: true, expiresAt: source.expiresAt };
      assert.deepEqual(await sentOn.listSources(ids), [alive]);
      assert.deepEqual(await sentOn.listSources([idFor('unknown')]), []);
      assert.deepEqual(await sentOn.listSourcesOf(again.id), [alive]);
      assert.deepEqual(await sentOn.listSourcesOf(source.id), []);
      assert.deepEqual(await sentOn.listSourcesIn(draft.id), [alive]);
      assert.deepEqual(await sentOn.listSourcesIn(idFor('unknown')), []);
      await sentOn.remove([file.id]);
      assert.deepEqual(await sentOn.listSourcesOf(again.id), []);
      assert.deepEqual(
        await sentOn.listFrom({ receiver: toBob.id }),
        both.filter(({ id }) => id === upload.id),
      );
    },
  },
  {
    name: 'says that what was taken lives no longer than the right of its receiver',
    async run(database) {
      await fill(database);
      const { sentOn } = database;
      const isLive = async () => {
        const [found, ...more] = await sentOn.listSources(ids);
        assert.deepEqual(more, []);
        const listed = await sentOn.list(undefined, 9);
        assert.deepEqual(
          listed,
          both.map((each) => ({ ...each, isLive: found?.isLive })),
        );
        return found?.isLive;
      };
      assert.equal(await isLive(), true);
      await database.dispatches.endLink(toZoe.id, noon);
      assert.equal(await isLive(), true, 'of another receiver');
      await database.dispatches.endLink(toBob.id, noon);
      assert.equal(await isLive(), false);
      await database.dispatches.setLink(toBob.id, { hash: Buffer.from('new'), generation: 1 });
      assert.equal(await isLive(), true);
      await database.dispatches.end(source.id, noon);
      assert.equal(await isLive(), false);
      await database.dispatches.removeAll(alice.id);
      assert.equal(await isLive(), false, 'of a sender who is gone');
    },
  },
  {
    name: 'says that copies have come from where the first file came',
    async run(database) {
      await fill(database);
      const { sentOn } = database;
      await sendFiles(database, again, copy);
      await sentOn.addCopies([
        { from: file.id, id: copy.id },
        { from: idFor('unknown'), id: idFor('none') },
      ]);
      assert.equal((await sentOn.listFrom({ receiver: toBob.id })).length, 3);
      assert.equal((await sentOn.list(undefined, 9)).length, 3);
      const [first] = await sentOn.list(undefined, 1);
      assert.equal((await sentOn.list(first?.id, 9)).length, 2);
      assert.equal((await sentOn.listSources([copy.id])).length, 1);
    },
  },
];
