import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ValiseError } from '../domain/model/valise-error.ts';
import type { CommandContext } from './define-command.ts';

/** The text of a file that the operator named, or of standard input for `-`. */
export async function readNamedFile(context: CommandContext, name: string): Promise<string> {
  if (name === '-') return await context.readStandardInput();
  try {
    return await readFile(resolve(context.cwd, name), 'utf8');
  } catch (error) {
    throw unusable(name, 'read', error);
  }
}

/** Writes to the file that the operator named, or to standard output when none or `-` was named. */
export async function writeNamedFile(
  context: CommandContext,
  name: string | undefined,
  pieces: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  const source = Readable.from(pieces);
  if (name === undefined || name === '-') {
    await pipeline(source, context.stdout, { end: false }).catch(unlessReaderLeft);
    return;
  }
  const file = createWriteStream(resolve(context.cwd, name), { mode: 0o600 });
  try {
    await pipeline(source, file);
  } catch (error) {
    throw unusable(name, 'written', error);
  }
}

/** A closed pipe (`| head`) is not a failure. */
function unlessReaderLeft(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
}

/** A usage error for a file that cannot be used; other errors are returned as they are. */
function unusable(name: string, act: 'read' | 'written', error: unknown): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  return new ValiseError('usage', `${name} cannot be ${act}: ${error.message}.`, { cause: error });
}
