import { prepare } from './prepared-query.ts';

/** A look at the newest files must not read all those that were shredded since. */
const newestRows = 10_000;

export const newest = prepare('files.newest', (db, given: { limit: number }) =>
  db
    .selectFrom('files')
    .select(['id', 'content_id', 'store', 'segments_mac'])
    .where('shredded_at', 'is', null)
    .where('sequence', '>', (eb) =>
      eb
        .selectFrom('files as last')
        .select((last) => eb(last.fn.max('last.sequence'), '-', eb.val(newestRows)).as('from')),
    )
    .orderBy('sequence', 'desc')
    .limit(given.limit),
);

export const readableOf = prepare(
  'files.readableOf',
  (db, given: { ids: readonly string[] }, words) =>
    db
      .selectFrom('files')
      .select('id')
      .where('id', 'in', words.elementsOf(given.ids))
      .where('shredded_at', 'is', null),
);
