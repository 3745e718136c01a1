import { ByteBudget } from './byte-budget.ts';

const mebibyte = 1024 * 1024;

/** All request bodies together are not read further than this ahead of whoever uses them. */
const waitingBytes = 2 * mebibyte;
/** What a server has unless it is told otherwise. */
const usualBytes = 16 * mebibyte;
/** Less would slow down a single transfer. */
const leastBytes = 8 * mebibyte;

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

/** `totalBytes` is for all processes of a server, of which there are so many. */
export function createTransferMemory(totalBytes = usualBytes, processes = 1): TransferMemory {
  const shareBytes = Math.max(leastBytes, Math.floor(totalBytes / processes));
  return { work: new ByteBudget(shareBytes), waiting: new ByteBudget(waitingBytes) };
}
