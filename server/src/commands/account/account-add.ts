import { roles } from '../../domain/model/account.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { jsonOption } from '../../cli-kit/command-options.ts';
import { defineCommand } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { operator, withInstallation } from '../installation/open-data.ts';
import { printJson } from '../../cli-kit/print.ts';
import { accountView } from './account-view.ts';
import { accountsOf } from './accounts-of.ts';
import { firstRequest, originOf } from './first-request.ts';
import { keyFileOption, readGivenKey } from './given-key.ts';

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
