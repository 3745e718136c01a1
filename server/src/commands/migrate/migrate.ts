import type { CommandAnswer, CommandContext } from '../../cli-kit/define-command.ts';
import { defineCommand, jsonOption } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { counted, formatBytes } from '../../cli-kit/print.ts';
import { dataPaths, openInstallation } from '../../compose/installation.ts';
import { keyPlaceOf } from '../../compose/key-place.ts';
import type { Move } from '../../compose/move-installation.ts';
import {
  abandonMove,
  copyFiles,
  finishMove,
  movesBlobs,
  movesDatabase,
} from '../../compose/move-installation.ts';
import { refuseMarkedFolder } from '../../compose/sandbox-marks.ts';
import { showProgress } from '../../cli-kit/progress.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { isServerRunning } from '../../locks/server-lock.ts';
import { systemClock, systemRandomness } from '../../platform/system.ts';
import type { Stores } from '../../stores/registry.ts';
import { getStores } from '../../stores/registry.ts';
import type { LoadedSettings } from '../installation/load-settings.ts';
import { loadSettingsFor } from '../installation/load-settings.ts';
import { explainDataFault, operator } from '../installation/open-data.ts';
import { withoutServer } from '../installation/without-server.ts';
import { readTarget, targetOptions } from './read-target.ts';

export const migrate = defineCommand({
  name: 'migrate',
  summary: 'move the installation to another database or another store for files',
  about: `Copies the database, the stored files or both to where --to-database and --to-blobs say, and makes
the data folder belong to the copy. Links, API keys and the audit trail stay valid. The settings
that the server has now say where the data comes from.

Files are copied first, and the server may run meanwhile. Then stop the server, every one of them
where there are several, and run the same command again: it copies the files that came in since,
and the database, which takes about a second for ten thousand rows. Every file and every row is
read back and compared. If it is interrupted, run it again; it goes on where it was. Until the end
the server can be started with its old settings, after "valise migrate --abandon".

Afterwards change the settings as the command says, and start the server. Nothing is removed from
where the data was: do so once you have seen that all is well.`,
  options: {
    ...targetOptions,
    abandon: { doc: 'forget a move that was begun, and use the old database again' },
    json: jsonOption,
  },
  examples: [
    'migrate --to-database postgres://valise@db/valise --to-database-password-file pg.txt',
    'migrate --to-blobs s3://valise-files --to-s3-credentials-file s3.txt',
    'migrate --to-database embedded --to-blobs embedded',
  ],
  async run(context, given) {
    const { options, settingFlags } = given;
    const settings = await loadSettingsFor(context, settingFlags);
    await refuseMarkedFolder(settings.dataDir);
    const from = getStores(settings.stores);
    try {
      if (options.abandon) return await abandon(context, settings);
      const to = getStores(await readTarget(context, settings.stores, options));
      refuseSamePlace({ from, to });
      return await run(context, settings, { from, to });
    } catch (error) {
      throw explainDataFault(error, settings.stores, context.user);
    }
  },
});

async function run(
  context: CommandContext,
  settings: LoadedSettings,
  places: { from: Stores; to: Stores },
): Promise<CommandAnswer> {
  const move: Move = {
    ...places,
    keyPlace: keyPlaceOf(settings.config, context.env),
    actor: operator,
    clock: systemClock,
    randomness: systemRandomness,
  };
  const before = await copyFilesWithProgress(context, move);
  if (isServerRunning(dataPaths(settings.dataDir).serverLock)) {
    return {
      json: { status: 'files_copied', ...before },
      text: `Copied ${counted(before.blobs, 'stored file')} (${formatBytes(before.bytes)}). The server is running: stop it, and run the same command again to copy the rest.\n`,
      status: exitStatus.exists,
    };
  }
  const moved = await withoutServer(settings, async () => {
    const late = await copyFilesWithProgress(context, move);
    const rows = await finishMove(move, rowProgress(context));
    return { rows, blobs: before.blobs + late.blobs, bytes: before.bytes + late.bytes };
  });
  await openTarget(move);
  return { json: { status: 'ok', ...moved }, text: describe(moved, places) };
}

async function copyFilesWithProgress(context: CommandContext, move: Move) {
  const total = await countFiles(move);
  const progress = showProgress(context.stderr, 'Copying files', total);
  const done = { files: 0, bytes: 0 };
  try {
    return await copyFiles(move, ({ sizeBytes }) => {
      done.files += 1;
      done.bytes += sizeBytes;
      progress.update(done);
    });
  } finally {
    progress.clear();
  }
}

async function countFiles(move: Move): Promise<{ files: number; bytes: number }> {
  const total = { files: 0, bytes: 0 };
  if (!movesBlobs(move)) return total;
  const { from, clock } = move;
  const blobs = await from.blobs.openToRead(from.location, clock);
  for await (const { sizeBytes } of blobs.list()) {
    total.files += 1;
    total.bytes += sizeBytes;
  }
  return total;
}

function rowProgress({ stderr }: CommandContext): (rows: number, total: number) => void {
  let progress: ReturnType<typeof showProgress> | undefined;
  return (rows, total) => {
    progress ??= showProgress(stderr, 'Copying rows', { files: total, bytes: total });
    progress.update({ files: rows, bytes: rows });
    if (rows === total) progress.clear();
  };
}

/** Proves that a server could start with the copy. */
async function openTarget({ to, keyPlace, clock, randomness }: Move): Promise<void> {
  const stores = { database: to.database.name, blobs: to.blobs.name, location: to.location };
  const context = { stores, ...keyPlace, clock, randomness };
  await (await openInstallation(context, { create: false })).close();
}

function refuseSamePlace(places: { from: Stores; to: Stores }): void {
  if (movesDatabase(places) || movesBlobs(places)) return;
  throw new ValiseError(
    'usage',
    'Say where to: --to-database, --to-blobs or both, with another place than the settings name now.',
  );
}

async function abandon(context: CommandContext, settings: LoadedSettings): Promise<CommandAnswer> {
  const wasBegun = await withoutServer(settings, () =>
    abandonMove({
      from: getStores(settings.stores),
      keyPlace: keyPlaceOf(settings.config, context.env),
      actor: operator,
      clock: systemClock,
      randomness: systemRandomness,
    }),
  );
  return {
    json: { status: 'ok', abandoned: wasBegun },
    text: wasBegun
      ? 'The move was abandoned. The server can be started with its old settings.\n'
      : 'No move was begun. Nothing was changed.\n',
  };
}

interface Moved {
  rows: number;
  blobs: number;
  bytes: number;
}

function describe({ rows, blobs, bytes }: Moved, places: { from: Stores; to: Stores }): string {
  const { from, to } = places;
  const changes: string[] = [];
  const left: string[] = [];
  if (movesDatabase(places)) {
    const { databaseUrl } = to.location;
    changes.push(
      databaseUrl === undefined
        ? 'remove databaseUrl and what belongs to it'
        : `set databaseUrl to ${databaseUrl}, with databasePasswordFile and databaseCaFile as you gave them here`,
    );
    left.push(`${from.database.describe(from.location)} with its keyring`);
  }
  if (movesBlobs(places)) {
    const { blobUrl } = to.location;
    changes.push(
      blobUrl === undefined
        ? 'remove blobUrl and the settings of S3'
        : `set blobUrl to ${blobUrl}, with the settings of S3 as you gave them here`,
    );
    left.push(from.blobs.describe(from.location));
  }
  return `Copied and compared ${counted(rows, 'row')} and ${counted(blobs, 'stored file')} (${formatBytes(bytes)}).
Now change the settings: ${changes.join('; ')}. Then start the server.
Left as it was: ${left.join('; ')}. Remove it once all is well: an old keyring opens files even after they expire.
`;
}
