import { countUnknownChanges } from '../database-age.ts';
import type { Installation } from '../installation.ts';
import { dataPaths } from '../installation.ts';
import { awaitFormerWorkers, takeKeyLock, takeServerLock } from '../server-lock.ts';
import { jsonOption } from './command-options.ts';
import { confirm } from './confirm.ts';
import { defineCommand } from './define-command.ts';
import { exitStatus } from './exit-status.ts';
import type { LoadedSettings } from './load-settings-for.ts';
import { operator, withInstallation } from './open-data.ts';
import { counted, printJson } from './print.ts';
import { ValiseError } from '../domain/valise-error.ts';

export const recover = defineCommand({
  name: 'recover',
  summary: 'accept data that the server refuses to start with',
  about: `A server does not start with a database that is older than its keys: files and keys that it does
not know would be taken for rubbish. After a restore from a backup that is how it must be, and this
command says so. What came in after the backup stays unknown to the database. Where the database
fits its keys, nothing is changed.

The server must not be running. On a terminal you are asked first; elsewhere --yes must be said.`,
  options: {
    'accept-older-database': { doc: 'go on with the database as it is' },
    yes: { doc: 'do it without asking' },
    json: jsonOption,
  },
  examples: ['recover --accept-older-database', 'recover --accept-older-database --yes'],
  async run(context, given) {
    if (!given.options['accept-older-database']) {
      throw new ValiseError('usage', 'Say what to accept: --accept-older-database.');
    }
    const unknown = await withInstallation(context, given, countUnknownChanges);
    const question = `Go on with a database that does not know the last ${counted(unknown, 'change')} of its keyring?`;
    if (unknown > 0 && !given.options.yes && !(await confirm(context, question))) {
      context.stderr.write('Nothing was changed.\n');
      return exitStatus.failed;
    }
    const accepted = await withInstallation(context, given, acceptDatabase);
    if (given.options.json) printJson(context, { status: 'ok', accepted });
    else {
      context.stdout.write(
        accepted === 0
          ? 'The database fits its keys. Nothing was changed.\n'
          : `Accepted: the database did not know ${counted(accepted, 'change')} of its keyring. The server can be started.\n`,
      );
    }
    return exitStatus.ok;
  },
});

/** Makes the database the one that the keys belong to; returns how many changes it did not know. */
async function acceptDatabase(
  installation: Installation,
  { dataDir, config }: LoadedSettings,
): Promise<number> {
  const { serverLock, workersLock } = dataPaths(dataDir);
  const locks = [takeServerLock(serverLock)];
  try {
    awaitFormerWorkers(workersLock);
    locks.push(takeKeyLock(config.keyDir));
    const unknown = await countUnknownChanges(installation);
    if (unknown > 0) await recordAcceptance(installation, unknown);
    return unknown;
  } finally {
    for (const lock of locks) lock.release();
  }
}

async function recordAcceptance(
  { store, audit, keys }: Installation,
  unknownChanges: number,
): Promise<void> {
  await store.transact(async (repositories) => {
    const known = new Set((await repositories.keyBuckets.list()).map(({ bucket }) => bucket));
    const unknown = keys.keyRing.buckets().filter((bucket) => !known.has(bucket));
    // The keys of what came in after the backup end in their turn, like all others.
    await repositories.keyBuckets.add(unknown);
    await audit.record(repositories, operator, {
      action: 'database.older_accepted',
      object: 'database',
      outcome: 'ok',
      details: { changes: unknownChanges, keys: unknown.length },
    });
  });
  await keys.advance();
}
