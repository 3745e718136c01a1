import { readSecret } from '../../config/secret.ts';
import { longKeyCharacters } from '../../domain/access/accounts.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { CommandContext } from '../../cli-kit/command.ts';

export const keyFileOption = {
  value: 'FILE',
  doc: 'take the key from a file, or from standard input for "-"',
} as const;

interface KeyOptions {
  key?: string | undefined;
  'key-file': string | undefined;
}

/** The key that the operator chose; undefined where one is to be made. Says what is unwise about it. */
export async function readGivenKey(
  context: CommandContext,
  options: KeyOptions,
): Promise<string | undefined> {
  const key = await readKey(context, options);
  if (options.key !== undefined) {
    context.stderr.write(
      'Others on this machine can see what stands on a command line. Rather than --key, use --key-file.\n',
    );
  }
  if (key !== undefined && key.length < longKeyCharacters) {
    context.stderr.write(
      `A key of fewer than ${longKeyCharacters} characters can be guessed. It is kept under a slow hash; change it for a longer one when you can.\n`,
    );
  }
  return key;
}

async function readKey(context: CommandContext, options: KeyOptions): Promise<string | undefined> {
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
