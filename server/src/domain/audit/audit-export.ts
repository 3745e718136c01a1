import { printableText } from '#protocol/untrusted-text.ts';
import type { AuditRecord } from '../model/audit.ts';
import type { EventRows, Events } from '../model/event.ts';
import { formatCsvRow } from '../model/csv.ts';
import type { DatabaseOf } from '../model/database.ts';
import type { Actor } from '../model/principal.ts';
import { readTrail } from './audit-reading.ts';

export const exportFormats = ['json', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const csvColumns = [
  'sequence',
  'at',
  'actor',
  'source',
  'requestId',
  'action',
  'object',
  'outcome',
  'details',
  'hash',
] as const;

/** A record as other programs read it. */
export function auditView(record: AuditRecord) {
  const { sequence, at, actor, source, requestId, action, object, outcome, details, hash } = record;
  return {
    sequence,
    at: new Date(at).toISOString(),
    actor,
    source,
    requestId,
    action,
    object,
    outcome,
    details,
    hash: hash.toString('hex'),
  };
}

interface Dependencies {
  database: DatabaseOf<EventRows>;
  events: Events;
}

/**
 * The lines of the whole trail. The export is recorded before the first line is read, and its record is the
 * last of the lines.
 */
export async function exportTrail(
  { database, events }: Dependencies,
  actor: Actor,
  format: ExportFormat,
): Promise<AsyncGenerator<string>> {
  await database.transact((repositories) =>
    events.tell(repositories, actor, {
      action: 'audit.exported',
      account: undefined,
      object: 'audit',
      details: { format },
    }),
  );
  const last = (await database.audit.findHead())?.sequence ?? 0;
  return linesOf(readTrail(database.audit, last), format);
}

async function* linesOf(
  records: AsyncIterable<AuditRecord>,
  format: ExportFormat,
): AsyncGenerator<string> {
  if (format === 'csv') yield formatCsvRow(csvColumns);
  for await (const record of records) {
    const view = auditView(record);
    yield format === 'json'
      ? `${JSON.stringify(view)}\n`
      : formatCsvRow(
          csvColumns.map((column) => {
            const value = view[column];
            return printableText(typeof value === 'object' ? JSON.stringify(value) : String(value));
          }),
        );
  }
}
