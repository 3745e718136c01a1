import { sql } from 'kysely';
import type { LostRowRepository } from '../../domain/model/lost-rows.ts';
import type { PreparedQuery, Session } from './prepared-query.ts';
import { prepare } from './prepared-query.ts';

function isNone(table: string, column: string, wanted: string) {
  const sought = sql`select 1 from ${sql.table(table)} as other`;
  return sql<boolean>`not exists (${sought} where ${sql.ref(`other.${column}`)} = ${sql.ref(wanted)})`;
}

/** A file whose content others have keeps its parts and its picture, even once its own row is gone. */
function isNoContent(wanted: string) {
  return sql<boolean>`${isNone('files', 'id', wanted)} and ${isNone('files', 'content_id', wanted)}
    and ${isNone('incoming_uploads', 'id', wanted)} and ${isNone('incoming_uploads', 'content_id', wanted)}`;
}

type Count = PreparedQuery<object, { rows: number }>;

const parts: Count = prepare('lostRows.parts', (db) =>
  db
    .selectFrom('segments')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where(isNoContent('segments.file_id')),
);

const pictures: Count = prepare('lostRows.pictures', (db) =>
  db
    .selectFrom('pictures')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where(isNoContent('pictures.content_id')),
);

const uploads: Count = prepare('lostRows.uploads', (db) =>
  db
    .selectFrom('incoming_uploads')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where('shredded_at', 'is', null)
    .where(isNone('accounts', 'id', 'incoming_uploads.account_id')),
);

const events: Count = prepare('lostRows.events', (db) =>
  db
    .selectFrom('feed_events')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where(isNone('accounts', 'id', 'feed_events.account_id')),
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
