import type { Selectable } from 'kysely';
import type { HashRecord, UnchainedRecord } from '../../domain/model/audit.ts';
import { textOfDetails } from '../../domain/model/audit.ts';
import type { RowBinding } from '../../domain/model/key-ring.ts';
import { chainAfter, factsOf, findHead } from './audit-repository.ts';
import type { Session } from './prepared-query.ts';
import { columnsFrom, prepare } from './prepared-query.ts';
import type { PendingAuditTable } from './schema.ts';

/** An engine whose transactions run one after the other chains its records at once (decision 0041). */
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
 * Resolves with statements that were sent and not waited for, so that `commit` can follow them at once.
 */
export async function chainPending(
  session: Session,
  binding: RowBinding,
  hashOf: HashRecord,
): Promise<Promise<unknown>[]> {
  const page = (after: number) => session.all(oldest, { after, limit: pageSize });
  let [rows, head] = await Promise.all([page(0), findHead(session)]);
  for (;;) {
    const sound = rows.filter((row) => isSound(row, binding));
    const waiting = sound.map((row) => ({ record: factsOf(row), hashOf }));
    const chained = chainAfter(head, session, waiting);
    const sequences = sound.map(({ sequence }) => sequence);
    const sent = [...chained.inserts, session.change(remove, { sequences })];
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return sent;
    [rows] = await Promise.all([page(last.sequence), ...sent]);
    head = chained.head;
  }
}

function isSound(row: Selectable<PendingAuditTable>, binding: RowBinding): boolean {
  const isWhole = binding.isCodeOf(row.mac, ...fieldsOf(row));
  if (!isWhole) binding.onTampered({ table: 'pending_audit', id: String(row.sequence) });
  return isWhole;
}

function fieldsOf(row: Pick<Selectable<PendingAuditTable>, (typeof factColumns)[number]>) {
  return ['audit record', ...factColumns.map((column) => storable(String(row[column])))];
}

/** As it is read back: without what PostgreSQL or UTF-8 cannot hold. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}
