import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { ValiseError } from '../src/problem.ts';

/** What `valise login` stores: where the server is, and a key of it. */
export interface Login {
  url: string;
  key: string;
  allowPlainHttp?: boolean;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The folder of this user for what `valise` stores: the key, and how far sends are. */
export function loginFolder(env: Environment): string {
  const { XDG_CONFIG_HOME: config = '', APPDATA: appData = '' } = env;
  if (process.platform === 'win32' && appData !== '') return join(appData, 'valise');
  return join(config === '' ? join(env['HOME'] ?? homedir(), '.config') : config, 'valise');
}

function loginFile(env: Environment): string {
  return join(loginFolder(env), 'login.json');
}

/** `VALISE_URL` and `VALISE_KEY_FILE` count before what was stored. */
export function findLogin(env: Environment): Partial<Login> {
  const stored = readLogin(env);
  const { VALISE_URL: url = '', VALISE_KEY_FILE: keyFile = '' } = env;
  // A key belongs to the server that it was stored with.
  const base = url === '' || url === stored.url ? stored : {};
  return {
    ...base,
    ...(url !== '' && { url }),
    ...(keyFile !== '' && { key: readKeyFile('VALISE_KEY_FILE', keyFile) }),
  };
}

/** The key in a file that a variable names. */
export function readKeyFile(variable: string, file: string): string {
  let key: string;
  try {
    key = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new ValiseError(`${variable} names ${file}, which cannot be read (${reason}).`);
  }
  if (key === '') throw new ValiseError(`${variable} names ${file}, which is empty.`);
  return key;
}

function readLogin(env: Environment): Partial<Login> {
  const file = loginFile(env);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
    throw new ValiseError(
      `${file} can be read by others: run chmod 600 on it, and take a new key.`,
    );
  }
  try {
    return JSON.parse(text) as Login;
  } catch {
    throw new ValiseError(`${file} is damaged: run valise login again.`);
  }
}

/** Stores a login where only this user can read it. Returns the path of the file. */
export function storeLogin(env: Environment, login: Login): string {
  const file = loginFile(env);
  writePrivately(file, `${JSON.stringify(login, undefined, 2)}\n`);
  return file;
}

/** Whole or not at all. */
export function writePrivately(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const making = `${file}.${process.pid}`;
  try {
    writeFileSync(making, text, { mode: 0o600 });
    renameSync(making, file);
  } finally {
    rmSync(making, { force: true });
  }
}
