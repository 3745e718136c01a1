import { jsonOption } from '../../cli-kit/command-options.ts';
import { defineCommand } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { operator, withInstallation } from '../installation/open-data.ts';
import { printJson } from '../../cli-kit/print.ts';
import { dispatchControlOf } from './dispatch-control-of.ts';

export const dropResend = defineCommand({
  name: 'drop resend',
  summary: 'mail a new link of a live drop or grant',
  about: `Each receiver gets a new link by mail, and the old one is dead from then on. Receivers whose link
was revoked are left out, unless one is named.`,
  words: ['ID'],
  options: {
    receiver: { value: 'EMAIL', doc: 'send it to this receiver alone' },
    json: jsonOption,
  },
  examples: [
    'drop resend mR4cTq2vXb8sLk0pYw1nZg',
    'drop resend mR4cTq2vXb8sLk0pYw1nZg --receiver zoe@example.com',
  ],
  async run(context, given) {
    const [word] = given.words;
    const { receiver } = given.options;
    await withInstallation(context, given, async (installation, { config }) => {
      const control = dispatchControlOf(installation, config);
      const { dispatch } = await control.get(word);
      await control.resend(operator, dispatch.id, receiver);
    });
    if (given.options.json) printJson(context, { status: 'ok' });
    else context.stdout.write(`New links of ${word} go to ${receiver ?? 'every receiver'}.\n`);
    return exitStatus.ok;
  },
});
