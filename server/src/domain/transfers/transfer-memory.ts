import { ByteBudget } from './byte-budget.ts';

const mebibyte = 1024 * 1024;

/** All request bodies together are not read further than this ahead of whoever uses them. */
const waitingBytes = 2 * mebibyte;
/** What a process has unless it is told otherwise. */
const usualBytes = 16 * mebibyte;

/**
 * The memory that all transfers of a process share. A transfer that gets a lease reads ahead and
 * works in large pieces; one that gets none goes on with the little that each transfer has anyway.
 */
export interface TransferMemory {
  /** For what is sealed or opened. */
  readonly work: ByteBudget;
  /** For what was received, and waits for its user. */
  readonly waiting: ByteBudget;
}

export function createTransferMemory(workBytes = usualBytes): TransferMemory {
  return { work: new ByteBudget(workBytes), waiting: new ByteBudget(waitingBytes) };
}
