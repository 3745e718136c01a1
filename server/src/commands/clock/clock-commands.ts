import { defineCommand, jsonOption } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { formatInstant } from '../../cli-kit/print.ts';
import { confirm } from '../../cli-kit/confirm.ts';
import { lastSeenNote } from '../../domain/model/database.ts';
import { isClockSynchronised } from '../../platform/system.ts';
import { operator, withInstallation } from '../installation/open-data.ts';

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
    const text = `The clock says       ${formatInstant(now)}
Last trusted at      ${lastSeen === undefined ? 'never' : formatInstant(lastSeen)}
Synchronised         ${isSynchronised ? 'yes' : 'not known'}
`;
    return { json: { now, lastSeen, isSynchronised }, text };
  },
});

export const clockAccept = defineCommand({
  name: 'clock accept',
  summary: 'confirm that the clock of this machine is right',
  about: `While the server doubts the clock it deletes nothing. This ends the doubt: within seconds, what is
due by the clock is deleted. Look at the time first: "valise clock show".

On a terminal you are asked first; elsewhere --yes is required.`,
  options: { yes: { doc: 'do it without asking' }, json: jsonOption },
  examples: ['clock accept', 'clock accept --yes'],
  async run(context, given) {
    // That of the installation: a sandbox is ahead of the machine.
    const time = await withInstallation(context, given, ({ clock }) =>
      Promise.resolve(clock.now()),
    );
    const question = `Is it ${formatInstant(time)}, so that what is due by then may be deleted?`;
    if (!given.options.yes && !(await confirm(context, question))) {
      context.stderr.write('Nothing was changed.\n');
      return exitStatus.failed;
    }
    const now = await withInstallation(context, given, async ({ database, events, clock }) => {
      const at = clock.now();
      await database.transact(async (repositories) => {
        await repositories.installationValues.set(lastSeenNote, String(at));
        await events.tell(repositories, operator, {
          action: 'clock.accepted',
          account: undefined,
          object: 'clock',
        });
      });
      return at;
    });
    return { json: { status: 'ok', now }, text: `Accepted: it is ${formatInstant(now)}.\n` };
  },
});
