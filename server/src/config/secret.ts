import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { inspect } from 'node:util';

import type { Given } from './config-sources.ts';

const redacted = '[redacted]';

/** A value that logs, errors and pages show as redacted; only `reveal` returns it. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return redacted;
  }

  toJSON(): string {
    return redacted;
  }

  [inspect.custom](): string {
    return redacted;
  }
}

/** The secret in the file that a setting names, or on standard input for `-`. */
export async function readSecret(
  { written, folder }: Given,
  readStandardInput: () => Promise<string>,
): Promise<Secret> {
  if (typeof written !== 'string' || written.trim() === '') throw new Error('it names no file');
  const content =
    written === '-' ? await readStandardInput() : await readPrivateText(resolve(folder, written));
  // Editors end a file with a line break, which is not part of the secret.
  const value = content.replace(/\r?\n$/, '');
  if (value === '') throw new Error('it is empty');
  return new Secret(value);
}

/** Users other than the owner and the group, which may be the service's. */
const strangersMask = 0o007;

/** The text of a file that holds a secret. Throws when any user of the machine may read or change it. */
export async function readPrivateText(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { mode } = await file.stat();
    if ((mode & strangersMask) !== 0) {
      throw new Error(
        `every user of this machine can use ${path}; if nobody can have read it, run: chmod o-rwx ${path}`,
      );
    }
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}
