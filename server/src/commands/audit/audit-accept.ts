import { jsonOption } from '../../cli-kit/command-options.ts';
import { confirm } from '../../cli-kit/confirm.ts';
import { defineCommand } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { operator, withInstallation } from '../installation/open-data.ts';
import { printJson } from '../../cli-kit/print.ts';

export const auditAccept = defineCommand({
  name: 'audit accept',
  summary: 'take the audit trail as it stands, after a restore',
  about: `The server keeps in the key folder where the audit trail ended, and raises an alarm when that
record is missing or another one. After a database was restored from a backup this is as it should
be: say so here, once. The acceptance is recorded. On a terminal you are asked first; elsewhere
--yes must be said.`,
  options: { yes: { doc: 'do it without asking' }, json: jsonOption },
  examples: ['audit accept --yes'],
  async run(context, given) {
    const question = 'Take the audit trail as it stands, whatever was there before?';
    if (!given.options.yes && !(await confirm(context, question))) {
      context.stderr.write('Nothing was accepted.\n');
      return exitStatus.failed;
    }
    const head = await withInstallation(
      context,
      given,
      async ({ database, audit, trailAnchor }) => {
        await database.transact((repositories) =>
          audit.record(repositories, operator, {
            action: 'audit.accepted',
            object: 'audit',
            outcome: 'ok',
          }),
        );
        const record = await database.audit.findHead();
        if (record !== undefined) await trailAnchor.set(record);
        return record;
      },
    );
    if (given.options.json) printJson(context, { status: 'ok', records: head?.sequence ?? 0 });
    else context.stdout.write(`The trail is accepted up to record ${head?.sequence ?? 0}.\n`);
    return exitStatus.ok;
  },
});
