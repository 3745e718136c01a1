import assert from 'node:assert/strict';
import type { Dispatch } from '../../domain/model/dispatch.ts';
import type { FileId } from '../../domain/model/ids.ts';
import type { Picture, PictureSize } from '../../domain/model/picture.ts';
import { noon } from '../../testing/fake-clock.ts';
import {
  idFor,
  sampleDispatch,
  sampleDraft,
  sampleFile,
  sampleUpload,
} from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, addDispatch, alice, sendFiles } from './database-case.ts';
import type { Fault } from './fault.ts';
import { but, without } from './fault.ts';

const drop = sampleDispatch(alice, 'drop');
const again = sampleDispatch(alice, 'again');
const draft = sampleDraft(alice, 'draft');
const file = sampleFile(alice, 'a.jpg');
const plain = sampleFile(alice, 'b.txt');
const upload = sampleUpload(alice, draft, 'c.jpg');
const other = sampleUpload(alice, draft, 'd.txt');

function pictureOf({ id }: { id: FileId }): Picture {
  return { contentId: id, width: 320, height: 213, sealed: Buffer.from(`sealed for ${id}`) };
}

export const pictureCases: readonly DatabaseCase[] = [
  {
    name: 'keeps the first picture of a content, until it is forgotten',
    async run({ pictures }) {
      const first = pictureOf(file);
      await pictures.add(first);
      await pictures.add({ ...first, width: 1, sealed: Buffer.from('another') });
      await pictures.add(pictureOf(plain));
      assert.deepEqual(await pictures.find(file.id), first);
      assert.equal(await pictures.find(idFor('unknown')), undefined);
      await pictures.forget([]);
      await pictures.forget([file.id, idFor('unknown')]);
      assert.equal(await pictures.find(file.id), undefined);
      assert.deepEqual(await pictures.find(plain.id), pictureOf(plain));
    },
  },
  {
    name: 'lists the pictures of the readable files of a dispatch, whoever had their contents first',
    async run(database) {
      const { pictures, files } = database;
      await addAccounts(database, alice);
      await addDispatch(database, drop, 'zoe@example.com');
      await addDispatch(database, again, 'zoe@example.com');
      await sendFiles(database, drop, file, plain);
      await files.share([file.id]);
      const copy = { ...sampleFile(alice, 'copy.jpg'), contentId: file.id };
      await files.addToDispatch({ ...copy, dispatchId: again.id });
      await pictures.add(pictureOf(file));
      const size = { width: 320, height: 213 };
      const ids = [file.id, plain.id, copy.id];
      const listSizes = ({ id }: Dispatch) => pictures.listSizes(id, ids);
      assert.deepEqual(await listSizes(drop), new Map([[file.id, size]]));
      assert.deepEqual(await listSizes(again), new Map([[copy.id, size]]));
      assert.deepEqual(await pictures.listSizes(drop.id, [plain.id]), new Map());
      assert.deepEqual(await pictures.listSizes(drop.id, []), new Map());
      await files.shred(file.id, noon);
      assert.deepEqual(await listSizes(drop), new Map());
      assert.deepEqual(await listSizes(again), new Map([[copy.id, size]]));
    },
  },
  {
    name: 'counts the pictures that the uploads of an owner have',
    async run(database) {
      const { pictures, uploads } = database;
      await addAccounts(database, alice);
      await database.drafts.add(draft);
      await uploads.add(upload);
      await uploads.add(other);
      await pictures.add(pictureOf(upload));
      await pictures.add(pictureOf(file));
      assert.equal(await pictures.countFor(draft.id), 1);
      assert.equal(await pictures.countFor(idFor('another draft')), 0);
      await uploads.shred(upload.id, noon);
      assert.equal(await pictures.countFor(draft.id), 0);
    },
  },
];

export const pictureFaults: readonly Fault[] = [
  {
    fault: 'never forgets a picture',
    caughtBy: 'keeps the first picture of a content, until it is forgotten',
    breakRepositories: without('pictures', 'forget'),
  },
  {
    fault: 'lists the pictures of all files of a dispatch by their contents',
    caughtBy:
      'lists the pictures of the readable files of a dispatch, whoever had their contents first',
    breakRepositories: (sound) =>
      but('pictures', (pictures) => ({
        async listSizes(id, ids) {
          const found = new Map<FileId, PictureSize>();
          for (const each of await sound.files.listInDispatch(id)) {
            if (!ids.includes(each.id)) continue;
            const picture = await pictures.find(each.id);
            if (picture !== undefined) found.set(each.id, picture);
          }
          return found;
        },
      }))(sound),
  },
  {
    fault: 'counts uploads that were shredded',
    caughtBy: 'counts the pictures that the uploads of an owner have',
    breakRepositories: but('uploads', () => ({ shred: () => Promise.resolve() })),
  },
];
