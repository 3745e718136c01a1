import { hostname } from 'node:os';
import { scopes as knownScopes } from '#protocol/access.ts';
import { storeLogin } from '../node/login.ts';
import { addressOf, connected, connectedTo } from './connected.ts';
import type { SenderContext } from './define.ts';
import { defineSenderCommand, jsonOption } from './define.ts';
import { UsageError } from './exit-status.ts';
import type { Scope } from '../src/device-login.ts';
import { login as askForKey } from '../src/device-login.ts';
import { ValiseProblem } from '../src/problem.ts';
import { printable, printJson } from './output.ts';
import { readKey } from './read-key.ts';

export const login = defineSenderCommand({
  name: 'login',
  summary: 'store a server and an API key of yours',
  about: `On a terminal, it shows a code: sign in at the address beside it, type the code, and choose what this
machine may do. Elsewhere, the key is read from standard input, or from the file that VALISE_KEY_FILE
names. It is never an argument, where others on the machine could see it. It is checked, and stored with
the address of the server in a file that only you can read.`,
  words: { name: 'URL', least: 0, most: 1 },
  options: {
    'allow-plain-http': {
      doc: 'take an address with http:, where everybody on the line can read the key',
    },
    device: { doc: 'show a code where there is no terminal, too' },
    scope: {
      value: 'SCOPE',
      doc: `what to ask for: ${knownScopes.join(', ')}`,
      isMany: true,
      suggests: knownScopes,
    },
    name: { value: 'NAME', doc: 'what this machine is called where you allow it' },
    json: jsonOption,
  },
  examples: [
    'valise login https://files.example.com',
    'valise login https://files.example.com --scope receive',
    'valise login https://files.example.com < key.txt',
  ],
  async run(context, { words, options }) {
    const { env, stdout } = context;
    const allowPlainHttp = options['allow-plain-http'];
    const url = addressOf(words[0] ?? env['VALISE_URL'], allowPlainHttp);
    const { device, scope: scopes, name } = options;
    const asked = { url, allowPlainHttp, device, scopes, name };
    const key = (await findDeviceKey(context, asked)) ?? (await readKey(context));
    const valise = connectedTo(context, { url, key, allowPlainHttp });
    const me = await valise.me();
    const file = storeLogin(env, {
      url: valise.url,
      key,
      ...(allowPlainHttp && { allowPlainHttp }),
    });
    if (options.json) printJson(context, { url: valise.url, file, ...me });
    else
      stdout.write(
        `Signed in at ${valise.url} as ${printable(me.account.address)}.\nThe key is in ${file}.\n`,
      );
    return 0;
  },
});

interface Asked {
  url: string;
  allowPlainHttp: boolean;
  device: boolean;
  scopes: readonly string[];
  name: string | undefined;
}

/** Shows a code, and waits until it was typed. Undefined where a key is given, or the server offers no codes. */
async function findDeviceKey(
  { env, stdin, stderr, ask }: SenderContext,
  { url, allowPlainHttp, device, scopes, name = `valise on ${hostname()}`.slice(0, 100) }: Asked,
): Promise<string | undefined> {
  const hasTerminal = stdin.isTTY === true && ask !== undefined;
  if (!device && (env['VALISE_KEY_FILE'] !== undefined || !hasTerminal)) {
    if (scopes.length > 0) throw new UsageError('--scope is for a code: a key has its scopes.');
    return undefined;
  }
  try {
    const { key } = await askForKey({
      url,
      allowPlainHttp,
      clientName: name,
      scopes: scopes as Scope[],
      onCode({ userCode, verificationUri, expiresInSeconds }) {
        const minutes = Math.round(expiresInSeconds / 60);
        stderr.write(
          `Open ${printable(verificationUri)} and type ${printable(userCode)} there, within ${minutes} minutes.\n`,
        );
      },
    });
    return key;
  } catch (error) {
    const isOffered = !(error instanceof ValiseProblem && error.status === 404);
    if (isOffered || device) throw error;
    return undefined;
  }
}

export const whoami = defineSenderCommand({
  name: 'whoami',
  summary: 'show whose key is stored, what it may do, and what is left',
  about: 'Asks the server. The key itself is not shown.',
  options: { json: jsonOption },
  examples: ['valise whoami'],
  async run(context, { options }) {
    const valise = connected(context);
    const { url } = valise;
    const me = await valise.me();
    if (options.json) {
      printJson(context, { url, ...me });
      return 0;
    }
    const { account, key, scopes, limits } = me;
    const facts = [
      ['server', url],
      ['account', account.address],
      ['key', key.name ?? key.id],
      ['ends', key.ends_at ?? 'never'],
      ['may', scopes.join(', ')],
      ['mails left', `${limits.mails_left} of ${limits.mails_per_day} a day`],
    ];
    for (const [name = '', value = ''] of facts) {
      context.stdout.write(`${name.padEnd(10)}  ${printable(value)}\n`);
    }
    return 0;
  },
});
