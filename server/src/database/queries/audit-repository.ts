import type { Selectable } from 'kysely';
import type {
  AuditAction,
  AuditEvent,
  AuditRecord,
  AuditRepository,
  ChainRecord,
  TrailHead,
} from '../../domain/model/audit.ts';
import { textOfDetails } from '../../domain/model/audit.ts';
import { bufferOf } from './bytes.ts';
import { prepare, prepareInsert } from './prepared-query.ts';
import type { Schema } from './schema.ts';
import type { Session } from './session.ts';

const head = prepare('audit.head', (db) =>
  db.selectFrom('audit').select(['sequence', 'hash']).orderBy('sequence', 'desc').limit(1),
);

const insert = prepareInsert('audit.insert', 'audit', [
  'sequence',
  'at',
  'actor',
  'source',
  'request_id',
  'action',
  'object',
  'outcome',
  'details',
  'hash',
]);

const after = prepare('audit.after', (db, given: { sequence: number; limit: number }) =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('sequence', '>', given.sequence)
    .orderBy('sequence')
    .limit(given.limit),
);

const newest = prepare('audit.newest', (db, given: { limit: number }) =>
  db.selectFrom('audit').selectAll().orderBy('sequence', 'desc').limit(given.limit),
);

const removeThrough = prepare('audit.removeThrough', (db, given: { sequence: number }) =>
  db.deleteFrom('audit').where('sequence', '<=', given.sequence),
);

async function findHead(session: Session): Promise<TrailHead | undefined> {
  const row = await session.first(head, {});
  return row && { sequence: row.sequence, hash: bufferOf(row.hash) };
}

/** The one place where records are chained: nobody else may append until the session commits. */
export async function appendChained(
  session: Session,
  chains: readonly ChainRecord[],
): Promise<void> {
  let last = chains.length === 0 ? undefined : await findHead(session);
  for (const chain of chains) {
    const record = chain(last);
    const { requestId, details, ...rest } = record;
    await session.change(insert, {
      ...rest,
      request_id: requestId,
      details: textOfDetails(details),
    });
    last = record;
  }
}

/** `append` gets what is to be chained before the commit. */
export function createAuditRepository(
  session: Session,
  append: AuditRepository['append'],
): AuditRepository {
  return {
    findHead: () => findHead(session),

    append,

    async list(sequence, limit) {
      return (await session.all(after, { sequence, limit })).map(recordOf);
    },

    async listStored(sequence, limit) {
      const rows = await session.all(after, { sequence, limit });
      return rows.map((row) => ({ ...recordOf(row), detailsText: row.details }));
    },

    async removeThrough(sequence) {
      return await session.change(removeThrough, { sequence });
    },

    async listNewest(limit) {
      return (await session.all(newest, { limit })).map(recordOf).reverse();
    },
  };
}

function recordOf(row: Selectable<Schema['audit']>): AuditRecord {
  return {
    sequence: row.sequence,
    at: row.at,
    actor: row.actor,
    source: row.source,
    requestId: row.request_id,
    action: row.action as AuditAction,
    object: row.object,
    outcome: row.outcome as AuditEvent['outcome'],
    details: JSON.parse(row.details) as AuditRecord['details'],
    hash: bufferOf(row.hash),
  };
}
