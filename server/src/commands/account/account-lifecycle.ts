import { defineCommand, jsonOption } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { confirm } from '../../cli-kit/confirm.ts';
import { roles } from '../../domain/model/account.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { operator, withInstallation } from '../installation/open-data.ts';
import { accountView, accountsOf } from './account-list.ts';
import { inviteTo, invitationText } from './account-links.ts';
import { firstRequest, originOf } from './account-origin.ts';
import { keyFileOption, madeKeyText, readGivenKey } from './account-keys.ts';

export const accountAdd = defineCommand({
  name: 'account add',
  summary: 'give someone an account',
  about: `EMAIL is the user name, NUMBER a mobile number of 6 to 15 digits. An account of the role api
gets a key. Unless you give a key, it is made and printed here, once: only a hash of it is kept.
A person, of the role user or admin, gets an invitation by mail, whose link is printed here too.
Where there is no data folder yet, it is made. The server may be running meanwhile.

A key of your own has at least 32 characters; one from 8 on, such as existing clients may have, is
taken with a warning and kept under a slow hash. It is read from a file or from standard input: what
stands on a command line can be seen by others on this machine and stays in the shell's history.`,
  words: ['EMAIL', 'NUMBER'],
  options: {
    role: {
      value: roles.join('|'),
      doc: 'a program (api), a person (user) or an administrator (admin); default api',
    },
    'key-file': keyFileOption,
    json: jsonOption,
  },
  examples: [
    'account add billing@example.com 46700000001',
    'account add billing@example.com 46700000001 --key-file - < billing.key',
    'account add anna@example.com 46700000002 --role user',
  ],
  async run(context, given) {
    const [email, number] = given.words;
    const role = getRole(given.options.role ?? 'api');
    const chosenKey = await readGivenKey(context, given.options);
    const { account, key, origin, invitation } = await withInstallation(
      context,
      given,
      async (installation, { config }) => {
        const wanted = { email, number, role, key: chosenKey };
        const added = await accountsOf(installation, config).add(operator, wanted);
        const invited = role === 'api' ? undefined : await inviteTo(installation, config, email);
        return { ...added, origin: originOf(config), invitation: invited };
      },
      { create: true },
    );
    const madeKey = chosenKey === undefined ? key : undefined;
    const text = [
      `Added ${account.email}, role ${account.role}.\n`,
      ...(invitation === undefined ? [] : [invitationText(invitation)]),
      madeKeyText(madeKey),
      ...(key === undefined ? [] : [firstRequestText(origin, account.email)]),
    ];
    const json = { status: 'ok', account: accountView(account), key: madeKey, invitation };
    return { json, text: text.join('') };
  },
});

function firstRequestText(origin: string, email: string): string {
  return `
Try it while the server runs; curl asks for the key:
  ${firstRequest(origin, email)}
`;
}

function getRole(written: string) {
  const role = roles.find((known) => known === written);
  if (role !== undefined) return role;
  throw new ValiseError('usage', `--role must be one of ${roles.join(', ')}.`);
}

export const accountDisable = defineCommand({
  name: 'account disable',
  summary: 'disable an account until it is enabled again',
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
    return { json: { status: 'ok' }, text: `Disabled ${email}.\n` };
  },
});

export const accountEnable = defineCommand({
  name: 'account enable',
  summary: 'enable a disabled account',
  about: 'Its keys, contacts and files are as they were.',
  words: ['EMAIL'],
  options: { json: jsonOption },
  examples: ['account enable billing@example.com'],
  async run(context, given) {
    const [email] = given.words;
    await withInstallation(context, given, (installation, { config }) =>
      accountsOf(installation, config).enable(operator, email),
    );
    return { json: { status: 'ok' }, text: `Enabled ${email}.\n` };
  },
});

export const accountRemove = defineCommand({
  name: 'account remove',
  summary: 'remove an account and everything it uploaded',
  about: `Cannot be undone: the account's files become unreadable at once, also for those they were sent
to, and its links die. The audit trail stays. To keep someone out for a while, disable the account.

On a terminal you are asked first; elsewhere --yes is required.`,
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
    return { json: { status: 'ok' }, text: `Removed ${account.email}.\n` };
  },
});
