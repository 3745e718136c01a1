import { lastSeenNote } from '../../domain/model/installation-values.ts';
import { isClockSynchronised } from '../../platform/system-clock-sync.ts';
import { jsonOption } from '../../cli-kit/command-options.ts';
import { defineCommand } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { withInstallation } from '../installation/open-data.ts';
import { formatInstant, printJson } from '../../cli-kit/print.ts';

export const clockShow = defineCommand({
  name: 'clock show',
  summary: 'show the clock, and when a server last trusted it',
  about: `A server notes the time every minute while it trusts the clock. When the note is older than
clockGap, a start doubts the clock and deletes nothing until the system says that the clock is
synchronised, "valise clock accept" says that it is right, or it has run evenly for long enough.`,
  options: { json: jsonOption },
  examples: ['clock show', 'clock show --json'],
  async run(context, given) {
    const isSynchronised = await isClockSynchronised({ isSinceStart: true });
    const { now, lastSeen } = await withInstallation(
      context,
      given,
      async ({ database, clock }) => {
        const noted = await database.installationValues.find(lastSeenNote);
        return { now: clock.now(), lastSeen: noted === undefined ? undefined : Number(noted) };
      },
    );
    if (given.options.json) printJson(context, { now, lastSeen, isSynchronised });
    else {
      context.stdout.write(
        `The clock says       ${formatInstant(now)}\n` +
          `Last trusted at      ${lastSeen === undefined ? 'never' : formatInstant(lastSeen)}\n` +
          `Synchronised         ${isSynchronised ? 'yes' : 'not known'}\n`,
      );
    }
    return exitStatus.ok;
  },
});
