import type { DispatchId } from '../../domain/model/ids.ts';
import { jsonOption } from '../../cli-kit/command-options.ts';
import { confirm } from '../../cli-kit/confirm.ts';
import { defineCommand } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { operator, withInstallation } from '../installation/open-data.ts';
import { counted, printJson } from '../../cli-kit/print.ts';
import { dispatchControlOf } from './dispatch-control-of.ts';

export const dropRevoke = defineCommand({
  name: 'drop revoke',
  summary: 'end a drop or grant early, for all or for one receiver',
  about: `Takes effect at once. For all, the links die and the files become unreadable, which cannot be
undone: on a terminal you are asked first, elsewhere --yes must be said. For one receiver, that link
dies and the others notice nothing; "valise drop resend" gives the receiver a new one.`,
  words: ['ID'],
  options: {
    receiver: { value: 'EMAIL', doc: 'end it for this receiver alone' },
    yes: { doc: 'do it without asking' },
    json: jsonOption,
  },
  examples: [
    'drop revoke mR4cTq2vXb8sLk0pYw1nZg --yes',
    'drop revoke mR4cTq2vXb8sLk0pYw1nZg --receiver zoe@example.com',
  ],
  async run(context, given) {
    const { receiver, yes } = given.options;
    const [word] = given.words;
    const { dispatch, receivers } = await withInstallation(
      context,
      given,
      (installation, { config }) => dispatchControlOf(installation, config).get(word),
    );
    const question = `End ${dispatch.id} for ${counted(receivers.length, 'receiver')}?`;
    if (receiver === undefined && !yes && !(await confirm(context, question))) {
      context.stderr.write('Nothing was revoked.\n');
      return exitStatus.failed;
    }
    await withInstallation(context, given, (installation, { config }) =>
      revoke(dispatchControlOf(installation, config), dispatch.id, receiver),
    );
    if (given.options.json) printJson(context, { status: 'ok' });
    else context.stdout.write(`Revoked ${dispatch.id} for ${receiver ?? 'everyone'}.\n`);
    return exitStatus.ok;
  },
});

async function revoke(
  control: ReturnType<typeof dispatchControlOf>,
  id: DispatchId,
  receiver: string | undefined,
): Promise<void> {
  if (receiver === undefined) await control.revoke(operator, id);
  else await control.revokeReceiver(operator, id, receiver);
}
