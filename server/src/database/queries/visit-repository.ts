import type { Selectable } from 'kysely';
import type { FileId, ReceiverId } from '../../domain/model/ids.ts';
import type { Visitor, VisitorDownload, VisitRepository } from '../../domain/model/visit.ts';
import { prepare, prepareInsert } from './prepared-query.ts';
import type { Session } from './prepared-query.ts';
import { prepareDelete, preparePut, prepareSelect } from './rows-by-column.ts';
import { bufferOf, spansIn, spansText } from './rows.ts';
import type { Schema } from './schema.ts';

const key = ['receiver_id', 'visitor_hash', 'file_id'] as const;

/** In place of a file: that the page was opened. */
const page = '';

const ofVisitor = prepareSelect(
  'visits.ofVisitor',
  'visitor_downloads',
  'receiver_id',
  'visitor_hash',
);

const ofFile = prepareSelect('visits.ofFile', 'visitor_downloads', ...key);

const put = preparePut('visits.put', 'visitor_downloads', key, ['spans', 'completed_at']);

const addOpened = prepareInsert(
  'visits.addOpened',
  'visitor_downloads',
  [...key, 'spans', 'completed_at'],
  key,
);

const countOpened = prepare('visits.countOpened', (db, given: { id: string; at: number }) =>
  db
    .updateTable('dispatch_receivers')
    .set((row) => ({
      opened_at: row.fn.coalesce('opened_at', row.val(given.at)),
      opened_count: row('opened_count', '+', 1),
    }))
    .where('id', '=', given.id),
);

const countDownload = prepare('visits.countDownload', (db, given: { id: string }) =>
  db
    .updateTable('dispatch_receivers')
    .set(({ eb }) => ({ download_count: eb('download_count', '+', 1) }))
    .where('id', '=', given.id),
);

/** What browsers have of a link that ends. */
export const forgetVisitors = prepareDelete(
  'visits.forgetVisitors',
  'visitor_downloads',
  'receiver_id',
);

/** The same of all links of a dispatch. */
export const forgetVisitorsOf = prepare(
  'visits.forgetVisitorsOf',
  (db, given: { dispatchId: string }) =>
    db
      .deleteFrom('visitor_downloads')
      .where('receiver_id', 'in', (eb) =>
        eb
          .selectFrom('dispatch_receivers')
          .select('dispatch_receivers.id')
          .where('dispatch_receivers.dispatch_id', '=', given.dispatchId),
      ),
);

export function createVisitRepository(session: Session): VisitRepository {
  return {
    async find(visitor, fileId) {
      const row = await session.first(ofFile, { ...keyOf(visitor), file_id: fileId });
      return row && downloadOf(row);
    },

    async listFor(visitor) {
      const rows = await session.all(ofVisitor, keyOf(visitor));
      return rows.filter(({ file_id }) => file_id !== page).map(downloadOf);
    },

    async save({ fileId, spans, completedAt, ...visitor }) {
      await session.change(put, {
        ...keyOf(visitor),
        file_id: fileId,
        spans: spansText(spans),
        completed_at: completedAt ?? null,
      });
    },

    async countOpened(visitor, at) {
      const row = { ...keyOf(visitor), file_id: page, spans: '[]', completed_at: at };
      if ((await session.change(addOpened, row)) === 0) return false;
      await session.change(countOpened, { id: visitor.receiverId, at });
      return true;
    },

    async countDownload(id) {
      await session.change(countDownload, { id });
    },
  };
}

function keyOf({ receiverId, visitorHash }: Visitor) {
  return { receiver_id: receiverId, visitor_hash: visitorHash };
}

function downloadOf(row: Selectable<Schema['visitor_downloads']>): VisitorDownload {
  return {
    receiverId: row.receiver_id as ReceiverId,
    visitorHash: bufferOf(row.visitor_hash),
    fileId: row.file_id as FileId,
    spans: spansIn(row.spans),
    completedAt: row.completed_at ?? undefined,
  };
}
