import { counted, formatInstant, formatTable } from '../../cli-kit/print.ts';
import { defineCommand, jsonOption, wholeNumberOption } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { writeNamedFile } from '../../cli-kit/named-file.ts';
import { confirm } from '../../cli-kit/confirm.ts';
import type { ExportFormat } from '../../domain/audit/audit-export.ts';
import { auditView, exportFormats, exportTrail } from '../../domain/audit/audit-export.ts';
import { refuseUnreadable } from '../../domain/audit/audit-reading.ts';
import { findCheckpoint } from '../../domain/audit/audit-retention.ts';
import type { TrailMark } from '../../domain/audit/audit-verification.ts';
import { formatMark, parseMark, verifyTrail } from '../../domain/audit/audit-verification.ts';
import type { AuditFilter } from '../../domain/administration/audit-search.ts';
import { findRecords } from '../../domain/administration/audit-search.ts';
import type { AuditRecord } from '../../domain/model/audit.ts';
import type { Instant } from '../../domain/model/clock.ts';
import { auditVerifiedNote } from '../../domain/model/database.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { operator, withInstallation } from '../installation/open-data.ts';

const defaultLimit = 50;
const maxLimit = 100_000;

export const auditList = defineCommand({
  name: 'audit list',
  summary: 'show who did what, and when',
  about: `Shows the newest records, the newest last; with --after, those that follow a record instead, so
that a script can fetch what is new to it. Filters leave out what does not fit all of them. Days are
in UTC, and a time is written like 2026-11-18T09:30Z.`,
  options: {
    limit: { value: 'N', doc: `show at most N (default ${defaultLimit})` },
    after: { value: 'SEQ', doc: 'begin after the record of this number' },
    actor: { value: 'TEXT', doc: 'only of actors whose name has this in it' },
    action: {
      value: 'ACTION',
      doc: 'only actions that begin so, such as sign_in or file.downloaded',
    },
    object: { value: 'TEXT', doc: 'only of objects whose name has this in it' },
    since: { value: 'TIME', doc: 'only from this day or time on' },
    until: { value: 'TIME', doc: 'only before this day or time' },
    json: jsonOption,
  },
  examples: [
    'audit list --limit 10',
    'audit list --after 1200 --json',
    'audit list --action sign_in --actor anna@example.com --since 2026-11-17',
  ],
  async run(context, given) {
    const { options } = given;
    const limit = wholeNumberOption('--limit', options.limit, 1, maxLimit) ?? defaultLimit;
    const after = wholeNumberOption('--after', options.after, 0);
    const filter: AuditFilter = {
      who: options.actor,
      action: options.action,
      object: options.object,
      from: instantOption('--since', options.since),
      until: instantOption('--until', options.until),
    };
    const isFiltered = Object.values(filter).some((value) => value !== undefined);
    if (isFiltered && after !== undefined) {
      throw new ValiseError('usage', '--after cannot be combined with a filter: say --since.');
    }
    const records = await withInstallation(context, given, async ({ database: { audit } }) => {
      if (isFiltered) return await newest(findRecords(audit, filter), limit);
      return await refuseUnreadable(
        after === undefined ? audit.listNewest(limit) : audit.list(after, limit),
      );
    });
    return {
      json: { records: records.map(auditView) },
      text: () => (records.length === 0 ? 'No records.\n' : asTable(records)),
    };
  },
});

/** The first of them, the last one first. */
async function newest(records: AsyncIterable<AuditRecord>, limit: number): Promise<AuditRecord[]> {
  const found: AuditRecord[] = [];
  for await (const record of records) {
    found.unshift(record);
    if (found.length === limit) break;
  }
  return found;
}

const instantPattern = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?Z)?$/;

function instantOption(flag: string, written: string | undefined): Instant | undefined {
  if (written === undefined) return undefined;
  const instant = instantPattern.test(written) ? Date.parse(written) : NaN;
  if (!Number.isNaN(instant)) return instant;
  throw new ValiseError(
    'usage',
    `${flag} must be a day or a time in UTC, such as 2026-11-18 or 2026-11-18T09:30Z.`,
  );
}

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

export const auditExport = defineCommand({
  name: 'audit export',
  summary: 'write the whole audit trail as JSON lines or CSV',
  about: `The export is itself recorded, as the last record of what is written. In CSV, a cell that a
spreadsheet could take for a formula begins with an apostrophe, and control characters stand as
\\u and their number.`,
  options: {
    format: { value: 'json|csv', doc: 'json (one object per line, the default) or csv' },
    output: { value: 'FILE', doc: 'where to write (default: standard output)' },
  },
  examples: ['audit export --output audit.jsonl', 'audit export --format csv > audit.csv'],
  async run(context, given) {
    const { format: asked = 'json', output } = given.options;
    const format = getFormat(asked);
    await withInstallation(context, given, async (installation) => {
      const lines = await exportTrail(installation, operator, format);
      await writeNamedFile(context, output, lines);
    });
    return exitStatus.ok;
  },
});

function getFormat(asked: string): ExportFormat {
  const format = exportFormats.find((known) => known === asked);
  if (format !== undefined) return format;
  throw new ValiseError('usage', '--format must be json or csv.');
}

export const auditVerify = defineCommand({
  name: 'audit verify',
  summary: 'check that no record was changed, removed or moved',
  about: `Each record is chained to the one before it with a key. This walks the chain, names the first
record that is wrong, and prints where the trail ends as SEQ:HASH. Records cut off the end are found
by the mark that a running server keeps in the key folder. Keep what is printed on another machine:
a later "--expect SEQ:HASH" then also finds a trail that was rewritten by someone who had the key.`,
  options: {
    expect: { value: 'SEQ:HASH', doc: 'what an earlier run printed; the trail must still hold it' },
    json: jsonOption,
  },
  examples: ['audit verify', 'audit verify --expect 1200:9f2c…'],
  async run(context, given) {
    const expected = readExpected(given.options.expect);
    const { head, fault } = await withInstallation(
      context,
      given,
      async ({ database, audit, trailAnchor, clock }) => {
        const startedAt = clock.now();
        const verdict = await verifyTrail(database.audit, audit, {
          checkpoint: await findCheckpoint(database.installationValues, audit),
          expected: [expected, await trailAnchor.find()],
        });
        if (verdict.fault === undefined) {
          await database.installationValues.set(auditVerifiedNote, String(startedAt));
        }
        return verdict;
      },
    );
    if (fault !== undefined) {
      const { sequence, problem } = fault;
      throw new ValiseError('check_failed', `The audit trail is not whole: ${problem}`, {
        details: [{ field: `record ${sequence}`, problem }],
      });
    }
    const mark = head === undefined ? null : formatMark(head);
    const records = head?.sequence ?? 0;
    const whole = `The audit trail is whole: ${counted(records, 'record')}.
Keep this elsewhere, and check against it later with --expect:
${mark}
`;
    const text = mark === null ? 'The audit trail is empty.\n' : whole;
    return { json: { status: 'ok', records, head: mark }, text };
  },
});

function readExpected(written: string | undefined): TrailMark | undefined {
  if (written === undefined) return undefined;
  const mark = parseMark(written);
  if (mark !== undefined) return mark;
  throw new ValiseError('usage', '--expect must be SEQ:HASH, as an earlier run printed it.');
}

export const auditAccept = defineCommand({
  name: 'audit accept',
  summary: 'accept the audit trail as it is, after a restore',
  about: `The server keeps in the key folder where the audit trail ended, and raises an alarm when that
record is missing or another one. After a database was restored from a backup this is as it should
be: say so here, once. The acceptance is recorded. On a terminal you are asked first; elsewhere
--yes is required.`,
  options: { yes: { doc: 'do it without asking' }, json: jsonOption },
  examples: ['audit accept --yes'],
  async run(context, given) {
    const question = 'Accept the audit trail as it is, whatever was there before?';
    if (!given.options.yes && !(await confirm(context, question))) {
      context.stderr.write('Nothing was accepted.\n');
      return exitStatus.failed;
    }
    const head = await withInstallation(
      context,
      given,
      async ({ database, events, trailAnchor }) => {
        await database.transact((repositories) =>
          events.tell(repositories, operator, {
            action: 'audit.accepted',
            account: undefined,
            object: 'audit',
          }),
        );
        const record = await database.audit.findHead();
        if (record !== undefined) await trailAnchor.set(record);
        return record;
      },
    );
    return {
      json: { status: 'ok', records: head?.sequence ?? 0 },
      text: `The trail is accepted up to record ${head?.sequence ?? 0}.\n`,
    };
  },
});
