import assert from 'node:assert/strict';
import { day } from '../../domain/model/clock.ts';
import type { DispatchId } from '../../domain/model/ids.ts';
import { noon } from '../../testing/fake-clock.ts';
import { sampleDispatch, sampleDraft, sampleFile, sampleUpload } from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, addDispatch, alice } from './database-case.ts';

export const storageCases: readonly DatabaseCase[] = [
  {
    name: 'adds up what has arrived of files that were not sent',
    async run(database) {
      await addAccounts(database, alice);
      const draft = sampleDraft(alice, 'one');
      await database.drafts.add(draft);
      for (const [name, toBytes] of [
        ['half', 6e9],
        ['begun', 0],
      ] as const) {
        const upload = sampleUpload(alice, draft, name);
        await database.uploads.add(upload);
        await database.uploads.grow(upload.id, {
          ...{ fromBytes: 0, toBytes, expiresAt: upload.expiresAt },
        });
      }
      assert.deepEqual(await database.administration.sumUploads(), { files: 2, bytes: 6e9 });
    },
  },
  {
    name: 'adds up the files of live dispatches whose end was changed, by bucket and end',
    async run(database) {
      await addAccounts(database, alice);
      const bucket = 'expiry-2026-12-01';
      const { dispatches, files } = database;
      const send = async (label: string, names: readonly string[]) => {
        const drop = sampleDispatch(alice, label);
        await addDispatch(database, drop, 'zoe@example.com');
        for (const name of names) {
          const given = { keyBucket: bucket, sizeBytes: 3e9, dispatchId: drop.id };
          await files.addToDispatch(sampleFile(alice, name, given));
        }
        return drop.id;
      };
      const change = async (id: DispatchId, expiresAt: number) => {
        await dispatches.extend(id, expiresAt, '86400');
        await dispatches.noteChange(id, { at: noon, expiresAt });
      };
      await send('left alone', ['a']);
      await change(await send('extended', ['b', 'c']), noon + 9 * day);
      const ended = await send('extended and ended', ['d']);
      await change(ended, noon + 9 * day);
      await dispatches.end(ended, noon + 1);
      const twice = await send('extended twice', ['e']);
      await change(twice, noon + 9 * day);
      await change(twice, noon + 20 * day);
      const moved = await database.administration.sumMoved(noon);
      assert.deepEqual(
        moved.toSorted((one, other) => one.expiresAt - other.expiresAt),
        [
          { bucket, expiresAt: noon + 9 * day, files: 2, bytes: 6e9 },
          { bucket, expiresAt: noon + 20 * day, files: 1, bytes: 3e9 },
        ],
      );
    },
  },
];
