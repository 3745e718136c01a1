import { createEvents } from '../../domain/events/events.ts';
import { refuseMissingBytes } from '../../domain/files/missing-bytes.ts';
import type { AuditTrail } from '../../domain/model/audit.ts';
import type { Database, Repositories } from '../../domain/model/database.ts';
import type { BlobStore } from '../../domain/ports/blob-store.ts';
import type { Command, CommandRunner, Transaction } from '../../domain/ports/command-runner.ts';
import { fromMessage, toMessage } from '../../platform/rpc/message-bytes.ts';
import type { SealAndPut } from '../../sealing/vault/intake.ts';
import { createSealAndPut } from '../../sealing/vault/intake.ts';
import { createSharedTransactions } from './shared-transactions.ts';

interface Dependencies extends Pick<Transaction, 'clock' | 'randomness'> {
  audit: AuditTrail;
  database: Pick<Database, 'transact'>;
  blobs: Pick<BlobStore, 'findSize' | 'putMany'>;
}

/** What runs commands, and seals and stores small blobs, in this thread or in another one. */
export interface WritingRunner extends CommandRunner {
  sealAndPut: SealAndPut;
  /** Throws when a thread of its own could not commit a change now. */
  check(): Promise<void>;
  /** Resolves once every task has been done or has failed. No task may come afterwards. */
  close(): Promise<void>;
}

/**
 * Runs each command in the calling thread, in a transaction of its own or of its turn: for tests, and for stores
 * that no second thread can open, or that do not block the one that waits for them.
 */
export function createInProcessRunner(dependencies: Dependencies): WritingRunner {
  const { database, blobs, audit, clock, randomness } = dependencies;
  const events = createEvents({ audit, randomness, clock });
  const underWay = new Set<Promise<unknown>>();
  const shared = createSharedTransactions(database);

  async function runNow<Input, Result>(
    command: Command<Input, Result>,
    input: Input,
    blobsStored: Promise<void> | undefined,
  ): Promise<Result> {
    const copy = cloned(input);
    await blobsStored;
    await refuseMissingBytes(blobs, command.blobKeys?.(copy) ?? []);
    const write = (repositories: Repositories) =>
      command.run({ repositories, events, audit, clock, randomness }, copy);
    const turn = command.turnOf?.(copy);
    const result = await (turn === undefined
      ? database.transact(write)
      : shared.transact(turn, write));
    return cloned(result);
  }

  return {
    async run(command, input, blobsStored) {
      const running = runNow(command, input, blobsStored);
      underWay.add(running);
      try {
        return await running;
      } finally {
        underWay.delete(running);
      }
    },
    sealAndPut: createSealAndPut(blobs),
    // The caller's own handles are checked by themselves.
    check: () => Promise.resolve(),
    async close() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}

/** Clones as sending to a thread would, so that values that cannot be sent fail here too. */
function cloned<Value>(value: Value): Value {
  return fromMessage(structuredClone(toMessage(value))) as Value;
}
