import { resolve } from 'node:path';
import type { Given } from './config-source.ts';
import { readPrivateText } from './private-file.ts';
import { Secret } from './secret.ts';

/** The secret in the file that a setting names, or on standard input for `-`. */
export async function readSecret(
  { written, folder }: Given,
  readStandardInput: () => Promise<string>,
): Promise<Secret> {
  if (typeof written !== 'string' || written.trim() === '') throw new Error('it names no file');
  const content =
    written === '-' ? await readStandardInput() : await readPrivateText(resolve(folder, written));
  // Editors end a file with a line break, which is no part of the secret.
  const value = content.replace(/\r?\n$/, '');
  if (value === '') throw new Error('it is empty');
  return new Secret(value);
}
