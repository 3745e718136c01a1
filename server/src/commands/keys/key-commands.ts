import { resolve } from 'node:path';

import type { CommandContext } from '../../cli-kit/define-command.ts';
import { defineCommand, jsonOption } from '../../cli-kit/define-command.ts';
import { counted } from '../../cli-kit/print.ts';
import type { Installation } from '../../compose/installation.ts';
import { refuseOlderDatabase } from '../../compose/installation.ts';
import { keyPlaceOf } from '../../compose/key-place.ts';
import { readSecret } from '../../config/secret.ts';
import { program } from '../../config/setting.ts';
import type { AuditAction } from '../../domain/model/audit.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { makeRootKey } from '../../key-ring/make-root-key.ts';
import { replaceRootKeyFile } from '../../key-ring/replace-root-key.ts';
import { parseRootKey } from '../../key-ring/root-key.ts';
import { systemRandomness } from '../../platform/system.ts';
import { takeRotationLock } from '../../locks/server-lock.ts';
import type { LoadedSettings } from '../installation/load-settings.ts';
import { operator, withInstallation } from '../installation/open-data.ts';

export const keyMake = defineCommand({
  name: 'key make',
  summary: 'write a new root key to a file',
  about: `Writes one root key, for all nodes of a new installation: copy the file to the key folder of each
node as root.key, mode 600, before any of them starts. The file can be read by its owner only, and
one that exists is never replaced. Keep a copy in a safe place, then remove the file.`,
  words: ['FILE'],
  options: { json: jsonOption },
  examples: ['key make /root/root.key'],
  async run(context, given) {
    const [file] = given.words;
    const path = resolve(context.cwd, file);
    await makeRootKey(path, systemRandomness);
    return {
      json: { status: 'ok', file: path },
      text: `Wrote a root key to ${path}. Whoever has it opens the keyring: keep it safe.\n`,
    };
  },
});

export const keyRotate = defineCommand({
  name: 'key rotate',
  summary: 'replace the root key while the server runs',
  about: `The root key opens the keyring, and with it every file. This lets a new root key open it. Files,
links and API keys stay as they are; servers that run go on, and need the new key when they next
start.

Where root.key in the key folder is the root key, a new one is made, or taken from --new-key-file,
and put in its place. The old one then opens nothing, unless --keep-old is given.

Where the root key comes from keyCommand or systemd, say where the new one comes from:
--new-key-file or --new-key-command. Both keys open the keyring then. Change the settings or the
credential, start the server with the new key, and run "valise key retire" to end the old one.
--new-key-command is also the way from root.key to keyCommand: set it, remove root.key, retire.

A copy of the old root key still opens copies of the keyring from before: replace the escrow copy
(escrow-keys.sh --rotated), and destroy the others. If it is interrupted, the key that was in use
stays in use; run it again.`,
  options: {
    'new-key-file': {
      value: 'FILE',
      doc: 'a file with the new key, or - for standard input',
      holdsSecret: true,
    },
    'new-key-command': {
      value: 'PROGRAM,ARGUMENT,…',
      doc: 'a program that prints the new key, written like keyCommand',
    },
    'keep-old': { doc: 'let the old key open too, until "valise key retire"' },
    json: jsonOption,
  },
  examples: [
    'key rotate',
    'key rotate --new-key-file /run/new-root-key',
    'key rotate --new-key-command /usr/bin/tpm2_unseal,-c,0x81000002',
  ],
  async run(context, given) {
    const { options } = given;
    const newKey = await findNewKey(context, options);
    const rootKeys = await whileRotating(context, given, async (installation, { config }) => {
      const { keyDir, rootKey } = keyPlaceOf(config, context.env);
      const isFile = rootKey.kind === 'file' && options['new-key-command'] === undefined;
      if (!isFile && newKey === undefined) {
        throw new ValiseError(
          'usage',
          `The root key is ${rootKey.label}: name the new one with --new-key-file or --new-key-command.`,
        );
      }
      const { keys, randomness } = installation;
      if (newKey !== undefined) refuseUseless(installation, newKey);
      if (isFile) {
        // Other nodes have the old key until it is replaced there too.
        const keepsOld = options['keep-old'] || keys.isShared;
        await replaceRootKeyFile(keyDir, keys, { newKey, keepsOld, randomness });
      } else if (newKey !== undefined) {
        await keys.addRootKey(newKey);
      }
      await record(installation, 'keys.root_rotated');
      return keys.rootKeyCount;
    });
    return {
      json: { status: 'ok', rootKeys, isFinished: rootKeys === 1 },
      text: rootKeys === 1 ? `${replaced}\n${aboutCopies}` : bothOpen,
    };
  },
});

const replaced = 'The root key was replaced. The old one opens the keyring no more.';

const aboutCopies = `Replace the escrow copy now: escrow-keys.sh --rotated. Destroy every other copy of the old key, and
every old copy of the keyring: together they open what that keyring held.
`;

const bothOpen = `Both the old and the new root key open the keyring. Give the new one to every server, by its settings
or its credential, and start them with it. Then run: valise key retire
`;

export const keyRetire = defineCommand({
  name: 'key retire',
  summary: 'end every root key except the current one',
  about: `Ends a rotation that left two root keys: the one that the settings name is kept, every other opens
the keyring no more. A server or node that would still start with another one is locked out, but
can never be alone with it: this command starts with the key that it keeps.`,
  options: { json: jsonOption },
  examples: ['key retire', 'key retire --json'],
  async run(context, given) {
    const retired = await whileRotating(context, given, async (installation) => {
      const { keys } = installation;
      const before = keys.rootKeyCount;
      if (before === 1) return 0;
      await keys.retireOtherRootKeys();
      await record(installation, 'keys.root_retired');
      return before - keys.rootKeyCount;
    });
    return {
      json: { status: 'ok', retired },
      text:
        retired === 0
          ? 'One root key opens the keyring. Nothing was changed.\n'
          : `Retired ${counted(retired, 'root key')}.\n${aboutCopies}`,
    };
  },
});

/** Opens the installation while no other rotation runs. */
async function whileRotating<Result>(
  context: CommandContext,
  given: { settingFlags: readonly string[] },
  work: (installation: Installation, settings: LoadedSettings) => Promise<Result>,
): Promise<Result> {
  return await withInstallation(context, given, async (installation, settings) => {
    await refuseOlderDatabase(installation);
    const lock = takeRotationLock(settings.config.keyDir);
    try {
      return await work(installation, settings);
    } finally {
      lock.release();
    }
  });
}

interface NewKeyOptions {
  'new-key-file': string | undefined;
  'new-key-command': string | undefined;
}

/** The new key that the operator brings; undefined where one is to be made. */
async function findNewKey(
  { cwd, readStandardInput }: CommandContext,
  { 'new-key-file': file, 'new-key-command': command }: NewKeyOptions,
): Promise<Buffer | undefined> {
  if (file !== undefined && command !== undefined) {
    throw new ValiseError('usage', 'Say --new-key-file or --new-key-command, not both.');
  }
  if (command !== undefined) {
    const words = program.read(command, cwd);
    if (words === undefined) {
      throw new ValiseError('usage', `--new-key-command must be ${program.expects}.`);
    }
    const { runKeyCommand } = await import('../../key-ring/key-command.ts');
    return parseRootKey(await runKeyCommand(words), 'The output of --new-key-command', makeOne);
  }
  if (file === undefined) return undefined;
  return parseRootKey(
    await readKeyFile({ cwd, readStandardInput }, file),
    '--new-key-file',
    makeOne,
  );
}

const makeOne = 'To make one: openssl rand -hex 32';

async function readKeyFile(
  { cwd, readStandardInput }: Pick<CommandContext, 'cwd' | 'readStandardInput'>,
  file: string,
): Promise<Buffer> {
  try {
    const given = { written: file, folder: cwd, origin: '' };
    return Buffer.from((await readSecret(given, readStandardInput)).reveal(), 'latin1');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ValiseError('usage', `--new-key-file cannot be read: ${reason}.`, { cause: error });
  }
}

function refuseUseless({ keys }: Installation, newKey: Buffer): void {
  if (!keys.opensWith(newKey)) return;
  throw new ValiseError('usage', 'The new root key is one that opens the keyring already.');
}

async function record({ database, events }: Installation, action: AuditAction): Promise<void> {
  await database.transact((repositories) =>
    events.tell(repositories, operator, { action, account: undefined, object: 'root key' }),
  );
}
