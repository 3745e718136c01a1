import type { Selectable } from 'kysely';
import type {
  RepeatedAct,
  RepeatedActKey,
  RepeatedActRepository,
} from '../../domain/model/repeated-act.ts';
import { columnsFrom, prepare } from './prepared-query.ts';
import type { Schema } from './schema.ts';
import type { Session } from './session.ts';

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
] as const;

const byKey = prepare('repeatedActs.byKey', (db, given: RepeatedActKey) =>
  db
    .selectFrom('repeated_acts')
    .selectAll()
    .where('action', '=', given.action)
    .where('subject', '=', given.subject),
);

const put = prepare('repeatedActs.put', (db, given: Schema['repeated_acts']) =>
  db
    .insertInto('repeated_acts')
    .values(columnsFrom(given, [...keyColumns, ...otherColumns]))
    .onConflict((conflict) =>
      conflict.columns(keyColumns).doUpdateSet(columnsFrom(given, otherColumns)),
    ),
);

const remove = prepare('repeatedActs.remove', (db, given: RepeatedActKey) =>
  db
    .deleteFrom('repeated_acts')
    .where('action', '=', given.action)
    .where('subject', '=', given.subject),
);

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
  };
}
