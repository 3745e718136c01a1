import type { AuditRecord } from '../../domain/model/audit.ts';
import { refuseUnreadable } from '../../domain/audit/audit-reading.ts';
import { jsonOption } from '../../cli-kit/command-options.ts';
import { defineCommand } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { formatTable } from '../../cli-kit/format-table.ts';
import { withInstallation } from '../installation/open-data.ts';
import { formatInstant, printJson } from '../../cli-kit/print.ts';
import { wholeNumberOption } from '../../cli-kit/whole-number-option.ts';
import { auditView } from './audit-view.ts';

const defaultLimit = 50;
const maxLimit = 100_000;

export const auditList = defineCommand({
  name: 'audit list',
  summary: 'show who did what, and when',
  about: `Shows the newest records, the newest last; with --after, those that follow a record instead, so
that a script can fetch what is new to it.`,
  options: {
    limit: { value: 'N', doc: `at most so many records; ${defaultLimit} unless said` },
    after: { value: 'SEQ', doc: 'begin after the record of this number' },
    json: jsonOption,
  },
  examples: ['audit list --limit 10', 'audit list --after 1200 --json'],
  async run(context, given) {
    const limit = wholeNumberOption('--limit', given.options.limit, 1, maxLimit) ?? defaultLimit;
    const after = wholeNumberOption('--after', given.options.after, 0);
    const records = await withInstallation(context, given, ({ database: { audit } }) =>
      refuseUnreadable(after === undefined ? audit.listNewest(limit) : audit.list(after, limit)),
    );
    if (given.options.json) printJson(context, { records: records.map(auditView) });
    else if (records.length === 0) context.stdout.write('No records.\n');
    else context.stdout.write(asTable(records));
    return exitStatus.ok;
  },
});

function asTable(records: readonly AuditRecord[]): string {
  return formatTable(
    ['SEQ', 'TIME', 'ACTOR', 'SOURCE', 'ACTION', 'OBJECT', 'OUTCOME', 'DETAILS'],
    records.map((record) => [
      String(record.sequence),
      formatInstant(record.at),
      record.actor,
      record.source,
      record.action,
      record.object,
      record.outcome,
      Object.entries(record.details)
        .map(([name, value]) => `${name}=${value}`)
        .join(' '),
    ]),
  );
}
