import type { Kysely } from 'kysely';
import type { DispatchId, FileId } from '../../domain/model/ids.ts';
import type { SentOnFile, SentOnRepository, SentOnSource } from '../../domain/model/sent-on.ts';
import { changeEach, prepare, prepareInsert } from './prepared-query.ts';
import type { Session } from './prepared-query.ts';
import type { Schema } from './schema.ts';

const insert = prepareInsert('sentOn.insert', 'sent_on_files', [
  'file_id',
  'account_id',
  'receiver_id',
]);

const insertCopy = prepare('sentOn.insertCopy', (db, given: { from: string; id: string }) =>
  db
    .insertInto('sent_on_files')
    .columns(['file_id', 'account_id', 'receiver_id'])
    .expression((eb) =>
      eb
        .selectFrom('sent_on_files')
        .select((from) => [
          from.cast<string>(from.val(given.id), 'text').as('file_id'),
          'account_id',
          'receiver_id',
        ])
        .where('file_id', '=', given.from),
    ),
);

/** Sent on files beside what they were taken from, if it is there. */
function withSource(db: Kysely<Schema>) {
  return db
    .selectFrom('sent_on_files as sent')
    .leftJoin('dispatch_receivers as receiver', 'receiver.id', 'sent.receiver_id')
    .leftJoin('dispatches as source', 'source.id', 'receiver.dispatch_id');
}

const sourceColumns = [
  'source.kind',
  'source.ended_at',
  'source.expires_at',
  'receiver.link_hash',
] as const;

const sources = prepare('sentOn.sources', (db, given: { ids: readonly string[] }, words) =>
  withSource(db)
    .select(sourceColumns)
    .distinct()
    .where('sent.file_id', 'in', words.elementsOf(given.ids)),
);

const sourcesOf = prepare('sentOn.sourcesOf', (db, given: { dispatchId: string }) =>
  withSource(db)
    .innerJoin('files as file', 'file.id', 'sent.file_id')
    .select(sourceColumns)
    .distinct()
    .where('file.dispatch_id', '=', given.dispatchId),
);

const sourcesIn = prepare('sentOn.sourcesIn', (db, given: { draftId: string }) =>
  withSource(db)
    .innerJoin('incoming_uploads as upload', 'upload.id', 'sent.file_id')
    .select(sourceColumns)
    .distinct()
    .where('upload.receiver_id', '=', given.draftId),
);

function withFile(db: Kysely<Schema>) {
  return withSource(db)
    .leftJoin('files as file', 'file.id', 'sent.file_id')
    .select(['sent.file_id', 'file.dispatch_id'])
    .orderBy('sent.file_id');
}

const fromReceiver = prepare('sentOn.fromReceiver', (db, given: { receiver: string }) =>
  withFile(db).where('sent.receiver_id', '=', given.receiver),
);

const fromDispatch = prepare('sentOn.fromDispatch', (db, given: { dispatch: string }) =>
  withFile(db).where('sent.receiver_id', 'in', (eb) =>
    eb
      .selectFrom('dispatch_receivers as theirs')
      .select('theirs.id')
      .where('theirs.dispatch_id', '=', given.dispatch),
  ),
);

const inOrder = prepare('sentOn.inOrder', (db, given: { after: string; limit: number }) =>
  withFile(db).select(sourceColumns).where('sent.file_id', '>', given.after).limit(given.limit),
);

const removeAll = prepare('sentOn.remove', (db, given: { ids: readonly string[] }, words) =>
  db.deleteFrom('sent_on_files').where('file_id', 'in', words.elementsOf(given.ids)),
);

interface SourceRow {
  kind: string | null;
  ended_at: number | null;
  expires_at: number | null;
  link_hash: Uint8Array | null;
}

export function createSentOnRepository(session: Session): SentOnRepository {
  return {
    async add(accountId, receiverId, files) {
      const row = { account_id: accountId, receiver_id: receiverId };
      await changeEach(
        session,
        insert,
        files.map((id) => ({ ...row, file_id: id })),
      );
    },

    async addCopies(copies) {
      await changeEach(session, insertCopy, copies);
    },

    async listSources(ids) {
      return ids.length === 0 ? [] : (await session.all(sources, { ids })).map(sourceOf);
    },

    async listSourcesOf(dispatchId) {
      return (await session.all(sourcesOf, { dispatchId })).map(sourceOf);
    },

    async listSourcesIn(draftId) {
      return (await session.all(sourcesIn, { draftId })).map(sourceOf);
    },

    async listFrom(source) {
      const rows =
        'dispatch' in source
          ? await session.all(fromDispatch, source)
          : await session.all(fromReceiver, source);
      return rows.map(fileOf);
    },

    async list(after, limit) {
      const rows = await session.all(inOrder, { after: after ?? '', limit });
      return rows.map((row) => ({ ...fileOf(row), isLive: sourceOf(row).isLive }));
    },

    async remove(ids) {
      if (ids.length > 0) await session.change(removeAll, { ids });
    },
  };
}

/** What came through a request has no link: it lives as long as its dispatch. */
function sourceOf({ kind, ended_at, expires_at, link_hash }: SourceRow): SentOnSource {
  const isThere = kind === 'return' || (kind !== null && link_hash !== null);
  return { isLive: isThere && ended_at === null, expiresAt: expires_at ?? 0 };
}

function fileOf(row: { file_id: string; dispatch_id: string | null }): SentOnFile {
  return {
    id: row.file_id as FileId,
    dispatchId: (row.dispatch_id ?? undefined) as DispatchId | undefined,
  };
}
