import type { SecondFactorMode } from '../../domain/model/second-factor-mode.ts';
import { atLeast, secondFactorModes } from '../../domain/model/second-factor-mode.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { jsonOption } from '../../cli-kit/command-options.ts';
import { defineCommand } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { operator, withInstallation } from '../installation/open-data.ts';
import { printJson } from '../../cli-kit/print.ts';
import { accountsOf } from './accounts-of.ts';

export const accountSecondFactor = defineCommand({
  name: 'account second-factor',
  summary: 'show or choose what receivers of an account must enter',
  about: `Before they see anything of what the account sent, receivers enter a code that comes by e-mail
(email), by SMS to the number of the contact (sms), or either way, as they choose (either); or they
need none (off). What was sent before stays as it was. The setting secondFactor demands at least
the same of every account: sms is more than either and email, which are more than off.

A receiver without a number that an SMS may go to gets a code by e-mail where that is allowed, and
is told to ask the sender where it is not. Without --mode, shows how it is.`,
  words: ['EMAIL'],
  options: {
    mode: { value: secondFactorModes.join('|'), doc: 'what receivers must enter' },
    json: jsonOption,
  },
  examples: [
    'account second-factor billing@example.com',
    'account second-factor billing@example.com --mode either',
  ],
  async run(context, given) {
    const [email] = given.words;
    const wanted = given.options.mode === undefined ? undefined : getMode(given.options.mode);
    const result = await withInstallation(context, given, async (installation, { config }) => {
      const accounts = accountsOf(installation, config);
      if (wanted !== undefined) await accounts.setSecondFactor(operator, email, wanted);
      const { secondFactor: mode } = (await accounts.get(email)).account;
      const demanded = atLeast(config.secondFactor, mode);
      return { mode, demanded, isSmsOff: config.smsAllowedPrefixes.length === 0 };
    });
    const { mode, demanded, isSmsOff } = result;
    if (given.options.json) printJson(context, { second_factor: { mode, demanded } });
    else context.stdout.write(`Mode      ${mode}\nDemanded  ${demanded}\n`);
    if (isSmsOff && (demanded === 'sms' || demanded === 'either')) {
      context.stderr.write(
        'No SMS can be sent: the setting smsAllowedPrefixes allows no number.\n',
      );
    }
    return exitStatus.ok;
  },
});

function getMode(written: string): SecondFactorMode {
  const mode = secondFactorModes.find((candidate) => candidate === written);
  if (mode !== undefined) return mode;
  throw new ValiseError('usage', `--mode must be one of ${secondFactorModes.join(', ')}.`);
}
