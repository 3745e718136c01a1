import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

import { ValiseError, systemErrorCode } from '../domain/model/valise-error.ts';
import { isThere, readPrivateFile } from './private-files.ts';

/** Where the root key comes from. Every process of an installation uses the same source. */
export interface RootKeySource {
  readonly kind: 'file' | 'command' | 'credential';
  /** The source, for messages. */
  readonly label: string;
  /** Asks the source once, however often it is called. Throws `key_missing`, `key_exposed` or `key_wrong`. */
  read(): Promise<Buffer>;
}

/** The settings that name the source. */
export interface RootKeySettings {
  keyDir: string;
  keyCommand: readonly string[] | undefined;
  keyCredential: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function rootKeyPath(keyDir: string): string {
  return join(keyDir, 'root.key');
}

/** `env` is that of the process: systemd names the folder of its credentials there. */
export function rootKeySourceOf(settings: RootKeySettings, env: Environment): RootKeySource {
  const { keyDir, keyCommand, keyCredential } = settings;
  if (keyCommand !== undefined) return rootKeyOfCommand(keyDir, keyCommand);
  return keyCredential ? rootKeyCredential(keyDir, env) : rootKeyFile(keyDir);
}

/** The file in the key folder. */
export function rootKeyFile(keyDir: string): RootKeySource {
  const path = rootKeyPath(keyDir);
  return {
    kind: 'file',
    label: path,
    read: once(async () => parseRootKey(await readPrivateFile(path), path)),
  };
}

function rootKeyOfCommand(keyDir: string, command: readonly string[]): RootKeySource {
  const label = `the output of keyCommand (${command[0] ?? ''})`;
  return {
    kind: 'command',
    label,
    read: once(async () => {
      await refuseSecondKey(keyDir, 'keyCommand');
      const { runKeyCommand } = await import('./key-command.ts');
      return parseRootKey(await runKeyCommand(command), label);
    }),
  };
}

/** A failure is remembered too: a command that hangs is waited for once. */
function once<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  return () => (answer ??= ask());
}

const credentialName = 'valise-root-key';

function rootKeyCredential(keyDir: string, env: Environment): RootKeySource {
  const label = `the systemd credential ${credentialName}`;
  return {
    kind: 'credential',
    label,
    read: once(async () => {
      await refuseSecondKey(keyDir, 'keyCredential');
      return parseRootKey(await readCredential(env['CREDENTIALS_DIRECTORY']), label);
    }),
  };
}

/** Beside the keyring, the file would undo what the other source is for; and it may be another key. */
async function refuseSecondKey(keyDir: string, setting: string): Promise<void> {
  const path = rootKeyPath(keyDir);
  if (!(await isThere(path))) return;
  throw new ValiseError(
    'data_unsafe',
    `${path} holds a root key, but ${setting} says that it comes from elsewhere. If both give the same key, remove the file; if not, leave ${setting} out.`,
  );
}

/**
 * Users other than the owner and those that systemd names in an access list, whose mask stands in place of the group.
 */
const strangersMask = 0o007;

async function readCredential(folder: string | undefined): Promise<Buffer> {
  const wayOut = `Add LoadCredential=${credentialName}:FILE to the unit. To run another command with it: systemd-run -p LoadCredential=${credentialName}:FILE -p User=valise --pty valise …`;
  if (folder === undefined) {
    throw new ValiseError(
      'key_missing',
      `keyCredential is set, but systemd has passed no credentials to this process. ${wayOut}`,
    );
  }
  const path = join(folder, credentialName);
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      if (((await file.stat()).mode & strangersMask) !== 0) {
        throw new ValiseError('key_exposed', `${path} can be used by every user of this machine.`);
      }
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    throw new ValiseError('key_missing', `There is no ${path}. ${wayOut}`, { cause: error });
  }
}

const rootKeyPattern = /^[0-9a-f]{64}\n?$/;

/** Reads 64 hexadecimal digits. The message does not repeat what was read. */
export function parseRootKey(
  content: Buffer,
  label: string,
  wayOut = 'Put it back from its safekeeping copy.',
): Buffer {
  const text = content.toString('latin1');
  if (rootKeyPattern.test(text)) return Buffer.from(text.trimEnd(), 'hex');
  throw new ValiseError(
    'key_wrong',
    `${label} does not hold a root key: 64 lower-case hexadecimal digits and a line end. ${wayOut}`,
  );
}
