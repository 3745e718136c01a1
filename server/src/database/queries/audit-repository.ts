import type { Selectable } from 'kysely';
import type {
  AuditAction,
  AuditEvent,
  AuditMarkRepository,
  AuditRecord,
  AuditRepository,
  HashRecord,
  RepeatedAct,
  RepeatedActRepository,
  TrailHead,
  UnchainedRecord,
} from '../../domain/model/audit.ts';
import { chainStart, textOfDetails } from '../../domain/model/audit.ts';
import { bufferOf } from './rows.ts';
import { prepare, prepareInsert } from './prepared-query.ts';
import { prepareDelete, prepareEnd, preparePut, prepareSelect } from './rows-by-column.ts';
import type { Schema } from './schema.ts';
import type { Session } from './prepared-query.ts';

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

const before = prepare('audit.before', (db, given: { sequence: number; limit: number }) =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('sequence', '<', given.sequence)
    .orderBy('sequence', 'desc')
    .limit(given.limit),
);

const removeThrough = prepare('audit.removeThrough', (db, given: { sequence: number }) =>
  db.deleteFrom('audit').where('sequence', '<=', given.sequence),
);

export async function findHead(session: Session): Promise<TrailHead | undefined> {
  const row = await session.first(head, {});
  return row && { sequence: row.sequence, hash: bufferOf(row.hash) };
}

/** A record that waits to be chained. */
export interface WaitingRecord {
  record: UnchainedRecord;
  hashOf: HashRecord;
}

/** Chains the records behind the head: no other session may append until this one commits. */
export async function appendChained(
  session: Session,
  waiting: readonly WaitingRecord[],
): Promise<void> {
  if (waiting.length === 0) return;
  await Promise.all(chainAfter(await findHead(session), session, waiting).inserts);
}

/** The one place where records are chained. The statements are sent, and not waited for. */
export function chainAfter(
  head: TrailHead | undefined,
  session: Session,
  waiting: readonly WaitingRecord[],
) {
  let last = head;
  const inserts: Promise<number>[] = [];
  for (const { record, hashOf } of waiting) {
    const numbered = { ...record, sequence: (last?.sequence ?? 0) + 1 };
    const hash = hashOf(last?.hash ?? chainStart, numbered);
    const { requestId, details, ...rest } = numbered;
    inserts.push(
      session.change(insert, {
        ...rest,
        request_id: requestId,
        details: textOfDetails(details),
        hash,
      }),
    );
    last = { sequence: numbered.sequence, hash };
  }
  return { head: last, inserts };
}

/** `append` gets the records to chain once the work of the transaction is done. */
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

    async listBefore(sequence, limit) {
      return (await session.all(before, { sequence, limit })).map(recordOf);
    },
  };
}

function recordOf(row: Selectable<Schema['audit']>): AuditRecord {
  return { sequence: row.sequence, ...factsOf(row), hash: bufferOf(row.hash) };
}

/** What a row says, without its place in the trail. */
export function factsOf(
  row: Omit<Selectable<Schema['audit']>, 'sequence' | 'hash'>,
): UnchainedRecord {
  return {
    at: row.at,
    actor: row.actor,
    source: row.source,
    requestId: row.request_id,
    action: row.action as AuditAction,
    object: row.object,
    outcome: row.outcome as AuditEvent['outcome'],
    details: JSON.parse(row.details) as AuditRecord['details'],
  };
}

const add = prepareInsert('auditMarks.add', 'audit_marks', ['name', 'expires_at'], ['name']);

const endExpired = prepareEnd('auditMarks.endExpired', 'audit_marks');

export function createAuditMarkRepository(session: Session): AuditMarkRepository {
  return {
    async add(name, expiresAt) {
      return (await session.change(add, { name, expires_at: expiresAt })) > 0;
    },

    async deleteExpired(now) {
      return await session.change(endExpired, { now });
    },
  };
}

const keyColumns = ['action', 'subject'] as const;
const otherColumns = [
  'object',
  'outcome',
  'details',
  'actor',
  'source',
  'request_id',
  'acts',
  'first_at',
  'last_at',
  'due_at',
  'recorded',
] as const;

const byKey = prepareSelect('repeatedActs.byKey', 'repeated_acts', 'action', 'subject');
const put = preparePut('repeatedActs.put', 'repeated_acts', keyColumns, otherColumns);
const remove = prepareDelete('repeatedActs.remove', 'repeated_acts', 'action', 'subject');

const due = prepare('repeatedActs.due', (db, given: { now: number; limit: number }) =>
  db
    .selectFrom('repeated_acts')
    .selectAll()
    .where('due_at', '<=', given.now)
    .orderBy('due_at')
    .limit(given.limit),
);

export function createRepeatedActRepository(session: Session): RepeatedActRepository {
  return {
    async find(key) {
      const row = await session.first(byKey, key);
      return row && actOf(row);
    },

    async save(act) {
      await session.change(put, rowOf(act));
    },

    async remove(key) {
      await session.change(remove, key);
    },

    async listDue(now, limit) {
      return (await session.all(due, { now, limit })).map(actOf);
    },
  };
}

function rowOf({ actor, ...act }: RepeatedAct): Schema['repeated_acts'] {
  return {
    action: act.action,
    subject: act.subject,
    object: act.object,
    outcome: act.outcome,
    details: JSON.stringify(act.details),
    actor: actor.name,
    source: actor.source,
    request_id: actor.requestId,
    acts: act.acts,
    first_at: act.firstAt,
    last_at: act.lastAt,
    due_at: act.dueAt,
    recorded: act.recorded,
  };
}

function actOf(row: Selectable<Schema['repeated_acts']>): RepeatedAct {
  return {
    action: row.action as RepeatedAct['action'],
    subject: row.subject,
    object: row.object,
    outcome: row.outcome as RepeatedAct['outcome'],
    details: JSON.parse(row.details) as RepeatedAct['details'],
    actor: { name: row.actor, source: row.source, requestId: row.request_id },
    acts: row.acts,
    firstAt: row.first_at,
    lastAt: row.last_at,
    dueAt: row.due_at,
    recorded: row.recorded,
  };
}
