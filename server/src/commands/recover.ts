import { countUnknownChanges } from '../compose/database-age.ts';
import { createOrphans } from '../domain/expiry/orphans.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import type { Installation } from '../compose/installation.ts';
import { dataPaths } from '../compose/installation.ts';
import { awaitFormerWorkers, takeKeyLock, takeServerLock } from '../compose/server-lock.ts';
import { jsonOption, defineCommand } from '../cli-kit/define-command.ts';
import { confirm } from '../cli-kit/terminal.ts';
import { exitStatus } from '../cli-kit/exit-status.ts';
import type { LoadedSettings } from './installation/open-data.ts';
import { operator, withInstallation } from './installation/open-data.ts';
import { counted, printJson } from '../cli-kit/print.ts';

export const recover = defineCommand({
  name: 'recover',
  summary: 'accept data that the server refuses to start with',
  about: `A server does not start with a database that is older than its keys: files and keys that it does
not know would be taken for rubbish. After a restore from a backup that is how it must be, and this
command says so. What came in after the backup stays unknown to the database. Where the database
fits its keys, nothing is changed.

A server also leaves stored files alone that its database does not know when they are more than
crashes leave behind. --quarantine-orphans moves them into quarantine, where they are kept for as
long as quarantineTime says, and from where they come back when the database knows them again.

The server must not be running. On a terminal you are asked first; elsewhere --yes must be said.`,
  options: {
    'accept-older-database': { doc: 'go on with the database as it is' },
    'quarantine-orphans': { doc: 'put stored files that it does not know into quarantine' },
    yes: { doc: 'do it without asking' },
    json: jsonOption,
  },
  examples: ['recover --accept-older-database', 'recover --quarantine-orphans --yes'],
  async run(context, given) {
    const { options } = given;
    const accepts = options['accept-older-database'];
    const quarantines = options['quarantine-orphans'];
    if (!accepts && !quarantines) {
      throw new ValiseError('usage', 'Say --accept-older-database or --quarantine-orphans.');
    }
    const unknown = accepts ? await withInstallation(context, given, countUnknownChanges) : 0;
    const questions = [
      unknown > 0 &&
        `Go on with a database that does not know the last ${counted(unknown, 'change')} of its keyring?`,
      quarantines && 'Put every stored file that the database does not know into quarantine?',
    ];
    for (const question of questions) {
      if (question === false || options.yes || (await confirm(context, question))) continue;
      context.stderr.write('Nothing was changed.\n');
      return exitStatus.failed;
    }
    const done = await withInstallation(context, given, (installation, settings) =>
      withoutServer(settings, async () => ({
        accepted: accepts ? await acceptDatabase(installation) : 0,
        quarantined: quarantines ? await quarantineOrphans(installation, settings) : 0,
      })),
    );
    if (options.json) printJson(context, { status: 'ok', ...done });
    else context.stdout.write(accepts ? describeAcceptance(done.accepted) : '');
    if (!options.json && quarantines) {
      context.stdout.write(`Put ${counted(done.quarantined, 'stored file')} into quarantine.\n`);
    }
    return exitStatus.ok;
  },
});

function describeAcceptance(accepted: number): string {
  return accepted === 0
    ? 'The database fits its keys. Nothing was changed.\n'
    : `Accepted: the database did not know ${counted(accepted, 'change')} of its keyring. The server can be started.\n`;
}

/** Holds the locks of a server meanwhile. */
async function withoutServer<Result>(
  { dataDir, config }: LoadedSettings,
  work: () => Promise<Result>,
): Promise<Result> {
  const { serverLock, workersLock } = dataPaths(dataDir);
  const locks = [takeServerLock(serverLock)];
  try {
    awaitFormerWorkers(workersLock);
    locks.push(takeKeyLock(config.keyDir));
    return await work();
  } finally {
    for (const lock of locks) lock.release();
  }
}

async function quarantineOrphans(
  { database, blobs, audit, clock }: Installation,
  { config }: LoadedSettings,
): Promise<number> {
  const quarantineMs = config.quarantineTime;
  const orphans = createOrphans({ database, blobs, audit, clock, actor: operator, quarantineMs });
  return await orphans.sweepOrphans(clock.now(), { evenMany: true });
}

/** Makes the database the one that the keys belong to; returns how many changes it did not know. */
async function acceptDatabase(installation: Installation): Promise<number> {
  const unknown = await countUnknownChanges(installation);
  if (unknown > 0) await recordAcceptance(installation, unknown);
  return unknown;
}

async function recordAcceptance(
  { database, audit, keys, trailAnchor }: Installation,
  unknownChanges: number,
): Promise<void> {
  await database.transact(async (repositories) => {
    const known = new Set((await repositories.keyBuckets.list()).map(({ bucket }) => bucket));
    const unknown = keys.keyRing.buckets().filter((bucket) => !known.has(bucket));
    // The keys of files uploaded after the backup expire like all others.
    await repositories.keyBuckets.add(unknown);
    await audit.record(repositories, operator, {
      action: 'database.older_accepted',
      object: 'database',
      outcome: 'ok',
      details: { changes: unknownChanges, keys: unknown.length },
    });
  });
  // The trail is that of the older database, too.
  const head = await database.audit.findHead();
  if (head !== undefined) await trailAnchor.set(head);
  await keys.advance();
}
