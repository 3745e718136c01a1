import { findCheckpoint } from '../../domain/audit/audit-retention.ts';
import type { TrailMark } from '../../domain/audit/audit-verification.ts';
import { formatMark, parseMark, verifyTrail } from '../../domain/audit/audit-verification.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { jsonOption } from '../../cli-kit/command-options.ts';
import { defineCommand } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { withInstallation } from '../installation/open-data.ts';
import { counted, printJson } from '../../cli-kit/print.ts';

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
      async ({ database, audit, trailAnchor }) =>
        await verifyTrail(database.audit, audit, {
          checkpoint: await findCheckpoint(database.installationValues, audit),
          expected: [expected, await trailAnchor.find()],
        }),
    );
    if (fault !== undefined) {
      const { sequence, problem } = fault;
      throw new ValiseError('check_failed', `The audit trail is not whole: ${problem}`, {
        details: [{ field: `record ${sequence}`, problem }],
      });
    }
    const mark = head === undefined ? null : formatMark(head);
    if (given.options.json) {
      printJson(context, { status: 'ok', records: head?.sequence ?? 0, head: mark });
    } else if (mark === null) {
      context.stdout.write('The audit trail is empty.\n');
    } else {
      context.stdout.write(`The audit trail is whole: ${counted(head?.sequence ?? 0, 'record')}.
Keep this elsewhere, and check against it later with --expect:
${mark}
`);
    }
    return exitStatus.ok;
  },
});

function readExpected(written: string | undefined): TrailMark | undefined {
  if (written === undefined) return undefined;
  const mark = parseMark(written);
  if (mark !== undefined) return mark;
  throw new ValiseError('usage', '--expect must be SEQ:HASH, as an earlier run printed it.');
}
