import { lastSeenNote } from '../../domain/model/installation-values.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { jsonOption } from '../../cli-kit/command-options.ts';
import { confirm } from '../../cli-kit/confirm.ts';
import { defineCommand } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { operator, withInstallation } from '../installation/open-data.ts';
import { formatInstant, printJson } from '../../cli-kit/print.ts';

export const clockAccept = defineCommand({
  name: 'clock accept',
  summary: 'say that the clock of this machine is right',
  about: `While the server doubts the clock it deletes nothing. This ends the doubt: within seconds, what is
due by the clock is deleted. Look at the time first: "valise clock show".

On a terminal you are asked first; elsewhere --yes must be said.`,
  options: { yes: { doc: 'do it without asking' }, json: jsonOption },
  examples: ['clock accept', 'clock accept --yes'],
  async run(context, given) {
    const question = `Is it ${formatInstant(systemClock.now())}, so that what is due by then may be deleted?`;
    if (!given.options.yes && !(await confirm(context, question))) {
      context.stderr.write('Nothing was changed.\n');
      return exitStatus.failed;
    }
    const now = await withInstallation(context, given, async ({ database, audit, clock }) => {
      const at = clock.now();
      await database.transact(async (repositories) => {
        await repositories.installationValues.set(lastSeenNote, String(at));
        await audit.record(repositories, operator, {
          action: 'clock.accepted',
          object: 'clock',
          outcome: 'ok',
        });
      });
      return at;
    });
    if (given.options.json) printJson(context, { status: 'ok', now });
    else context.stdout.write(`Accepted: it is ${formatInstant(now)}.\n`);
    return exitStatus.ok;
  },
});
