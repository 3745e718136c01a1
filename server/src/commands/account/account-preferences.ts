import type { CommandAnswer, CommandContext } from '../../cli-kit/define-command.ts';
import { defineCommand, jsonOption } from '../../cli-kit/define-command.ts';
import type { Accounts } from '../../domain/access/accounts.ts';
import { leastMailsPerDay, mostMailsPerDay } from '../../domain/notices/mail-limits.ts';
import type { Account } from '../../domain/model/account.ts';
import { atLeast, secondFactorModes } from '../../domain/model/receiver-code.ts';
import { ttlUnitNames } from '../../domain/model/clock.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { Config } from '../../config/settings.ts';
import { operator, withInstallation } from '../installation/open-data.ts';
import { accountsOf } from './account-list.ts';

/** The word for "as the setting says". */
const ofServer = 'server';
const choices = [...ttlUnitNames, ofServer] as const;
const onOrOff = ['on', 'off'] as const;

interface Preference {
  /** Sets what was given; left out or false where nothing was. */
  set: { act: (accounts: Accounts, email: string) => Promise<unknown> } | false | undefined;
  /** What holds for the account, for scripts and for people: lines by their labels. */
  show: (
    account: Account,
    config: Config,
  ) => { json: object; lines: Readonly<Record<string, string | number>> };
}

/** Sets what the options of a command name, if any does, and prints what holds then. */
async function setOrShow(
  context: CommandContext,
  given: { words: readonly [string]; settingFlags: string[] },
  { set, show }: Preference,
): Promise<CommandAnswer> {
  const [email] = given.words;
  const { json, lines } = await withInstallation(context, given, async (installation, settings) => {
    const accounts = accountsOf(installation, settings.config);
    if (set) await set.act(accounts, email);
    return show((await accounts.get(email)).account, settings.config);
  });
  const width = Math.max(...Object.keys(lines).map(({ length }) => length)) + 2;
  const rows = Object.entries(lines).map(([label, value]) => `${label.padEnd(width)}${value}\n`);
  return { json, text: rows.join('') };
}

/** The word that an option was given, or undefined when it was not. */
function oneOf<Word extends string>(
  flag: string,
  words: readonly Word[],
  written: string | undefined,
): Word | undefined {
  if (written === undefined) return undefined;
  const word = words.find((each) => each === written);
  if (word !== undefined) return word;
  const all = words.length === 2 ? words.join(' or ') : `one of ${words.join(', ')}`;
  throw new ValiseError('usage', `${flag} must be ${all}.`);
}

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
    const wanted = oneOf('--unit', choices, given.options.unit);
    return await setOrShow(context, given, {
      set: wanted && {
        act: (accounts, email) =>
          accounts.setTtlUnit(operator, email, wanted === ofServer ? undefined : wanted),
      },
      show({ ttlUnit }, { desttimeUnit }) {
        const [unit, counted] = [ttlUnit ?? ofServer, ttlUnit ?? desttimeUnit];
        const lines = { Unit: unit, Counted: counted };
        return { json: { desttime_unit: { unit, counted } }, lines };
      },
    });
  },
});

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
    const wanted = given.options.mails === undefined ? undefined : getMails(given.options.mails);
    return await setOrShow(context, given, {
      set: wanted && {
        act: (accounts, email) => accounts.setMailsPerDay(operator, email, wanted.mails),
      },
      show({ mailsPerDay }, config) {
        const [mails, allowed] = [mailsPerDay ?? ofServer, mailsPerDay ?? config.mailsPerDay];
        return {
          json: { mail_limit: { mails, allowed } },
          lines: { Limit: mails, Allowed: allowed },
        };
      },
    });
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
    const receipts = oneOf('--receipts', onOrOff, given.options.receipts);
    const reminders = oneOf('--reminders', onOrOff, given.options.reminders);
    const isGiven = receipts !== undefined || reminders !== undefined;
    return await setOrShow(context, given, {
      set: isGiven && {
        async act(accounts, email) {
          const { notices } = (await accounts.get(email)).account;
          await accounts.setNotices(operator, email, {
            receipts: receipts === undefined ? notices.receipts : receipts === 'on',
            reminders: reminders === undefined ? notices.reminders : reminders === 'on',
          });
        },
      },
      show({ notices }) {
        const asWord = (isOn: boolean) => (isOn ? 'on' : 'off');
        const lines = { Receipts: asWord(notices.receipts), Reminders: asWord(notices.reminders) };
        return { json: { notices }, lines };
      },
    });
  },
});

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
    const wanted = oneOf('--mode', secondFactorModes, given.options.mode);
    return await setOrShow(context, given, {
      set: wanted && {
        act: (accounts, email) => accounts.setSecondFactor(operator, email, wanted),
      },
      show({ secondFactor: mode }, config) {
        const demanded = atLeast(config.secondFactor, mode);
        const needsSms = demanded === 'sms' || demanded === 'either';
        if (needsSms && config.smsAllowedPrefixes.length === 0) {
          context.stderr.write(
            'No SMS can be sent: the setting smsAllowedPrefixes allows no number.\n',
          );
        }
        const lines = { Mode: mode, Demanded: demanded };
        return { json: { second_factor: { mode, demanded } }, lines };
      },
    });
  },
});
