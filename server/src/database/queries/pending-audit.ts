import type { Selectable } from 'kysely';
import type { HashRecord, UnchainedRecord } from '../../domain/model/audit.ts';
import { textOfDetails } from '../../domain/model/audit.ts';
import type { RowBinding } from '../../domain/model/key-ring.ts';
import { appendChained, factsOf } from './audit-repository.ts';
import type { Session } from './prepared-query.ts';
import { columnsFrom, prepare } from './prepared-query.ts';
import type { PendingAuditTable } from './schema.ts';

/** An engine whose transactions run one after the other chains its records at once. */
const only = 'postgres';

const factColumns = [
  'at',
  'actor',
  'source',
  'request_id',
  'action',
  'object',
  'outcome',
  'details',
] as const;

const insert = prepare(
  'pendingAudit.insert',
  (db, given: Omit<PendingAuditTable, 'sequence'>) =>
    db.insertInto('pending_audit').values(columnsFrom(given, [...factColumns, 'mac'])),
  { only },
);

const oldest = prepare(
  'pendingAudit.oldest',
  (db, given: { after: number; limit: number }) =>
    db
      .selectFrom('pending_audit')
      .selectAll()
      .where('sequence', '>', given.after)
      .orderBy('sequence')
      .limit(given.limit),
  { only },
);

const remove = prepare(
  'pendingAudit.remove',
  (db, given: { sequences: readonly number[] }, words) =>
    db.deleteFrom('pending_audit').where('sequence', 'in', words.numbersOf(given.sequences)),
  { only },
);

/** How many records are read at once. */
const pageSize = 500;

/** Adds a record to those that wait for their place in the trail, with a MAC of what it says. */
export async function addPending(
  session: Session,
  binding: RowBinding,
  { requestId, details, ...rest }: UnchainedRecord,
): Promise<void> {
  const row = { ...rest, request_id: requestId, details: textOfDetails(details) };
  await session.change(insert, { ...row, mac: binding.codeOf(...fieldsOf(row)) });
}

/**
 * Moves the records that wait into the trail, in their order. No other session may do so until this one
 * commits. One whose MAC is wrong was changed by another program: it is reported, and stays where it is.
 */
export async function chainPending(
  session: Session,
  binding: RowBinding,
  hashOf: HashRecord,
): Promise<void> {
  let after = 0;
  for (;;) {
    const rows = await session.all(oldest, { after, limit: pageSize });
    const sound = rows.filter((row) => isSound(row, binding));
    if (sound.length > 0) {
      const sequences = sound.map(({ sequence }) => sequence);
      await Promise.all([
        appendChained(
          session,
          sound.map((row) => ({ record: factsOf(row), hashOf })),
        ),
        session.change(remove, { sequences }),
      ]);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = last.sequence;
  }
}

function isSound(row: Selectable<PendingAuditTable>, binding: RowBinding): boolean {
  const isWhole = binding.isCodeOf(row.mac, ...fieldsOf(row));
  if (!isWhole) binding.onTampered({ table: 'pending_audit', id: String(row.sequence) });
  return isWhole;
}

function fieldsOf(row: Pick<Selectable<PendingAuditTable>, (typeof factColumns)[number]>) {
  return ['audit record', ...factColumns.map((column) => String(row[column]))];
}
