import type { Notices } from '../../domain/model/account.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { jsonOption } from '../../cli-kit/command-options.ts';
import { defineCommand } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { operator, withInstallation } from '../installation/open-data.ts';
import { printJson } from '../../cli-kit/print.ts';
import { accountsOf } from './accounts-of.ts';

export const accountNotices = defineCommand({
  name: 'account notices',
  summary: 'show or choose which mails an account gets about its transfers',
  about: `Receipts tell the account that a receiver took every file. Reminders go to receivers who have not
fetched a drop that ends soon; once it has ended, the account is told what was never fetched.
Without an option, shows how it is.`,
  words: ['EMAIL'],
  options: {
    receipts: { value: 'on|off', doc: 'whether receipts are sent' },
    reminders: { value: 'on|off', doc: 'whether reminders are sent' },
    json: jsonOption,
  },
  examples: [
    'account notices billing@example.com',
    'account notices billing@example.com --receipts off --reminders on',
  ],
  async run(context, given) {
    const [email] = given.words;
    const receipts = onOrOff('--receipts', given.options.receipts);
    const reminders = onOrOff('--reminders', given.options.reminders);
    const notices = await withInstallation(context, given, async (installation, { config }) => {
      const accounts = accountsOf(installation, config);
      const { account } = await accounts.get(email);
      const wanted: Notices = {
        receipts: receipts ?? account.notices.receipts,
        reminders: reminders ?? account.notices.reminders,
      };
      if (receipts !== undefined || reminders !== undefined) {
        await accounts.setNotices(operator, email, wanted);
      }
      return wanted;
    });
    if (given.options.json) printJson(context, { notices });
    else {
      context.stdout.write(
        `Receipts   ${asWord(notices.receipts)}\nReminders  ${asWord(notices.reminders)}\n`,
      );
    }
    return exitStatus.ok;
  },
});

function onOrOff(flag: string, written: string | undefined): boolean | undefined {
  if (written === undefined) return undefined;
  if (written === 'on' || written === 'off') return written === 'on';
  throw new ValiseError('usage', `${flag} must be on or off.`);
}

function asWord(isOn: boolean): string {
  return isOn ? 'on' : 'off';
}
