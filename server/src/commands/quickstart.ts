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
import { runServer } from './serve.ts';

interface Traveller {
  email: string;
  key: string;
}

interface Tour {
  /** The address of the server, without a trailing slash. */
  url: string;
  alice: Traveller;
  bob: Traveller;
}

/**
 * A first exchange as commands to paste into any POSIX shell: Alice sends Bob a file over the
 * machine API, and Bob receives it. No comments: an interactive zsh would run them.
 */
export function tourCommands({ url, alice, bob }: Tour): string {
  return `BASE=${shellWord(url)}
ALICE=${shellWord(alice.email)} ALICE_KEY=${shellWord(alice.key)}
BOB=${shellWord(bob.email)} BOB_KEY=${shellWord(bob.key)}
DIR=$(mktemp -d)
date > "$DIR/hello.txt"

echo '1. Alice takes a token from her page. Every other request carries it.'
TOKEN=$(curl -sS -u "$ALICE:$ALICE_KEY" "$BASE/$ALICE/" | ${findToken})

echo '2. She adds Bob to her contacts, and chooses him as receiver.'
curl -sS -w '\\n' -u "$ALICE:$ALICE_KEY" -H "CSRF-Token: $TOKEN" -H 'Content-Type: application/json' \\
  -d "[{\\"email\\": \\"$BOB\\"}]" "$BASE/$ALICE/cgi/contacts_add.cgi"
curl -sS -w '\\n' -u "$ALICE:$ALICE_KEY" -H "CSRF-Token: $TOKEN" -H 'Content-Type: application/json' \\
  -d "[{\\"email\\": \\"$BOB\\"}]" "$BASE/$ALICE/cgi/receivers_set.cgi"

echo '3. She lists her files, uploads one, and sends it.'
curl -sS -w '\\n' -u "$ALICE:$ALICE_KEY" -H "CSRF-Token: $TOKEN" "$BASE/$ALICE/cgi/get_files.cgi"
curl -sS -w '\\n' -u "$ALICE:$ALICE_KEY" -H "CSRF-Token: $TOKEN" \\
  -F do=upload -F "file=@$DIR/hello.txt" "$BASE/$ALICE/cgi/upload.cgi"
curl -sS -w '\\n' -u "$ALICE:$ALICE_KEY" -H "CSRF-Token: $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"ddmessage": "Hello Bob"}' "$BASE/$ALICE/cgi/createdrop.cgi"

echo '4. Bob finds it in his inbox.'
TOKEN=$(curl -sS -u "$BOB:$BOB_KEY" "$BASE/$BOB/" | ${findToken})
DROP=$(curl -sS -u "$BOB:$BOB_KEY" -H "CSRF-Token: $TOKEN" "$BASE/$BOB/cgi/get_history.cgi" |
  ${findNewestUrl})
curl -sS -o "$DIR/received.txt" -u "$BOB:$BOB_KEY" -H "CSRF-Token: $TOKEN" "$BASE/$BOB/$DROP/files/hello.txt"

cmp "$DIR/hello.txt" "$DIR/received.txt" && echo '5. Bob has, byte for byte, what Alice sent.'
`;
}

const findToken = `sed -n 's/.*id="csrftoken".*value="\\([^"]*\\)".*/\\1/p'`;

/** The inbox lists the newest first. Split at commas, a quote within a name is still escaped. */
const findNewestUrl = `tr , '\\n' | sed -n 's/^"url":"\\([^"]*\\)".*/\\1/p' | sed 1q`;

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
  npm start -- [--data DIR] [--port N] …

Where there is no account yet, it makes one of a person, ${anna.email}, and prints the
address where she chooses a password; and two of programs, ${alice.email} and
${bob.email}, with a first exchange between them as commands to paste. In all else
it is "valise serve", and takes the same settings and signals.

EXAMPLES
  valise quickstart
  npm start -- --port 8081

${exitStatusHelp}
`,
  async run(context) {
    const settings = await loadSettingsFor(context);
    const { config } = settings;
    try {
      // The accounts are created only once the port is ours: their keys are printed once.
      return await runServer(context, settings, async (installation, url) => {
        context.stdout.write(await welcome(installation, settings, config.publicUrl ?? url));
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
cannot be shown again. Paste this into another terminal to send a first file:

${tourCommands({ url, ...travellers })}
Then open this page in a browser, and sign in with the address and the key:
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
