import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { SenderContext } from './define.ts';
import { UsageError } from './exit-status.ts';

/** The password of a drop from a file, the terminal or standard input: never an argument, which others can see. */
export async function readPassword(
  { cwd, stdin, ask }: SenderContext,
  words: readonly string[],
  file: string,
): Promise<string> {
  const password = (await read()).replace(/\r?\n$/, '');
  if (password.trim() === '') throw new UsageError('The password is empty.');
  return password;

  async function read(): Promise<string> {
    if (file !== '-') return readNamed(resolve(cwd, file));
    if (words.includes('-')) {
      throw new UsageError('Standard input is a file or the password, and not both.');
    }
    return stdin.isTTY === true && ask !== undefined ? await ask('Password: ') : await text(stdin);
  }
}

function readNamed(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new UsageError(`--password-file cannot be read: ${String(error.code)}.`, {
      cause: error,
    });
  }
}
