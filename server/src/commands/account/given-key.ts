import { readSecret } from '../../config/read-secret.ts';
import { ValiseError } from '../../domain/valise-error.ts';
import type { CommandContext } from '../command.ts';

export const keyFileOption = {
  value: 'FILE',
  doc: 'take the key from a file, or from standard input for "-"',
} as const;

/** The key that the operator chose; undefined where one is to be made. */
export async function readGivenKey(
  context: CommandContext,
  options: { key?: string | undefined; 'key-file': string | undefined },
): Promise<string | undefined> {
  const { key, 'key-file': file } = options;
  if (file === undefined) return key;
  if (key !== undefined) {
    throw new ValiseError('usage', 'Say --key or --key-file, not both.');
  }
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
