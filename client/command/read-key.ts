import { text } from 'node:stream/consumers';
import { readKeyFile } from '../node/login.ts';
import type { SenderContext } from './define.ts';
import { UsageError } from './exit-status.ts';

/** A key from the file that `VALISE_KEY_FILE` names, the terminal or standard input: never an argument. */
export async function readKey({ env, stdin, ask }: SenderContext): Promise<string> {
  const { VALISE_KEY_FILE: file } = env;
  if (file !== undefined) return readKeyFile('VALISE_KEY_FILE', file);
  const written =
    stdin.isTTY === true && ask !== undefined ? await ask('API key: ') : await text(stdin);
  const key = written.trim();
  if (key === '')
    throw new UsageError(
      'The key is missing: give it by standard input, or in the file that VALISE_KEY_FILE names.',
    );
  return key;
}
