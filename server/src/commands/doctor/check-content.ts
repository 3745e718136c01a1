import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { countUnknownChanges } from '../../compose/installation.ts';
import { findCheckpoint } from '../../domain/audit/audit-retention.ts';
import { verifyTrail } from '../../domain/audit/audit-verification.ts';
import type { Clock, Instant } from '../../domain/model/clock.ts';
import { hour } from '../../domain/model/clock.ts';
import type { Repositories } from '../../domain/model/database.ts';
import type { Outliving } from '../../domain/model/lost-rows.ts';
import { systemErrorCode } from '../../domain/model/valise-error.ts';
import { sparedOrphansNote } from '../../domain/expiry/orphans.ts';
import { countFiles, findMissing, listNewestBlobs } from '../../domain/files/missing-files.ts';
import type { Inspection } from '../../inspection/open-for-inspection.ts';
import { countNewerOrphans, sampleFiles } from '../../inspection/survey-files.ts';
import type { Stores } from '../../stores/registry.ts';
import { counted, formatInstant, formatNumber } from '../../cli-kit/print.ts';
import type { Verdict } from './finding.ts';
import { ok, problem, warning } from './finding.ts';

const restoreBlobs =
  'Is the volume mounted? Otherwise put the folder back from the backup, then run "valise doctor --files".';

/** Whether the blob store exists and is writable, and whether the sampled files are in it. */
export async function checkFiles(
  inspection: Inspection,
  { blobs, location }: Stores,
): Promise<Verdict> {
  const { files } = await inspection.database.files.countReadable();
  if (!(await blobs.exists(location))) {
    return files === 0
      ? ok('No file is stored yet.')
      : problem(
          `The ${blobs.describe(location)}, is gone: ${counted(files, 'file')} cannot be read.`,
          restoreBlobs,
        );
  }
  const foreign = await findForeignOwner(inspection, { blobs, location });
  if (foreign !== undefined) return foreign;
  await blobs.checkAccess(location);
  const newest = await listNewestBlobs(inspection);
  const lost = countFiles(await findMissing(inspection, newest));
  if (lost > 0) {
    return problem(
      `Of the newest ${counted(countFiles(newest), 'file')} (of ${formatNumber(files)}), ${formatNumber(lost)} are missing: the ${blobs.describe(location)}, is older than the database, or lost them.`,
      'Put it back from its newest copy. "valise doctor --files" names what is missing; what no copy has must be sent anew.',
    );
  }
  const sample = await sampleFiles(inspection);
  const missing = sample.faulty.filter(({ fault }) => fault === 'missing').length;
  const wrong = sample.faulty.filter(({ fault }) => fault === 'length').length;
  if (missing + wrong > 0) {
    return problem(
      `Of ${counted(sample.files, 'file')} looked at (of ${formatNumber(files)}), ${formatNumber(missing)} are missing and ${formatNumber(wrong)} are not as long as they were.`,
      'Run "valise doctor --files" to see which, and put them back from the backup.',
    );
  }
  const spared = (await inspection.database.installationValues.find(sparedOrphansNote)) ?? '';
  if (spared !== '') {
    return problem(
      `The database does not know ${spared} stored files, which is more than crashes leave behind. The server leaves them where they are.`,
      'If the database is not the newest, put that one back. If it is, run: valise recover --quarantine-orphans',
    );
  }
  return ok(
    sample.files === files
      ? `Files can be stored, and the bytes of ${counted(files, 'file')} are there.`
      : `Files can be stored, and of ${counted(files, 'file')} the bytes of ${formatNumber(sample.files)} were looked for and are there.`,
  );
}

/** Whether the store was made for another installation than that of the database. */
async function findForeignOwner(
  { database }: Inspection,
  { blobs, location }: Pick<Stores, 'blobs' | 'location'>,
): Promise<Verdict | undefined> {
  if (blobs.ownership === undefined) return undefined;
  const owner = await blobs.ownership.findOwner(location);
  if (owner === (await database.installationValues.find('install.id'))) return undefined;
  return problem(
    owner === undefined
      ? `The ${blobs.describe(location)}, does not say that it belongs to this installation.`
      : `The ${blobs.describe(location)}, belongs to another installation than the database.`,
    'Correct blobUrl or databaseUrl: the server does not start before. Each installation needs a bucket or a prefix of its own.',
  );
}

const outliving: Readonly<Record<Outliving, (rows: number) => string>> = {
  parts: (rows) => `${counted(rows, 'part')} of files that are not there`,
  pictures: (rows) => `${counted(rows, 'picture')} of files that are not there`,
  uploads: (rows) => `${counted(rows, 'upload')} of accounts that are not there`,
  events: (rows) => `${counted(rows, 'event')} of accounts that are not there`,
};

/** Whether the rows that may outlive what they belong to still belong to something. */
export async function checkRows({ lostRows }: Pick<Repositories, 'lostRows'>): Promise<Verdict> {
  const rows = await lostRows.count();
  const lost = (Object.keys(outliving) as Outliving[])
    .filter((kind) => rows[kind] > 0)
    .map((kind) => outliving[kind](rows[kind]));
  return lost.length === 0
    ? ok('Every part, picture, upload and event belongs to something.')
    : warning(
        `The database has ${lost.join(', ')}. No file that anybody can fetch is affected, but nothing removes them.`,
        'If the database was changed by hand, restore it from a backup. Otherwise report this as a fault of Valise.',
      );
}

/** Whether the keyring has the keys that the files need, and those of the sampled files work. */
export async function checkKeyring(inspection: Inspection): Promise<Verdict> {
  const { database, keyRing } = inspection;
  const unknown = await countUnknownChanges(inspection);
  if (unknown > 0) {
    return problem(
      `The database is older than its keys: it does not know the last ${counted(unknown, 'change')} of the keyring. The server does not start with it.`,
      'If it is not the newest, put that one back. If it was restored from a backup, run: valise recover --accept-older-database',
    );
  }
  const held = new Set(await keyRing.buckets());
  const used = [
    ...new Set([
      ...(await database.files.listUsedBuckets()),
      ...(await database.uploads.listUsedBuckets()),
    ]),
  ];
  const lacking = used.filter((bucket) => !held.has(bucket)).sort();
  const restoreKeys =
    'If the keyring was replaced by an older one, put back the newest safekeeping copy. Run "valise doctor --files" to see which files are affected.';
  if (lacking.length > 0) {
    return problem(
      `The keyring lacks ${counted(lacking.length, 'key')} that files need (${lacking.slice(0, 3).join(', ')}): they cannot be read.`,
      restoreKeys,
    );
  }
  const { files, faulty } = await sampleFiles(inspection);
  const damaged = faulty.filter(({ fault }) => fault === 'key_damaged').length;
  return damaged > 0
    ? problem(
        `Of ${counted(files, 'file')} looked at, the keys of ${damaged} are damaged: these cannot be read.`,
        'The rows were changed or damaged: restore the database from a backup, or send the files anew. "valise doctor --files" names them.',
      )
    : ok(`The keyring holds ${counted(held.size, 'key')}, and every one that a file needs.`);
}

interface JournalFacts {
  stores: Stores;
  isServerRunning: boolean;
}

/** When deploy/backup.sh made this folder; 0 where it did not. */
async function findBackupTime(dataDir: string): Promise<Instant> {
  try {
    return Date.parse((await readFile(join(dataDir, 'BACKUP-MADE.txt'), 'utf8')).trim()) || 0;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return 0;
    throw error;
  }
}

/** Fewer can be uploads that a crash interrupted. */
const fewOrphans = 3;

/**
 * A lost journal takes the last changes with it, and leaves a database that looks sound. Files that were
 * stored after the newest row reveal it.
 */
export async function checkJournal(
  inspection: Inspection,
  { stores, isServerRunning }: JournalFacts,
): Promise<Verdict> {
  const { label, inspection: database } = stores.database;
  const { count, since } =
    isServerRunning || !database.mayHaveLostChanges(stores.location)
      ? { count: 0, since: 0 }
      : await countNewerOrphans(inspection, await findBackupTime(stores.location.dataDir));
  if (count === 0) return ok('Nothing was stored that the database does not remember.');
  const message = `${counted(count, 'file')} came in after the newest thing that the database remembers (${formatInstant(since)})`;
  const putBack = `If ${label}-wal was removed, or an older ${label} put in place, put back what was there.`;
  const accept = 'If this is a restored backup, run: valise recover --accept-older-database';
  return count < fewOrphans
    ? warning(
        `${message}: an upload was cut off, or the database lost its last changes.`,
        `${putBack} Otherwise nothing is lost. ${accept}`,
      )
    : problem(
        `${message}: it lost its last changes, or is an older one.`,
        `Do not start the server. ${putBack} ${accept}`,
      );
}

export async function checkAudit({ database, audit, trailAnchor }: Inspection): Promise<Verdict> {
  const { head, fault } = await verifyTrail(database.audit, audit, {
    checkpoint: await findCheckpoint(database.installationValues, audit),
    expected: [await trailAnchor.find()],
  });
  return fault === undefined
    ? ok(`The audit trail is whole: ${counted(head?.sequence ?? 0, 'record')}.`)
    : problem(
        `The audit trail is not whole: ${fault.problem}`,
        'Someone changed the database by hand, or put an older one in place. Find out who can reach the data folder; after a restore, say "valise audit accept".',
      );
}

/** Failures among more mails than these are history. */
const recentMails = 1000;
/** Mail that waits longer is stuck. */
const longestWaitMs = hour;

export async function checkOutbox(
  { database: { outbox } }: Inspection,
  clock: Clock,
): Promise<Verdict> {
  const waiting = await outbox.countWaiting();
  const oldest = await outbox.findOldestWaiting();
  const recent = await outbox.list(recentMails);
  const failed = recent.filter(({ state }) => state === 'refused' || state === 'abandoned').length;
  if (waiting === 0 && failed === 0) return ok('No mail waits in the outbox.');
  const isStuck = oldest !== undefined && clock.now() - oldest > longestWaitMs;
  const message = [
    ...(waiting > 0 ? [`The outbox holds ${counted(waiting, 'mail')} not sent yet.`] : []),
    ...(isStuck ? [`The oldest has waited since ${formatInstant(oldest)}.`] : []),
    ...(failed > 0 ? [`${counted(failed, 'mail')} could not be delivered.`] : []),
  ].join(' ');
  const remedy = [
    ...(waiting > 0 ? ['A running server sends what waits, or tries again later.'] : []),
    '"valise mail list" shows the mails, and "valise mail show" what went wrong.',
  ].join(' ');
  return isStuck ? problem(message, remedy) : warning(message, remedy);
}
