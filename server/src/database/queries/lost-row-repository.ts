import type { Kysely } from 'kysely';
import type { LostRowRepository } from '../../domain/model/lost-rows.ts';
import type { PreparedQuery, Session } from './prepared-query.ts';
import { prepare } from './prepared-query.ts';
import type { Schema } from './schema.ts';

type Count = PreparedQuery<object, { rows: number }>;

/** What files and uploads have: a content that others share keeps the id of the one that had it first. */
function usedContents(db: Kysely<Schema>) {
  const ofUploads = db
    .selectFrom('incoming_uploads')
    .select(({ fn }) => fn.coalesce('content_id', 'id').as('content'));
  return db
    .selectFrom('files')
    .select(({ fn }) => fn.coalesce('content_id', 'id').as('content'))
    .union(ofUploads)
    .as('used');
}

const parts: Count = prepare('lostRows.parts', (db) =>
  db
    .selectFrom('segments')
    .leftJoin(usedContents(db), 'used.content', 'segments.file_id')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where('used.content', 'is', null),
);

const pictures: Count = prepare('lostRows.pictures', (db) =>
  db
    .selectFrom('pictures')
    .leftJoin(usedContents(db), 'used.content', 'pictures.content_id')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where('used.content', 'is', null),
);

const uploads: Count = prepare('lostRows.uploads', (db) =>
  db
    .selectFrom('incoming_uploads')
    .leftJoin('accounts', 'accounts.id', 'incoming_uploads.account_id')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where('incoming_uploads.shredded_at', 'is', null)
    .where('accounts.id', 'is', null),
);

const events: Count = prepare('lostRows.events', (db) =>
  db
    .selectFrom('feed_events')
    .leftJoin('accounts', 'accounts.id', 'feed_events.account_id')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where('accounts.id', 'is', null),
);

export function createLostRowRepository(session: Session): LostRowRepository {
  const count = async (query: Count) => (await session.first(query, {}))?.rows ?? 0;
  return {
    async count() {
      return {
        parts: await count(parts),
        pictures: await count(pictures),
        uploads: await count(uploads),
        events: await count(events),
      };
    },
  };
}
