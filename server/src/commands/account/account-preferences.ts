import { defineCommand, jsonOption } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { printJson } from '../../cli-kit/print.ts';
import { leastMailsPerDay, mostMailsPerDay } from '../../domain/notices/mail-limits.ts';
import type { Notices } from '../../domain/model/account.ts';
import type { SecondFactorMode } from '../../domain/model/receiver-code.ts';
import { atLeast, secondFactorModes } from '../../domain/model/receiver-code.ts';
import type { TtlUnit } from '../../domain/model/clock.ts';
import { ttlUnitNames } from '../../domain/model/clock.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { operator, withInstallation } from '../installation/open-data.ts';
import { accountsOf } from './account-list.ts';

/** The word for "as the setting says". */
const ofServer = 'server';
const choices = [...ttlUnitNames, ofServer];

export const accountDesttimeUnit = defineCommand({
  name: 'account desttime-unit',
  summary: 'show or set the unit in which an account counts desttime',
  about: `The number that a client sends as desttime counts seconds, unless the setting desttimeUnit names
another unit for every account, or this one for a single account; server goes back to the setting.
What was sent before stays as it was. Without --unit, shows the current setting.`,
  words: ['EMAIL'],
  options: {
    unit: { value: 'UNIT', doc: `what its numbers count: ${choices.join(', ')}` },
    json: jsonOption,
  },
  examples: [
    'account desttime-unit billing@example.com',
    'account desttime-unit billing@example.com --unit days',
  ],
  async run(context, given) {
    const [email] = given.words;
    const { unit: written } = given.options;
    const wanted = written === undefined ? undefined : getChoice(written);
    const { unit, counted } = await withInstallation(
      context,
      given,
      async (installation, { config }) => {
        const accounts = accountsOf(installation, config);
        if (wanted !== undefined) await accounts.setTtlUnit(operator, email, wanted.unit);
        const { ttlUnit } = (await accounts.get(email)).account;
        return { unit: ttlUnit ?? ofServer, counted: ttlUnit ?? config.desttimeUnit };
      },
    );
    if (given.options.json) printJson(context, { desttime_unit: { unit, counted } });
    else context.stdout.write(`Unit     ${unit}\nCounted  ${counted}\n`);
    return exitStatus.ok;
  },
});

function getChoice(written: string): { unit: TtlUnit | undefined } {
  const unit = ttlUnitNames.find((name) => name === written);
  if (unit !== undefined || written === ofServer) return { unit };
  throw new ValiseError('usage', `--unit must be one of ${choices.join(', ')}.`);
}

export const accountMailLimit = defineCommand({
  name: 'account mail-limit',
  summary: 'show or set how many mails an account may send in a day',
  about: `An account may send as many mails with links in any 24 hours as the setting mailsPerDay allows, or
as this command allows it; server goes back to the setting. A transfer above the limit is refused as
a whole, with the time from which there is room for it. Without --mails, shows the current limit.`,
  words: ['EMAIL'],
  options: {
    mails: {
      value: 'N',
      doc: `mails in 24 hours, from ${leastMailsPerDay} to ${mostMailsPerDay}, or ${ofServer}`,
    },
    json: jsonOption,
  },
  examples: [
    'account mail-limit billing@example.com',
    'account mail-limit billing@example.com --mails 20000',
  ],
  async run(context, given) {
    const [email] = given.words;
    const { mails: written } = given.options;
    const wanted = written === undefined ? undefined : getMails(written);
    const result = await withInstallation(context, given, async (installation, { config }) => {
      const accounts = accountsOf(installation, config);
      if (wanted !== undefined) await accounts.setMailsPerDay(operator, email, wanted.mails);
      const { mailsPerDay } = (await accounts.get(email)).account;
      return { mails: mailsPerDay ?? ofServer, allowed: mailsPerDay ?? config.mailsPerDay };
    });
    if (given.options.json) printJson(context, { mail_limit: result });
    else context.stdout.write(`Limit    ${result.mails}\nAllowed  ${result.allowed}\n`);
    return exitStatus.ok;
  },
});

function getMails(written: string): { mails: number | undefined } {
  if (written === ofServer) return { mails: undefined };
  const mails = /^\d{1,8}$/.test(written) ? Number(written) : 0;
  if (mails >= leastMailsPerDay && mails <= mostMailsPerDay) return { mails };
  throw new ValiseError(
    'usage',
    `--mails must be a whole number from ${leastMailsPerDay} to ${mostMailsPerDay}, or ${ofServer}.`,
  );
}

export const accountNotices = defineCommand({
  name: 'account notices',
  summary: 'show or set which mails an account gets about its transfers',
  about: `Receipts tell the account that a receiver took every file. Reminders go to receivers who have not
fetched a drop that ends soon; once it has ended, the account is told what was never fetched.
Without an option, shows the current setting.`,
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

export const accountSecondFactor = defineCommand({
  name: 'account second-factor',
  summary: 'show or set what receivers of an account must enter',
  about: `Before they see anything of what the account sent, receivers enter a code that comes by e-mail
(email), by SMS to the number of the contact (sms), or either way, as they choose (either); or they
need none (off). What was sent before stays as it was. The setting secondFactor demands at least
the same of every account: sms is more than either and email, which are more than off.

A receiver without a number that an SMS may go to gets a code by e-mail where that is allowed, and
is told to ask the sender where it is not. Without --mode, shows the current setting.`,
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
