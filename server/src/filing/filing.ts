import type { SmallBlobs } from '../vault/small-blobs.ts';
import { FilingThread } from './filing-thread.ts';
import type { FilingPlace } from './orders.ts';

const usualProgram = new URL('./thread.ts', import.meta.url);
const mostThreads = 4;
/** A fast disk never lets so many wait for one thread; a slow one syncs several at a time for less. */
const longBacklog = 4;

/**
 * Where the small blobs of a server are sealed and stored: in a thread, one order for each, so that
 * whoever takes requests neither computes nor waits. The first thread starts with the first blob.
 * One that dies fails what it had, and the next blob gets another.
 */
export interface Filing extends SmallBlobs {
  /** Nothing may be kept afterwards. */
  close(): Promise<void>;
}

export function createFiling(place: FilingPlace, program: URL = usualProgram): Filing {
  const threads = new Set<FilingThread>();
  let isClosed = false;

  function leastBusy(): FilingThread {
    if (isClosed) throw new Error('Filing has ended');
    const [idlest] = [...threads].sort((one, other) => one.backlog - other.backlog);
    const isEnough = threads.size === mostThreads || (idlest?.backlog ?? longBacklog) < longBacklog;
    if (idlest !== undefined && isEnough) return idlest;
    const thread = new FilingThread(program, place, () => threads.delete(thread));
    threads.add(thread);
    return thread;
  }

  return {
    keep: (blob) => leastBusy().keep(blob),
    async close() {
      isClosed = true;
      await Promise.all(Array.from(threads, (thread) => thread.stop()));
    },
  };
}
