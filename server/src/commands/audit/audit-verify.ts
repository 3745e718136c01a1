import type { TrailMark } from '../../domain/audit-verification.ts';
import { verifyTrail } from '../../domain/audit-verification.ts';
import { ValiseError } from '../../domain/valise-error.ts';
import { jsonOption } from '../command-options.ts';
import { defineCommand } from '../define-command.ts';
import { exitStatus } from '../exit-status.ts';
import { withInstallation } from '../open-data.ts';
import { counted, printJson } from '../print.ts';

export const auditVerify = defineCommand({
  name: 'audit verify',
  summary: 'check that no record was changed, removed or moved',
  about: `Each record is chained to the one before it with a key. This walks the chain, names the first
record that is wrong, and prints where the trail ends as SEQ:HASH. Keep that on another machine: a
later "--expect SEQ:HASH" then also finds records cut off the end, and a trail that was rewritten
by someone who had the key.`,
  options: {
    expect: { value: 'SEQ:HASH', doc: 'what an earlier run printed; the trail must still hold it' },
    json: jsonOption,
  },
  examples: ['audit verify', 'audit verify --expect 1200:9f2c…'],
  async run(context, given) {
    const expected = parseMark(given.options.expect);
    const { head, fault } = await withInstallation(context, given, ({ store, audit }) =>
      verifyTrail(store.audit, audit, expected),
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

function formatMark({ sequence, hash }: TrailMark): string {
  return `${sequence}:${hash.toString('hex')}`;
}

function parseMark(written: string | undefined): TrailMark | undefined {
  if (written === undefined) return undefined;
  const [, sequence, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/i.exec(written.trim()) ?? [];
  if (sequence !== undefined && hash !== undefined) {
    return { sequence: Number(sequence), hash: Buffer.from(hash, 'hex') };
  }
  throw new ValiseError('usage', '--expect must be SEQ:HASH, as an earlier run printed it.');
}
