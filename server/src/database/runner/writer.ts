import { setImmediate as nextImmediate, setTimeout as sleep } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';

import { createEvents } from '../../domain/events/events.ts';
import { refuseMissingBytes } from '../../domain/files/missing-bytes.ts';
import { createAuditTrail } from '../../domain/model/audit.ts';
import type { Clock } from '../../domain/model/clock.ts';
import type { Database, Repositories } from '../../domain/model/database.ts';
import type { Randomness } from '../../domain/model/ids.ts';
import type { BlobStore, WholeBlob } from '../../domain/ports/blob-store.ts';
import { answerParent } from '../../platform/rpc/threads.ts';
import { asBuffer, fromMessage, toMessage } from '../../platform/rpc/message-bytes.ts';
import { transfer } from '../../platform/rpc/rpc.ts';
import { chainHash, createRowBinding } from '../../sealing/crypto/secrets.ts';
import type { Stores } from '../../stores/registry.ts';
import { getStores } from '../../stores/registry.ts';
import type { AnyCommand } from './commands.ts';
import type { BlobMessage, WriterAnswers, WriterOptions } from './threaded-runner.ts';
import { sealReceived } from './threaded-runner.ts';

interface Dependencies {
  commands: readonly AnyCommand[];
  clock: Clock;
  randomness: Randomness;
}

/** The most blobs that are stored together: the first one waits for all of them. */
const maxBatch = 16;

/** The most blobs that are on their way to a remote store. */
const mostUnderWay = 64;

/** Longer than any other writer pauses before it retries. */
const letInMs = 5;

/** A command that was called for a blob arrives sooner. */
const failureKeptMs = 60_000;

/**
 * Answers the calls of the runner. Blobs that wait together are stored together, and commands that wait
 * together share a transaction.
 */
export function startWriter({ commands, clock, randomness }: Dependencies): void {
  const { stores: settings, auditKey, rowKey } = workerData as WriterOptions;
  const stores = getStores(settings);
  const blobs = stores.blobs.openToWrite(stores.location, clock);
  const chainKey = asBuffer(auditKey);
  const audit = createAuditTrail({
    clock,
    chainHash: (previous, record) => chainHash(chainKey, previous, record),
  });
  const events = createEvents({ audit, randomness, clock });
  // Databases of one server have a writer thread, and no other program has written since this one bound their rows.
  const binding = createRowBinding(asBuffer(rowKey), { coversPeople: () => true });
  const database = stores.database.openToWrite(stores.location, { binding });
  const commit = createGroupCommit(database, () => sleep(letInMs));
  const byName = new Map(commands.map((command) => [command.name, command]));

  /** By key: blobs that are being stored, and for a while those that could not be. */
  const beingStored = new Map<string, Promise<unknown>>();

  async function runCommand(name: string, message: unknown): Promise<unknown> {
    const command = byName.get(name);
    if (command === undefined) throw new Error(`The writer thread has no command "${name}"`);
    // The caller's types ensure that the input is the command's own.
    const input = fromMessage(message) as never;
    const keys = command.blobKeys?.(input) ?? [];
    const unknown = keys.filter((key) => !beingStored.has(key));
    for (const key of keys) await beingStored.get(key);
    if (unknown.length > 0) await refuseMissingBytes(blobs, unknown);
    const result = await commit((repositories) =>
      command.run({ repositories, events, audit, clock, randomness }, input),
    );
    return toMessage(result);
  }

  const put = createPut(blobs, stores.blobs);

  async function sealAndPut(message: BlobMessage): Promise<{ memory: ArrayBuffer }> {
    const blob = sealReceived(message);
    const stored = put(blob);
    beingStored.set(blob.key, stored);
    try {
      await stored;
      beingStored.delete(blob.key);
      const memory = blob.bytes.buffer;
      return transfer({ memory }, [memory]);
    } catch (error) {
      setTimeout(() => beingStored.delete(blob.key), failureKeptMs).unref();
      throw error;
    }
  }

  answerParent({
    run: ({ name, input }) => runCommand(name, input),
    sealAndPut,
    check: () => database.check(),
  } satisfies WriterAnswers);
}

/**
 * Stores small blobs. A disk takes several at a time, one batch after the other. On their way to a remote
 * store blobs do not wait for each other: one that has to be sent again would delay all that follow.
 */
export function createPut(
  blobs: Pick<BlobStore, 'putMany'>,
  { isRemote }: Pick<Stores['blobs'], 'isRemote'>,
): (blob: WholeBlob) => Promise<void> {
  async function putBatch(batch: Batch<WholeBlob, void>): Promise<void> {
    const faults = await blobs.putMany(batch.map(({ item }) => item));
    for (const [at, { resolve, reject }] of batch.entries()) {
      const fault = faults[at];
      if (fault === undefined) resolve();
      else reject(fault);
    }
  }
  const bounds = isRemote
    ? { maxItems: 1, mostRunning: mostUnderWay }
    : { maxItems: maxBatch, mostRunning: 1 };
  return createBatch(bounds, putBatch, () => nextImmediate());
}

/** The most commands in one transaction, which blocks all other writers. */
const maxGroup = 64;

type Work<Result> = (repositories: Repositories) => Promise<Result>;

/**
 * Like `transact`, for many small changes: those that wait together are committed together, so that
 * they share one sync of the disk. Each still happens wholly or not at all: when one of a group fails,
 * each of them is run again in a transaction of its own, so `work` may run twice (group commit, decision 0033).
 */
export type GroupCommit = <Result>(work: Work<Result>) => Promise<Result>;

/** `letOthersIn` is awaited between groups that follow each other without a pause. */
export function createGroupCommit(
  database: Pick<Database, 'transact'>,
  letOthersIn: () => Promise<void>,
): GroupCommit {
  /** Returns whether that was possible; if not, nothing of it has happened. */
  async function commitTogether(group: Batch<Work<unknown>, unknown>): Promise<boolean> {
    const results: unknown[] = [];
    try {
      await database.transact(async (repositories) => {
        for (const { item: work } of group) results.push(await work(repositories));
      });
    } catch {
      return false;
    }
    for (const [at, { resolve }] of group.entries()) resolve(results[at]);
    return true;
  }

  async function commitGroup(group: Batch<Work<unknown>, unknown>): Promise<void> {
    if (group.length > 1 && (await commitTogether(group))) return;
    for (const { item: work, resolve, reject } of group) {
      await database.transact(work).then(resolve, reject);
    }
  }

  // A result belongs to the work that was added.
  return createBatch(
    { maxItems: maxGroup, mostRunning: 1 },
    commitGroup,
    letOthersIn,
  ) as GroupCommit;
}

type Batch<Item, Result> = readonly ({ item: Item } & PromiseWithResolvers<Result>)[];

/**
 * Runs items that wait together as one batch, and up to `mostRunning` batches at a time. `run` settles each item; what
 * it throws is the outcome of all that it has not settled. `pause` is awaited between batches that follow each other.
 */
function createBatch<Item, Result>(
  { maxItems, mostRunning }: { maxItems: number; mostRunning: number },
  run: (batch: Batch<Item, Result>) => Promise<void>,
  pause: () => Promise<void>,
): (item: Item) => Promise<Result> {
  const waiting: ({ item: Item } & PromiseWithResolvers<Result>)[] = [];
  let running = 0;

  async function runAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxItems);
      await run(batch).catch((error: unknown) => {
        for (const { reject } of batch) reject(error);
      });
      if (waiting.length > 0) await pause();
    }
    running -= 1;
  }

  return (item) => {
    const settlers = Promise.withResolvers<Result>();
    waiting.push({ item, ...settlers });
    if (running < mostRunning) {
      running += 1;
      // Every call that has arrived is taken before an immediate runs, so calls that waited share a batch.
      setImmediate(() => void runAll());
    }
    return settlers.promise;
  };
}
