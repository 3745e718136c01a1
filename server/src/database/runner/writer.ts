import { setTimeout as sleep } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';

import { BlockingBlobStore } from '../../blobs/file/blocking-blob-store.ts';
import { refuseMissingBytes } from '../../domain/files/files.ts';
import { createAuditTrail } from '../../domain/model/audit.ts';
import type { Clock } from '../../domain/model/clock.ts';
import type { Database, Repositories } from '../../domain/model/database.ts';
import type { Randomness } from '../../domain/model/ids.ts';
import type { Failed } from '../../platform/threads/order-thread.ts';
import {
  describeFailure,
  asBuffer,
  fromMessage,
  toMessage,
} from '../../platform/threads/order-thread.ts';
import { chainHash, createRowBinding } from '../../sealing/crypto/secrets.ts';
import { sealAndPutAll } from '../../sealing/vault/intake.ts';
import { openWithFirstUse } from '../sqlite/sqlite-database.ts';
import type { AnyCommand } from './commands.ts';
import type { BlobMessage, WriterMessage, WriterOptions, WriterReply } from './threaded-runner.ts';
import { receiveBlob, sendStored } from './threaded-runner.ts';

interface Dependencies {
  commands: readonly AnyCommand[];
  clock: Clock;
  randomness: Randomness;
}

type Reply = WriterReply | Failed;

/** So many messages are taken together at most: the first one waits for all of them. */
const maxBatch = 16;

/** Longer than any other writer pauses before it asks for the database again. */
const letInMs = 5;

/**
 * Serves the messages of this thread. Blobs that wait together are stored together, and commands that wait
 * together share a transaction.
 */
export function startWriter({ commands, clock, randomness }: Dependencies): void {
  const { blobDir, databaseFile, auditKey, rowKey } = workerData as WriterOptions;
  const blobs = new BlockingBlobStore(blobDir, clock);
  const chainKey = asBuffer(auditKey);
  const audit = createAuditTrail({
    clock,
    chainHash: (previous, record) => chainHash(chainKey, previous, record),
  });
  const database = openWithFirstUse(databaseFile, createRowBinding(asBuffer(rowKey)));
  const commit = createGroupCommit(database, () => sleep(letInMs));
  const byName = new Map(commands.map((command) => [command.name, command]));

  async function runCommand(name: string, message: unknown): Promise<unknown> {
    const command = byName.get(name);
    if (command === undefined) throw new Error(`The writer thread has no command "${name}"`);
    // The caller's types say that the input is the command's own.
    const input = fromMessage(message) as never;
    await refuseMissingBytes(blobs, command.blobKeys?.(input) ?? []);
    const result = await commit((repositories) =>
      command.run({ repositories, audit, clock, randomness }, input),
    );
    return toMessage(result);
  }

  async function storeBlobs(batch: readonly { ticket: number; blob: BlobMessage }[]) {
    const unsealed = batch.map(({ blob }) => receiveBlob(blob));
    const outcomes = await sealAndPutAll(blobs, unsealed);
    for (const { keying } of unsealed) keying.fileKey.fill(0);
    for (const [at, { ticket }] of batch.entries()) {
      const outcome = outcomes[at] ?? new Error('The blob was not stored');
      reply(
        outcome instanceof Error
          ? describeFailure(ticket, outcome)
          : { ticket, stored: sendStored(outcome) },
      );
    }
  }

  async function attempt(ticket: number, work: () => Promise<unknown>): Promise<void> {
    try {
      reply({ ticket, result: await work() });
    } catch (error) {
      reply(describeFailure(ticket, error));
    }
  }

  parentPort?.on('message', function (this: MessagePort, first: WriterMessage) {
    const batch = [first, ...takeWaiting(this)];
    const blobMessages = batch.filter((message) => message.kind === 'blob');
    if (blobMessages.length > 0) void storeBlobs(blobMessages);
    for (const message of batch) {
      const { ticket } = message;
      if (message.kind === 'check') void attempt(ticket, () => database.check());
      if (message.kind !== 'command') continue;
      void attempt(ticket, () => runCommand(message.name, message.input));
    }
  });
}

function takeWaiting(port: MessagePort): WriterMessage[] {
  const messages: WriterMessage[] = [];
  while (messages.length < maxBatch - 1) {
    const next = receiveMessageOnPort(port) as { message: WriterMessage } | undefined;
    if (next === undefined) break;
    messages.push(next.message);
  }
  return messages;
}

let replies: Reply[] = [];

/** Replies of one transaction are ready in one turn, and go back in one message. */
function reply(outcome: Reply): void {
  if (replies.length === 0) queueMicrotask(sendReplies);
  replies.push(outcome);
}

function sendReplies(): void {
  const transferred = replies.flatMap((each) => ('stored' in each ? [each.stored.memory] : []));
  parentPort?.postMessage(replies, transferred);
  replies = [];
}

/** So many share a transaction at most: it blocks all other writers. */
const maxGroup = 64;

type Work<Result> = (repositories: Repositories) => Promise<Result>;

interface Waiting {
  /** Does the work and keeps its result until the commit. */
  run(repositories: Repositories): Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Like `transact`, for many small changes: those that wait together are committed together, so that
 * they share one sync of the disk. Each still happens wholly or not at all: when one of a group fails,
 * each of them is run again in a transaction of its own, so `work` may run twice.
 */
export type GroupCommit = <Result>(work: Work<Result>) => Promise<Result>;

/** `letOthersIn` is awaited between groups that follow each other without a pause. */
export function createGroupCommit(
  database: Pick<Database, 'transact'>,
  letOthersIn: () => Promise<void>,
): GroupCommit {
  let waiting: Waiting[] = [];
  let isUnderWay = false;

  async function commitAlone(each: Waiting): Promise<void> {
    try {
      await database.transact((repositories) => each.run(repositories));
      each.resolve();
    } catch (error) {
      each.reject(error);
    }
  }

  async function commitTogether(group: readonly Waiting[]): Promise<void> {
    try {
      await database.transact(async (repositories) => {
        for (const each of group) await each.run(repositories);
      });
      for (const each of group) each.resolve();
    } catch {
      for (const each of group) await commitAlone(each);
    }
  }

  async function commitAll(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.slice(0, maxGroup);
      waiting = waiting.slice(maxGroup);
      const [only] = group;
      if (only !== undefined && group.length === 1) await commitAlone(only);
      else await commitTogether(group);
      if (waiting.length > 0) await letOthersIn();
    }
    isUnderWay = false;
  }

  function start(): void {
    if (isUnderWay) return;
    isUnderWay = true;
    // Work that is added in the same turn belongs to the same group. There is no timer: work that is
    // added during a commit shares the next one.
    queueMicrotask(() => void commitAll());
  }

  return (work) => {
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof work>>>();
    let settle: () => void;
    waiting.push({
      async run(repositories) {
        const result = await work(repositories);
        settle = () => {
          resolve(result);
        };
      },
      resolve: () => {
        settle();
      },
      reject,
    });
    start();
    return promise;
  };
}
