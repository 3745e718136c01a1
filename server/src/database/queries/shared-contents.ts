import type { ExpressionBuilder } from 'kysely';
import { prepare } from './prepared-query.ts';
import type { Schema } from './schema.ts';

export const share = prepare('files.share', (db, given: { ids: readonly string[] }, words) =>
  db
    .updateTable('files')
    .set(({ fn }) => ({ content_id: fn.coalesce('content_id', 'id') }))
    .where('id', 'in', words.elementsOf(given.ids))
    .where('shredded_at', 'is', null),
);

type Content = ExpressionBuilder<Schema & { shredded: { content_id: string | null } }, 'shredded'>;

/** A readable file with the content of a shredded one. */
function usingFile(eb: Content) {
  return eb
    .selectFrom('files as other')
    .select('other.id')
    .whereRef('other.content_id', '=', 'shredded.content_id')
    .where('other.content_id', 'is not', null)
    .where('other.shredded_at', 'is', null)
    .limit(1);
}

function usingUpload(eb: Content) {
  return eb
    .selectFrom('incoming_uploads as other')
    .select('other.id')
    .whereRef('other.content_id', '=', 'shredded.content_id')
    .where('other.content_id', 'is not', null)
    .where('other.shredded_at', 'is', null)
    .limit(1);
}

/** One statement: an upload that becomes a file meanwhile is found as the one or the other. */
export const unusedContents = prepare(
  'files.unusedContents',
  (db, given: { ids: readonly string[] }, words) => {
    const columns = ['id', 'content_id'] as const;
    const shredded = db
      .selectFrom('files')
      .select(columns)
      .where('id', 'in', words.elementsOf(given.ids))
      .unionAll(
        db
          .selectFrom('incoming_uploads')
          .select(columns)
          .where('id', 'in', words.elementsOf(given.ids)),
      );
    return db
      .selectFrom(shredded.as('shredded'))
      .select(({ fn }) => fn.coalesce('shredded.content_id', 'shredded.id').as('content_id'))
      .distinct()
      .where((eb) => eb(usingFile(eb), 'is', null))
      .where((eb) => eb(usingUpload(eb), 'is', null));
  },
);
