import { isIP } from 'node:net';

import { defineCommand, jsonOption } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { printJson, shellWord } from '../../cli-kit/print.ts';
import { confirm } from '../../cli-kit/terminal.ts';
import type { Config } from '../../config/settings.ts';
import { roles } from '../../domain/model/account.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { operator, withInstallation } from '../installation/open-data.ts';
import { accountView, accountsOf } from './account-list.ts';
import { keyFileOption, readGivenKey } from './account-keys.ts';

export const accountAdd = defineCommand({
  name: 'account add',
  summary: 'give someone an account',
  about: `EMAIL is the user name, NUMBER a mobile number of 6 to 15 digits. An account of the role api
gets a key; one of the role user or admin gets none, and cannot sign in yet. Unless you give a
key, it is made and printed here, once: only a hash of it is kept. Where there is no data folder
yet, it is made. The server may be running meanwhile.

A key of your own has at least 32 characters; one from 8 on, such as existing clients may have, is
taken with a warning and kept under a slow hash. What stands on a command line can be seen by others
on this machine and stays in the shell's history: rather than --key, use --key-file.`,
  words: ['EMAIL', 'NUMBER'],
  options: {
    role: {
      value: roles.join('|'),
      doc: 'a program (api) or a person, who cannot sign in yet; api unless said',
    },
    key: { value: 'KEY', doc: 'the key; others on this machine can see it' },
    'key-file': keyFileOption,
    json: jsonOption,
  },
  examples: [
    'account add billing@example.com 46700000001',
    'account add billing@example.com 46700000001 --key-file - < billing.key',
  ],
  async run(context, given) {
    const [email, number] = given.words;
    const role = getRole(given.options.role ?? 'api');
    const chosenKey = await readGivenKey(context, given.options);
    const { account, key, origin } = await withInstallation(
      context,
      given,
      async (installation, { config }) => ({
        ...(await accountsOf(installation, config).add(operator, {
          email,
          number,
          role,
          key: chosenKey,
        })),
        origin: originOf(config),
      }),
      { create: true },
    );
    const madeKey = chosenKey === undefined ? key : undefined;
    if (given.options.json) {
      printJson(context, { status: 'ok', account: accountView(account), key: madeKey });
      return exitStatus.ok;
    }
    context.stdout.write(`Added ${account.email}, role ${account.role}.\n`);
    if (key === undefined) context.stdout.write(cannotSignIn);
    if (madeKey !== undefined) {
      context.stdout.write(`\nKey: ${madeKey}\n\nKeep it now: it cannot be shown again.\n`);
    }
    if (key !== undefined) {
      context.stdout.write(`
Try it while the server runs; curl asks for the key:
  ${firstRequest(origin, account.email)}
`);
    }
    return exitStatus.ok;
  },
});

/** Accounts of people have no credentials before there is an application for people. */
const cannotSignIn = `
This account cannot sign in yet: only programs (role api) can, with their key. It can be sent
files, which reach it by mail, and nothing else.
`;

function getRole(written: string) {
  const role = roles.find((known) => known === written);
  if (role !== undefined) return role;
  throw new ValiseError('usage', `--role must be one of ${roles.join(', ')}.`);
}

const anyAddress: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** A first command to try an account with. It contains no key: curl asks for it. */
export function firstRequest(origin: string, email: string): string {
  return `curl -u ${shellWord(email)} ${shellWord(`${origin}/${encodeURIComponent(email)}/`)}`;
}

/** Where a server with these settings is reached. */
export function originOf({ publicUrl, tlsCertFile, host, port }: Config): string {
  if (publicUrl !== undefined) return publicUrl;
  const address = anyAddress[host] ?? host;
  const scheme = tlsCertFile === undefined ? 'http' : 'https';
  return `${scheme}://${isIP(address) === 6 ? `[${address}]` : address}:${port}`;
}

export const accountDisable = defineCommand({
  name: 'account disable',
  summary: 'refuse an account until it is enabled again',
  about: `Takes effect with the account's next request, and ends uploads that still run. Nothing of the
account is lost, and what it has sent can still be received.`,
  words: ['EMAIL'],
  options: { json: jsonOption },
  examples: ['account disable billing@example.com'],
  async run(context, given) {
    const [email] = given.words;
    await withInstallation(context, given, (installation, { config }) =>
      accountsOf(installation, config).disable(operator, email),
    );
    if (given.options.json) printJson(context, { status: 'ok' });
    else context.stdout.write(`Disabled ${email}.\n`);
    return exitStatus.ok;
  },
});

export const accountEnable = defineCommand({
  name: 'account enable',
  summary: 'let a disabled account in again',
  about: 'Its keys, contacts and files are as they were.',
  words: ['EMAIL'],
  options: { json: jsonOption },
  examples: ['account enable billing@example.com'],
  async run(context, given) {
    const [email] = given.words;
    await withInstallation(context, given, (installation, { config }) =>
      accountsOf(installation, config).enable(operator, email),
    );
    if (given.options.json) printJson(context, { status: 'ok' });
    else context.stdout.write(`Enabled ${email}.\n`);
    return exitStatus.ok;
  },
});

export const accountRemove = defineCommand({
  name: 'account remove',
  summary: 'remove an account and everything it uploaded',
  about: `Cannot be undone: the account's files become unreadable at once, also for those they were sent
to, and its links die. The audit trail stays. To keep someone out for a while, disable the account.

On a terminal you are asked first; elsewhere --yes must be said.`,
  words: ['EMAIL'],
  options: { yes: { doc: 'do it without asking' }, json: jsonOption },
  examples: ['account remove billing@example.com', 'account remove billing@example.com --yes'],
  async run(context, given) {
    const [email] = given.words;
    // An unknown account is reported before the question. The data folder is closed while the question waits.
    const { account } = await withInstallation(context, given, (installation, { config }) =>
      accountsOf(installation, config).get(email),
    );
    const question = `Remove ${account.email} and everything it uploaded?`;
    if (!given.options.yes && !(await confirm(context, question))) {
      context.stderr.write('Nothing was removed.\n');
      return exitStatus.failed;
    }
    await withInstallation(context, given, (installation, { config }) =>
      accountsOf(installation, config).remove(operator, email),
    );
    if (given.options.json) printJson(context, { status: 'ok' });
    else context.stdout.write(`Removed ${account.email}.\n`);
    return exitStatus.ok;
  },
});
