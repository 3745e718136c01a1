import type { InstallationValueRepository } from '../../domain/model/database.ts';
import type { KeyBucketRepository } from '../../domain/model/key-ring.ts';
import { prepare, prepareInsert } from './prepared-query.ts';
import { preparePut, prepareUpdate } from './rows-by-column.ts';
import type { Session } from './prepared-query.ts';

const byName = prepare('notes.byName', (db, given: { name: string }) =>
  db.selectFrom('notes').select('value').where('name', '=', given.name),
);

const put = preparePut('notes.put', 'notes', ['name'], ['value']);

export function createInstallationValueRepository(session: Session): InstallationValueRepository {
  return {
    async find(name) {
      const row = await session.first(byName, { name });
      return row?.value;
    },

    async set(name, value) {
      await session.change(put, { name, value });
    },
  };
}

const add = prepareInsert('keyBuckets.add', 'key_buckets', ['bucket'], ['bucket']);

const all = prepare('keyBuckets.all', (db) =>
  db.selectFrom('key_buckets').selectAll().orderBy('bucket'),
);

const noteSpent = prepareUpdate('keyBuckets.noteSpent', 'key_buckets', 'bucket', 'spent_at');

const remove = prepare('keyBuckets.remove', (db, given: { buckets: readonly string[] }, words) =>
  db.deleteFrom('key_buckets').where('bucket', 'in', words.elementsOf(given.buckets)),
);

export function createKeyBucketRepository(session: Session): KeyBucketRepository {
  return {
    async add(buckets) {
      for (const bucket of buckets) await session.change(add, { bucket });
    },

    async list() {
      const rows = await session.all(all, {});
      return rows.map(({ bucket, spent_at }) => ({ bucket, spentAt: spent_at ?? undefined }));
    },

    async noteSpent(bucket, spentAt) {
      await session.change(noteSpent, { bucket, spent_at: spentAt ?? null });
    },

    async remove(buckets) {
      await session.change(remove, { buckets });
    },
  };
}
