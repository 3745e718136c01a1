import type { CommandContext } from '../../cli-kit/define-command.ts';
import { defineCommand, jsonOption } from '../../cli-kit/define-command.ts';
import { formatInstant } from '../../cli-kit/print.ts';
import { readSecret } from '../../config/secret.ts';
import { formatDuration, parseDuration } from '../../config/setting.ts';
import { longKeyCharacters } from '../../domain/access/program-keys.ts';
import { day, minute } from '../../domain/model/clock.ts';
import { usualScopes } from '../../domain/model/principal.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { operator, withInstallation } from '../installation/open-data.ts';
import { accountsOf } from './account-list.ts';
import { keyTable, keyView, scopesOf } from './key-view.ts';

const defaultOverlapMs = day;
const maxOverlapMs = 365 * day;
const maxLifetimeMs = 3650 * day;

export const keyFileOption = {
  value: 'FILE',
  doc: 'take the key from a file, or from standard input for "-"',
  holdsSecret: true,
} as const;

export const accountKeyAdd = defineCommand({
  name: 'account key add',
  summary: 'give an API account one more key',
  about: `NAME says what the key is for; "account key rotate" and "revoke" take it. The key may do what its
scopes say:
  send      upload and send files, ask others for files
  receive   read the inbox and download files
  status    see what was sent and who has downloaded it
  contacts  add, change and remove contacts
  webhooks  have other servers told when something happens
  links     see the links that otherwise only receivers get
Unless you give a key, it is made and printed here, once: only a hash of it is kept. People make
keys for their own scripts in the browser.

With several nodes, make a key with other scopes than the usual ones, or with networks, once all
of them run this version: an earlier one refuses such a key.`,
  words: ['EMAIL', 'NAME'],
  options: {
    scopes: {
      value: 'LIST',
      doc: `what it may do, with commas between\n(default ${usualScopes.join(',')})`,
    },
    expires: {
      value: 'TIME',
      doc: 'how long it is valid, such as 90d (default: until it is replaced)',
    },
    networks: {
      value: 'LIST',
      doc: 'the addresses and networks it may be used from, with commas between, such as\n192.0.2.0/24,2001:db8::/32 (default: anywhere)',
    },
    'key-file': keyFileOption,
    json: jsonOption,
  },
  examples: [
    'account key add billing@example.com nightly',
    'account key add billing@example.com reader --scopes receive,status --expires 90d',
    'account key add billing@example.com office --networks 192.0.2.0/24,2001:db8::/32',
  ],
  async run(context, given) {
    const [email, name] = given.words;
    const { scopes, networks, expires } = given.options;
    const wanted = {
      name,
      scopes: scopes === undefined ? undefined : listIn(scopes),
      networks: networks === undefined ? undefined : listIn(networks),
      lifetimeMs: getLifetime(expires),
      key: await readGivenKey(context, given.options),
    };
    const { key, made } = await withInstallation(context, given, (installation, { config }) =>
      accountsOf(installation, config).addKey(operator, email, wanted),
    );
    const madeKey = wanted.key === undefined ? key : undefined;
    return {
      json: { status: 'ok', key: madeKey, made: keyView(made) },
      text: `${email} has the key ${made.name}. It may: ${scopesOf(made)}.\n${madeKeyText(madeKey)}`,
    };
  },
});

export const accountKeyList = defineCommand({
  name: 'account key list',
  summary: 'show the keys of an account, what they may do, and from where',
  about: `Keys themselves cannot be shown: only a hash of each is kept. A key without a name is told by
its id.`,
  words: ['EMAIL'],
  options: { json: jsonOption },
  examples: ['account key list billing@example.com', 'account key list billing@example.com --json'],
  async run(context, given) {
    const [email] = given.words;
    const { account, keys } = await withInstallation(context, given, (installation, { config }) =>
      accountsOf(installation, config).get(email),
    );
    return {
      json: { keys: keys.map(keyView) },
      text: keys.length === 0 ? `${account.email} has no key.\n` : keyTable(keys),
    };
  },
});

export const accountKeyRevoke = defineCommand({
  name: 'account key revoke',
  summary: 'end one key of an account',
  about: `KEY is its name, or its id as "account key list --json" prints it. The key is refused from its
next request on, and what it is uploading or downloading is cut.`,
  words: ['EMAIL', 'KEY'],
  options: { json: jsonOption },
  examples: ['account key revoke billing@example.com nightly'],
  async run(context, given) {
    const [email, key] = given.words;
    await withInstallation(context, given, (installation, { config }) =>
      accountsOf(installation, config).endKey(operator, email, key),
    );
    return { json: { status: 'ok' }, text: `The key ${key} of ${email} has ended.\n` };
  },
});

export const accountKeyRotate = defineCommand({
  name: 'account key rotate',
  summary: 'give an API account a new key in place of one',
  about: `The new key works at once, and may do what the old one may. That stays valid for the overlap, so
that clients can be changed one after the other. Unless you give the new key, it is made and printed
here, once. An account with several keys needs the name of the one to replace, or its id.`,
  words: ['EMAIL'],
  options: {
    name: { value: 'NAME', doc: 'which key; may be left out while there is one' },
    overlap: {
      value: 'TIME',
      doc: `how long old keys stay valid, such as 30m, 12h or 7d; 0 ends them at once\n(default ${formatDuration(defaultOverlapMs)})`,
    },
    'key-file': keyFileOption,
    json: jsonOption,
  },
  examples: [
    'account key rotate billing@example.com',
    'account key rotate billing@example.com --overlap 0',
    'account key rotate billing@example.com --name nightly',
  ],
  async run(context, given) {
    const [email] = given.words;
    const overlapMs = getOverlap(given.options.overlap);
    const chosenKey = await readGivenKey(context, given.options);
    const { key, oldKeysEndAt } = await withInstallation(
      context,
      given,
      (installation, { config }) =>
        accountsOf(installation, config).rotateKey(operator, email, {
          overlapMs,
          key: chosenKey,
          name: given.options.name,
        }),
    );
    const madeKey = chosenKey === undefined ? key : undefined;
    const end =
      overlapMs === 0
        ? 'The old keys have ended.\n'
        : `Old keys stay valid until ${formatInstant(oldKeysEndAt)}.\n`;
    return {
      json: { status: 'ok', key: madeKey, oldKeysEndAt: new Date(oldKeysEndAt).toISOString() },
      text: `${email} has a new key.\n${madeKeyText(madeKey)}${end}`,
    };
  },
});

/** Empty for a key that the operator brought. */
export function madeKeyText(key: string | undefined): string {
  return key === undefined ? '' : `\nKey: ${key}\n\nKeep it now: it cannot be shown again.\n`;
}

/** Of an empty text, which a variable of a script may be, one empty word: it must not stand for no limit. */
function listIn(written: string): string[] {
  return written.split(',').map((word) => word.trim());
}

function getLifetime(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  const lifetimeMs = parseDuration(written);
  if (lifetimeMs !== undefined && lifetimeMs >= minute && lifetimeMs <= maxLifetimeMs)
    return lifetimeMs;
  throw new ValiseError(
    'usage',
    `--expires must be a time from 1m to ${formatDuration(maxLifetimeMs)}, such as 12h or 90d.`,
  );
}

function getOverlap(written: string | undefined): number {
  const overlapMs = written === undefined ? defaultOverlapMs : parseDuration(written);
  if (overlapMs !== undefined && overlapMs <= maxOverlapMs) return overlapMs;
  throw new ValiseError(
    'usage',
    `--overlap must be a time from 0 to ${formatDuration(maxOverlapMs)}, such as 30m, 12h or 7d.`,
  );
}

/** The key that the operator chose; undefined to generate one. Warns about a weak one. */
export async function readGivenKey(
  context: CommandContext,
  { 'key-file': file }: { 'key-file': string | undefined },
): Promise<string | undefined> {
  const key = file === undefined ? undefined : await readKey(context, file);
  if (key !== undefined && key.length < longKeyCharacters) {
    context.stderr.write(
      `A key of fewer than ${longKeyCharacters} characters can be guessed. It is kept under a slow hash; change it for a longer one when you can.\n`,
    );
  }
  return key;
}

async function readKey(context: CommandContext, file: string): Promise<string> {
  try {
    const given = { written: file, origin: 'flag --key-file', folder: context.cwd };
    return (await readSecret(given, context.readStandardInput)).reveal();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ValiseError('usage', `The key cannot be read from ${file}: ${reason}.`, {
      cause: error,
    });
  }
}
