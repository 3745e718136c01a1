import type { CommandContext } from '../../cli-kit/define-command.ts';
import { defineCommand, jsonOption } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { formatInstant, printJson } from '../../cli-kit/print.ts';
import { readSecret } from '../../config/secret.ts';
import { formatDuration, parseDuration } from '../../config/setting.ts';
import { longKeyCharacters } from '../../domain/access/accounts.ts';
import { day } from '../../domain/model/clock.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { operator, withInstallation } from '../installation/open-data.ts';
import { accountsOf } from './account-list.ts';

const defaultOverlapMs = day;
const maxOverlapMs = 365 * day;

export const keyFileOption = {
  value: 'FILE',
  doc: 'take the key from a file, or from standard input for "-"',
  holdsSecret: true,
} as const;

export const accountKeyRotate = defineCommand({
  name: 'account key rotate',
  summary: 'give an API account a new key',
  about: `The new key works at once. The old ones stay valid for the overlap, so that clients can be changed
one after the other. Unless you give the new key, it is made and printed here, once.`,
  words: ['EMAIL'],
  options: {
    overlap: {
      value: 'TIME',
      doc: `how long old keys stay valid, such as 30m, 12h or 7d; 0 ends them at once\n(default ${formatDuration(defaultOverlapMs)})`,
    },
    'key-file': keyFileOption,
    json: jsonOption,
  },
  examples: [
    'account key rotate billing@example.com',
    'account key rotate billing@example.com --overlap 0',
  ],
  async run(context, given) {
    const [email] = given.words;
    const overlapMs = getOverlap(given.options.overlap);
    const chosenKey = await readGivenKey(context, given.options);
    const { key, oldKeysEndAt } = await withInstallation(
      context,
      given,
      (installation, { config }) =>
        accountsOf(installation, config).rotateKey(operator, email, {
          overlapMs,
          ...(chosenKey === undefined ? {} : { key: chosenKey }),
        }),
    );
    const madeKey = chosenKey === undefined ? key : undefined;
    if (given.options.json) {
      const endAt = new Date(oldKeysEndAt).toISOString();
      printJson(context, { status: 'ok', key: madeKey, oldKeysEndAt: endAt });
      return exitStatus.ok;
    }
    context.stdout.write(`${email} has a new key.\n`);
    if (madeKey !== undefined) {
      context.stdout.write(`\nKey: ${madeKey}\n\nKeep it now: it cannot be shown again.\n`);
    }
    context.stdout.write(
      overlapMs === 0
        ? 'The old keys have ended.\n'
        : `Old keys stay valid until ${formatInstant(oldKeysEndAt)}.\n`,
    );
    return exitStatus.ok;
  },
});

function getOverlap(written: string | undefined): number {
  const overlapMs = written === undefined ? defaultOverlapMs : parseDuration(written);
  if (overlapMs !== undefined && overlapMs <= maxOverlapMs) return overlapMs;
  throw new ValiseError(
    'usage',
    `--overlap must be a time from 0 to ${formatDuration(maxOverlapMs)}, such as 30m, 12h or 7d.`,
  );
}

/** The key that the operator chose; undefined to generate one. Warns about a weak one. */
export async function readGivenKey(
  context: CommandContext,
  { 'key-file': file }: { 'key-file': string | undefined },
): Promise<string | undefined> {
  const key = file === undefined ? undefined : await readKey(context, file);
  if (key !== undefined && key.length < longKeyCharacters) {
    context.stderr.write(
      `A key of fewer than ${longKeyCharacters} characters can be guessed. It is kept under a slow hash; change it for a longer one when you can.\n`,
    );
  }
  return key;
}

async function readKey(context: CommandContext, file: string): Promise<string> {
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
