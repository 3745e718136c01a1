import { countUnknownChanges } from '../compose/installation.ts';
import { createOrphans } from '../domain/expiry/orphans.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import type { Installation } from '../compose/installation.ts';
import { jsonOption, defineCommand } from '../cli-kit/define-command.ts';
import { confirm } from '../cli-kit/confirm.ts';
import { exitStatus } from '../cli-kit/exit-status.ts';
import type { LoadedSettings } from './installation/load-settings.ts';
import { operator, withInstallation } from './installation/open-data.ts';
import { withoutServer } from './installation/without-server.ts';
import { countNewerOrphans } from '../inspection/survey-files.ts';
import { counted } from '../cli-kit/print.ts';

export const recover = defineCommand({
  name: 'recover',
  summary: 'accept data that the server refuses to start with',
  about: `A server does not start with a database that is older than its keys: files and keys that it does
not know would be taken for rubbish. After a restore from a backup that is how it must be, and
--accept-older-database says so. It also accepts stored files that came in after anything that the
database remembers: a backup holds such files when they came in while it was made. What came in
after the backup stays unknown to the database. Where there is neither, nothing is changed.

A server also leaves stored files alone that its database does not know when they are more than
crashes leave behind. --quarantine-orphans moves them into quarantine, where they are kept for as
long as quarantineTime says, and from where they come back when the database knows them again.

No server of the installation may be running, on any node. On a terminal you are asked first;
elsewhere --yes is required.`,
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
    const missed = accepts ? await withInstallation(context, given, findMissed) : nothingMissed;
    const questions = [
      isOlder(missed) && `Go on with a database that ${describeMissed(missed)}?`,
      quarantines && 'Put every stored file that the database does not know into quarantine?',
    ];
    for (const question of questions) {
      if (question === false || options.yes || (await confirm(context, question))) continue;
      context.stderr.write('Nothing was changed.\n');
      return exitStatus.failed;
    }
    const done = await withInstallation(context, given, (installation, settings) =>
      withoutServer(settings, async () => ({
        ...(accepts ? await acceptDatabase(installation) : nothingMissed),
        quarantined: quarantines ? await quarantineOrphans(installation, settings) : 0,
      })),
    );
    const quarantined = `Put ${counted(done.quarantined, 'stored file')} into quarantine.\n`;
    const text = `${accepts ? describeAcceptance(done) : ''}${quarantines ? quarantined : ''}`;
    return { json: { status: 'ok', ...done }, text };
  },
});

/** What happened after the newest row of the database. */
interface Missed {
  /** Changes of the keyring. */
  accepted: number;
  /** Stored files. */
  newerFiles: number;
}

const nothingMissed: Missed = { accepted: 0, newerFiles: 0 };

async function findMissed(installation: Installation): Promise<Missed> {
  return {
    accepted: await countUnknownChanges(installation),
    newerFiles: (await countNewerOrphans(installation)).count,
  };
}

function isOlder({ accepted, newerFiles }: Missed): boolean {
  return accepted > 0 || newerFiles > 0;
}

function describeMissed({ accepted, newerFiles }: Missed): string {
  return [
    ...(accepted > 0
      ? [`does not know the last ${counted(accepted, 'change')} of its keyring`]
      : []),
    ...(newerFiles > 0
      ? [`does not know ${counted(newerFiles, 'stored file')} that came in after it`]
      : []),
  ].join(' and ');
}

function describeAcceptance(missed: Missed): string {
  return isOlder(missed)
    ? `Accepted: the database ${describeMissed(missed)}. The server can be started.\n`
    : 'The database fits its keys. Nothing was changed.\n';
}

async function quarantineOrphans(
  { database, blobs, events, clock }: Installation,
  { config }: LoadedSettings,
): Promise<number> {
  const quarantineMs = config.quarantineTime;
  const orphans = createOrphans({ database, blobs, events, clock, actor: operator, quarantineMs });
  return await orphans.sweepOrphans(clock.now(), { evenMany: true });
}

/** Makes the keys and files accept this database; returns what it did not know. */
async function acceptDatabase(installation: Installation): Promise<Missed> {
  const missed = await findMissed(installation);
  if (isOlder(missed)) await recordAcceptance(installation, missed);
  return missed;
}

async function recordAcceptance(
  { database, events, keys, trailAnchor }: Installation,
  { accepted, newerFiles }: Missed,
): Promise<void> {
  const buckets = await keys.keyRing.buckets();
  await database.transact(async (repositories) => {
    const known = new Set((await repositories.keyBuckets.list()).map(({ bucket }) => bucket));
    const unknown = buckets.filter((bucket) => !known.has(bucket));
    // The keys of files uploaded after the backup expire like all others.
    await repositories.keyBuckets.add(unknown);
    await events.tell(repositories, operator, {
      action: 'database.older_accepted',
      account: undefined,
      object: 'database',
      // From now on the newest record is later than these files, so that they are no finding.
      details: { changes: accepted, keys: unknown.length, files: newerFiles },
    });
  });
  // The trail is that of the older database, too.
  const head = await database.audit.findHead();
  if (head !== undefined) await trailAnchor.set(head);
  // The next start gives the rows of a database their MACs that is from before there were any.
  if (await database.accounts.hasBound()) await keys.advance();
  else await keys.setRowsBoundAt(undefined);
}
