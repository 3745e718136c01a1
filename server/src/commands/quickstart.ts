import type { Command } from '../cli-kit/define-command.ts';
import { exitStatusHelp } from '../cli-kit/exit-status.ts';
import { formatNumber, shellWord } from '../cli-kit/print.ts';
import type { Installation } from '../compose/installation.ts';
import type { Account } from '../domain/model/account.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import { inviteTo } from './account/account-links.ts';
import { browserOrigin, firstRequest } from './account/account-origin.ts';
import { accountsOf } from './account/account-list.ts';
import type { LoadedSettings } from './installation/load-settings.ts';
import { loadSettingsFor } from './installation/load-settings.ts';
import { operator } from './installation/open-data.ts';
import {
  loadSandboxSettings,
  takeQuickstartFlags,
  welcomeToSandbox,
} from './quickstart-sandbox.ts';
import type { Tour } from './sample-exchange.ts';
import { firstSendCommands } from './sample-exchange.ts';
import { runServer } from './serve.ts';

const alice = { email: 'alice@example.com', number: '46700000001' };
const bob = { email: 'bob@example.com', number: '46700000002' };
/** The first person, who may do everything. */
const anna = { email: 'anna@example.com', number: '46700000003' };

export const quickstart: Command = {
  name: 'quickstart',
  summary: 'run the server with sample accounts ("npm start")',
  help: `valise quickstart: run the server with sample accounts

USAGE
  valise quickstart [--data DIR] [--port N] [--host ADDRESS] [--SETTING VALUE …]
  valise quickstart --sandbox [--data DIR] [--port N] [--listen ADDRESS] [--SETTING VALUE …]
  npm start -- [--data DIR] [--port N] …

Where there is no account yet, it makes one of a person, ${anna.email}, and prints the
address where she chooses a password; and two of programs, ${alice.email} and
${bob.email}, with a first exchange between them as commands to paste. In all else
it is "valise serve", and takes the same settings and signals.

SANDBOX
With --sandbox it makes a place for tests of programs, in a new folder, which stays a sandbox: keys
begin with vk_test_ and work nowhere else, mails and SMS are captured, and programs can read them,
move the clock, play receivers and plan faults. "valise serve" refuses such a folder, and --sandbox
every other. It listens on this machine only, unless --listen names an address. See docs/sandbox.md.

EXAMPLES
  valise quickstart
  valise quickstart --sandbox --data sandbox
  npm start -- --port 8081

${exitStatusHelp}
`,
  async run(context) {
    const args = takeQuickstartFlags(context.args);
    const { isSandbox } = args;
    const settings = isSandbox
      ? await loadSandboxSettings(context, args)
      : await loadSettingsFor(context);
    const { config } = settings;
    const greet = isSandbox ? welcomeToSandbox : welcome;
    try {
      // The accounts are created only once the port is ours: their keys are printed once.
      return await runServer(context, settings, {
        kind: isSandbox ? 'sandbox' : 'usual',
        async whenServing(installation, url) {
          context.stdout.write(await greet(installation, settings, config.publicUrl ?? url));
        },
      });
    } catch (error) {
      if (!(error instanceof ValiseError) || error.code !== 'address_in_use') throw error;
      const example = `For example: npm start -- --port ${config.port + 1}`;
      throw new ValiseError(error.code, `${error.message} ${example}`, { cause: error });
    }
  },
};

async function welcome(
  installation: Installation,
  settings: LoadedSettings,
  url: string,
): Promise<string> {
  const known = await installation.database.accounts.list();
  const next =
    known.length === 0
      ? introduce(await addTravellers(installation, settings, url), url)
      : remind(known, settings, url);
  return `
Valise is running at ${url}
${next}
${mailHint(settings)}
Stop the server with Ctrl-C.

`;
}

function mailHint(settings: LoadedSettings): string {
  const { smtpHost } = settings.config;
  const data = dataFlag(settings);
  return smtpHost === undefined
    ? `Mails are captured, not sent. See them, and open the links in them, with:
  bin/valise mail list${data}
  bin/valise mail show ID${data}
`
    : `Mails are sent through ${smtpHost}.
`;
}

/** Needed only where the data is not in its default place. */
function dataFlag({ dataDir, dataOrigin }: LoadedSettings): string {
  return dataOrigin === 'default' ? '' : ` --data ${shellWord(dataDir)}`;
}

async function addTravellers(installation: Installation, { config }: LoadedSettings, url: string) {
  const accounts = accountsOf(installation, config);
  async function add(traveller: { email: string; number: string }) {
    const { account, key } = await accounts.add(operator, {
      ...traveller,
      role: 'api',
      key: undefined,
    });
    if (key === undefined) throw new Error('An API account was made without a key');
    return { email: account.email, key };
  }
  await accounts.add(operator, { ...anna, role: 'admin', key: undefined });
  const invitation = await inviteTo(installation, config, anna.email, url);
  return { alice: await add(alice), bob: await add(bob), invitation };
}

function introduce(
  { invitation, ...travellers }: Omit<Tour, 'url'> & { invitation: string },
  url: string,
): string {
  return `
Open this address in a browser to choose a password for ${anna.email}, and to sign in:
  ${invitation}

For programs, two accounts were made, ${alice.email} and ${bob.email}. Their keys stand below and
cannot be shown again. Paste this into another terminal to send a first file with one request:

${firstSendCommands({ url, ...travellers })}
For clients of the CGI-style API, docs/machine-api.md goes on in the same terminal. The page of an account
opens in a browser, with the address and the key:
  ${pageOf(url, alice.email)}
`;
}

/** The page of an account, as an address that a terminal makes clickable. */
function pageOf(url: string, email: string): string {
  return `${url}/${email}/`;
}

/** Signing in where accounts exist already. */
function remind(known: readonly Account[], settings: LoadedSettings, url: string): string {
  const data = dataFlag(settings);
  const example = known.find(({ role }) => role === 'api') ?? known[0];
  const email = example?.email ?? 'EMAIL';
  const hasPeople = known.some(({ role }) => role !== 'api');
  return `
Accounts: ${formatNumber(known.length)} (see them with: bin/valise account list${data})
${hasPeople ? `People sign in here:\n  ${browserOrigin(url)}/sign-in\nFor programs, open this page` : 'Open this page'} in a browser, and sign in with the address and the key:
  ${pageOf(url, email)}
The same with curl, which asks for the key:
  ${firstRequest(url, email)}
Keys cannot be shown again. A new one:
  bin/valise account key rotate ${shellWord(email)}${data}
`;
}
