import type { AuditTrail } from '../model/audit.ts';
import type { Clock } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import type { Events } from '../model/event.ts';
import type { Randomness } from '../model/ids.ts';

/** What a command works with: the rows of one transaction, and the sources of what it cannot compute. */
export interface Transaction {
  repositories: Repositories;
  events: Events;
  audit: Pick<AuditTrail, 'sign'>;
  clock: Clock;
  randomness: Randomness;
}

/**
 * A named write. `run` is a function of the transaction and its input, and may run twice: it must change
 * nothing but rows, and await nothing but the repositories.
 */
export interface Command<Input, Result> {
  /** Unique: a runner in another thread finds the command by its name. */
  readonly name: string;
  /** The blobs that the new rows refer to. Left out, there are none. */
  blobKeys?(input: Input): readonly string[];
  /** Runs with the same value change the same rows: at the same time, they would only make each other fail. */
  turnOf?(input: Input): string;
  run(transaction: Transaction, input: Input): Promise<Result>;
}

/** Runs commands, each in a transaction, in this thread or in another one. */
export interface CommandRunner {
  /**
   * Resolves with the result of `command.run` once its changes would survive a power cut. When it
   * rejects, nothing has changed; only after `OutcomeUnknown` the changes may have been committed.
   *
   * - The command may run twice. The changes and the result of its last run count.
   * - Throws `unavailable` before the command runs when one of its `blobKeys` is not in the blob store: no
   *   row is written without its bytes.
   * - `blobsStored` is of blobs that the vault of this runner is storing. The command runs once they are
   *   stored. When it rejects, the command does not run, and the call rejects with the same reason.
   * - Commands of concurrent calls may share a transaction. One that fails does not affect the others.
   * - The command gets a copy of the input, and the caller a copy of the result. Both consist of plain
   *   objects, arrays, Buffers, strings, numbers, booleans and undefined.
   */
  run<Input, Result>(
    command: Command<Input, Result>,
    input: Input,
    blobsStored?: Promise<void>,
  ): Promise<Result>;
}
