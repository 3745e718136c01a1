import type { AuditRecord } from '../../domain/model/audit.ts';
import { readTrail } from '../../domain/audit/audit-reading.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { Installation } from '../../compose/installation.ts';
import { formatCsvRow } from '../../cli-kit/csv.ts';
import { defineCommand } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { writeNamedFile } from '../../cli-kit/named-file.ts';
import { operator, withInstallation } from '../installation/open-data.ts';
import { printableText } from '../../cli-kit/printable-text.ts';
import { auditView } from './audit-view.ts';

type Format = 'json' | 'csv';

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

export const auditExport = defineCommand({
  name: 'audit export',
  summary: 'write the whole audit trail as JSON lines or CSV',
  about: `The export is itself recorded, as the last record of what is written. In CSV, a cell that a
spreadsheet could take for a formula begins with an apostrophe, and control characters stand as
\\u and their number.`,
  options: {
    format: { value: 'json|csv', doc: 'json, one object a line, unless said' },
    output: { value: 'FILE', doc: 'where to write; standard output unless said' },
  },
  examples: ['audit export --output audit.jsonl', 'audit export --format csv > audit.csv'],
  async run(context, given) {
    const { format: asked = 'json', output } = given.options;
    const format = getFormat(asked);
    await withInstallation(context, given, async (installation) => {
      const last = await recordExport(installation, format);
      const records = readTrail(installation.database.audit, last);
      await writeNamedFile(context, output, linesOf(records, format));
    });
    return exitStatus.ok;
  },
});

function getFormat(asked: string): Format {
  if (asked === 'json' || asked === 'csv') return asked;
  throw new ValiseError('usage', '--format must be json or csv.');
}

/** Written down before anything leaves the house. Returns how far the trail reaches then. */
async function recordExport({ database, audit }: Installation, format: Format): Promise<number> {
  await database.transact((repositories) =>
    audit.record(repositories, operator, {
      action: 'audit.exported',
      object: 'audit',
      outcome: 'ok',
      details: { format },
    }),
  );
  return (await database.audit.findHead())?.sequence ?? 0;
}

async function* linesOf(
  records: AsyncIterable<AuditRecord>,
  format: Format,
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
