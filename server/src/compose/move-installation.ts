import type { CopiedBlobs } from '../blobs/copy-blobs.ts';
import { copyBlobs } from '../blobs/copy-blobs.ts';
import { copyTables, countAllRows } from '../database/copy/copy-tables.ts';
import type { Actor } from '../domain/model/principal.ts';
import type { Clock } from '../domain/model/clock.ts';
import type { Randomness } from '../domain/model/ids.ts';
import type { RowBinding } from '../domain/model/key-ring.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import type { BlobInfo } from '../domain/ports/blob-store.ts';
import { createRowBinding } from '../sealing/crypto/secrets.ts';
import type { Stores } from '../stores/registry.ts';
import type { Installation } from './installation.ts';
import { openInstallation, refuseOlderDatabase } from './installation.ts';
import type { KeyPlace } from './key-place.ts';
import { copyKeyring } from './key-place.ts';
import { movedMark } from './moved-mark.ts';
import { replaceStores } from './stores-file.ts';

/** Where an installation comes from and goes to. Either its database or its blobs or both move. */
export interface Move {
  from: Stores;
  to: Stores;
  keyPlace: KeyPlace;
  /** For the audit trail. */
  actor: Actor;
  clock: Clock;
  randomness: Randomness;
}

export function movesDatabase({ from, to }: Pick<Move, 'from' | 'to'>): boolean {
  return from.database.describe(from.location) !== to.database.describe(to.location);
}

export function movesBlobs({ from, to }: Pick<Move, 'from' | 'to'>): boolean {
  return from.blobs.describe(from.location) !== to.blobs.describe(to.location);
}

/** Copies the blobs that are not there yet. A server may run. Does nothing where the blobs stay. */
export async function copyFiles(
  move: Move,
  onBlob: (blob: BlobInfo) => void,
): Promise<CopiedBlobs> {
  if (!movesBlobs(move)) return { blobs: 0, bytes: 0 };
  const { from, to, clock } = move;
  await claimTarget(move);
  const source = await from.blobs.openToRead(from.location, clock);
  return await copyBlobs(source, await to.blobs.open(to.location, clock), onBlob);
}

/** Throws `data_unsafe` when the new store holds the blobs of another installation. */
async function claimTarget(move: Move): Promise<void> {
  const { blobs, location } = move.to;
  if (blobs.ownership === undefined) return;
  const id = await whileOpen(move, (source) => Promise.resolve(source.id));
  await blobs.ownership.claim(location, id);
  if ((await blobs.ownership.findOwner(location)) === id) return;
  throw new ValiseError(
    'data_unsafe',
    `The ${blobs.describe(location)}, belongs to another installation. Each installation needs a bucket or a prefix of its own.`,
  );
}

/**
 * Copies the database, and makes the data folder belong to the new stores. No server may run. Returns the
 * number of rows that were copied. A move that broke off is finished by the next call.
 */
export async function finishMove(
  move: Move,
  onRows: (rows: number, total: number) => void,
): Promise<number> {
  const rows = movesDatabase(move)
    ? await moveDatabase(move, onRows)
    : await whileOpen(move, (source) => record(source, move)).then(() => renameStore(move));
  if (movesDatabase(move)) await copyKeyring(move.from, move.to, move.keyPlace);
  await replaceStores(move.to);
  return rows;
}

/** Lets the old database be used again; returns whether a move had begun. */
export async function abandonMove(move: Omit<Move, 'to'>): Promise<boolean> {
  return await whileOpen(move, async ({ database }) =>
    database.transact(async ({ installationValues }) => {
      const mark = (await installationValues.find(movedMark)) ?? '';
      if (mark !== '') await installationValues.set(movedMark, '');
      return mark !== '';
    }),
  );
}

async function moveDatabase(
  move: Move,
  onRows: (rows: number, total: number) => void,
): Promise<number> {
  const place = describeTarget(move);
  const { found, binding } = await whileOpen(move, async (source) => {
    await refuseOlderDatabase(source);
    const binding = createRowBinding(source.keys.derived.rows, {
      coversPeople: () => source.keys.rowsBoundAt !== undefined,
    });
    const owner = { id: source.id, binding };
    const isBegun = (await source.database.installationValues.find(movedMark)) === place;
    const target = await inspectTarget(move, owner);
    // A copy that an abandoned move left behind lacks what was written since.
    if (target === 'copied' && !isBegun) throw notEmpty(move.to);
    if (!isBegun) await record(source, move, place);
    // The copy has no table of events without a place.
    await source.database.placeEvents?.();
    return { found: target, ...owner };
  });
  if (found === 'copied') return 0;
  if (found === 'old') await move.to.database.setAside?.(move.to.location, move.clock.now());
  return await copyRows(move, binding, onRows);
}

/** With a place, no server starts on the old database from here on: it would write what the copy lacks. */
async function record(source: Installation, move: Move, place?: string): Promise<void> {
  await source.database.transact(async (repositories) => {
    if (place !== undefined) await repositories.installationValues.set(movedMark, place);
    const object = describeTarget(move);
    await source.events.tell(repositories, move.actor, {
      action: 'installation.moved',
      account: undefined,
      object,
    });
  });
}

async function whileOpen<Result>(
  move: Omit<Move, 'to'>,
  work: (source: Installation) => Promise<Result>,
): Promise<Result> {
  const source = await openSource(move);
  try {
    return await work(source);
  } finally {
    await source.close();
  }
}

async function openSource({
  from,
  keyPlace,
  clock,
  randomness,
}: Omit<Move, 'to'>): Promise<Installation> {
  const stores = { database: from.database.name, blobs: from.blobs.name, location: from.location };
  return await openInstallation(
    { stores, ...keyPlace, clock, randomness },
    { create: false, evenIfMoved: true },
  );
}

function describeTarget(move: Move): string {
  const { to } = move;
  return [
    ...(movesDatabase(move) ? [to.database.describe(to.location)] : []),
    ...(movesBlobs(move) ? [to.blobs.describe(to.location)] : []),
  ].join(', ');
}

async function copyRows(
  move: Move,
  binding: RowBinding,
  onRows: (rows: number, total: number) => void,
): Promise<number> {
  const { from, to } = move;
  // Creates the schema.
  await (await to.database.open(to.location, { binding, migrates: false })).close();
  const source = await from.database.openTables(from.location);
  try {
    const target = await to.database.openTables(to.location);
    try {
      if ((await countAllRows(target)) > 0) throw notEmpty(to);
      const total = await countAllRows(source);
      return await copyTables(source, target, {
        blobStore: movesBlobs(move) ? to.blobs.name : undefined,
        leftOutValue: movedMark,
        onRows: (rows) => {
          onRows(rows, total);
        },
      });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** `copied`: all rows are there, since the id is committed with all others. `old`: from before it moved away. */
type TargetState = 'empty' | 'copied' | 'old';

async function inspectTarget(
  { to }: Move,
  { id, binding }: { id: string; binding: RowBinding },
): Promise<TargetState> {
  if ((await to.database.findState(to.location)) !== 'present') return 'empty';
  const database = await to.database.openToRead(to.location, { binding });
  try {
    const { installationValues } = database;
    const found = await installationValues.find('install.id');
    if (found === undefined) return 'empty';
    if (found !== id) throw notEmpty(to);
    const mark = (await installationValues.find(movedMark)) ?? '';
    if (mark === '') return 'copied';
    if (to.database.setAside === undefined) throw notEmpty(to);
    return 'old';
  } finally {
    await database.close();
  }
}

function notEmpty({ database, location }: Stores): ValiseError {
  return new ValiseError(
    'data_unsafe',
    `${database.describe(location)} is not empty. Name a new, empty database, or remove what is in it.`,
  );
}

/** The blobs alone move: the rows stay, and name the other store. */
async function renameStore({ from, to }: Move): Promise<number> {
  const tables = await from.database.openTables(from.location);
  try {
    for (const table of ['files', 'segments']) {
      await tables.change(`update "${table}" set "store" = ${tables.placeholder(1)}`, [
        to.blobs.name,
      ]);
    }
    await tables.commit();
    return 0;
  } finally {
    await tables.close();
  }
}
