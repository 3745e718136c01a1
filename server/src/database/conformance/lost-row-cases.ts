import assert from 'node:assert/strict';
import type { Segment } from '../../domain/model/file.ts';
import type { FeedEventId, FileId } from '../../domain/model/ids.ts';
import { noon } from '../../testing/fake-clock.ts';
import {
  idFor,
  sampleDispatch,
  sampleDraft,
  sampleFile,
  sampleUpload,
} from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, addDispatch, alice, bob, sendFiles } from './database-case.ts';
import type { Fault } from './fault.ts';
import { but } from './fault.ts';

const none = { parts: 0, pictures: 0, uploads: 0, events: 0 };
const gone = idFor<FileId>('gone');

const partOf = (label: string): Segment => ({
  ...{ blobKey: idFor(`blob ${label}`), sizeBytes: 5, store: 'file', sealedBytes: 6 },
});

const pictureOf = (contentId: FileId) => ({
  ...{ contentId, width: 320, height: 213 },
  sealed: Buffer.from(`sealed for ${contentId}`),
});

export const lostRowCases: readonly DatabaseCase[] = [
  {
    name: 'counts rows that belong to nothing, and none that belong to a file, an upload or an account',
    async run(database) {
      const { segments, pictures, uploads, feed, lostRows } = database;
      const drop = sampleDispatch(alice, 'drop');
      const draft = sampleDraft(alice, 'draft');
      const file = sampleFile(alice, 'a.jpg');
      const upload = sampleUpload(alice, draft, 'b.jpg');
      await addAccounts(database, alice);
      await addDispatch(database, drop, bob.email);
      await sendFiles(
        database,
        drop,
        file,
        sampleFile(alice, 'of others', { contentId: idFor('first') }),
      );
      await database.drafts.add(draft);
      await uploads.add(upload);
      const addEvent = async (accountId: typeof alice.id) => {
        const id = idFor<FeedEventId>(accountId);
        await feed.add([{ id, accountId, kind: 'drop.created', at: noon, about: {} }]);
        await database.placeEvents?.([accountId]);
      };
      for (const id of [file.id, upload.id, idFor<FileId>('first')]) {
        await segments.add(id, 0, partOf(id));
        await pictures.add(pictureOf(id));
      }
      await addEvent(alice.id);
      assert.deepEqual(await lostRows.count(), none);

      await segments.add(gone, 0, partOf('gone 0'));
      await segments.add(gone, 1, partOf('gone 1'));
      await pictures.add(pictureOf(gone));
      await uploads.add(sampleUpload(bob, draft, 'c.jpg'));
      const shredded = sampleUpload(bob, draft, 'd.jpg');
      await uploads.add(shredded);
      await uploads.shred(shredded.id, noon);
      await addEvent(bob.id);
      assert.deepEqual(await lostRows.count(), { parts: 2, pictures: 1, uploads: 1, events: 1 });
    },
  },
];

export const lostRowFaults: readonly Fault[] = [
  {
    fault: 'counts parts of files whose content others have',
    caughtBy:
      'counts rows that belong to nothing, and none that belong to a file, an upload or an account',
    breakRepositories: but('lostRows', (lostRows) => ({
      async count() {
        const rows = await lostRows.count();
        return { ...rows, parts: rows.parts + 1 };
      },
    })),
  },
];
