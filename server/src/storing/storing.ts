import type { ReceiverId } from '../domain/model/ids.ts';
import { OutcomeUnknown } from '../domain/model/outcome-unknown.ts';
import type { SmallBlobs } from '../domain/ports/small-blob.ts';
import type { TransferLedger } from '../domain/downloads/transfer-ledger.ts';
import type { TrayEntrance } from '../domain/tray/tray-entrance.ts';
import { OrderThread, ThreadLost } from '../platform/threads/order-thread.ts';
import { blobsOf } from './blobs-of.ts';
import type { Done, Order, StoringPlace, Task } from './orders.ts';
import { heldBy, memoryOf, receiveKept, sendBlob, sendEntry } from './send.ts';

const usualProgram = new URL('./thread.ts', import.meta.url);

/**
 * Where the small blobs of a server are sealed and stored, and its uploads and downloads become rows:
 * in a thread with a connection of its own to the database, so that whoever takes requests neither
 * computes nor waits for a disk, and what comes together shares its syncs. The thread starts with the
 * first task; one that dies is replaced.
 */
export interface Storing extends SmallBlobs, TrayEntrance, TransferLedger {
  /** Throws when the thread could not record anything now. */
  check(): Promise<void>;
  /** Resolves once what came was done, or has failed. Nothing may come afterwards. */
  close(): Promise<void>;
}

export function createStoring(place: StoringPlace, program: URL = usualProgram): Storing {
  let thread: OrderThread<Order, Done> | undefined;
  let isClosed = false;
  /** What the thread has yet to answer, and whom it is for where that matters. */
  const underWay = new Map<Promise<Done>, ReceiverId | undefined>();

  function startThread(): OrderThread<Order, Done> {
    const kind = { program, name: 'valise-storing', data: place };
    return new OrderThread(kind, () => {
      thread = undefined;
    });
  }

  async function order(task: Task, receiverId?: ReceiverId): Promise<Done> {
    if (isClosed) throw new Error('Storing has ended');
    thread ??= startThread();
    const done = thread.order({ task }, blobsOf(task).flatMap(memoryOf));
    underWay.set(done, receiverId);
    try {
      return await done;
    } finally {
      underWay.delete(done);
    }
  }

  /** For what changes the database: a thread that dies leaves nobody who knows whether it has. */
  async function orderRecord(task: Task, receiverId?: ReceiverId): Promise<Done> {
    try {
      return await order(task, receiverId);
    } catch (error) {
      throw error instanceof ThreadLost ? new OutcomeUnknown(error) : error;
    }
  }

  return {
    async keep(blob) {
      const { kept } = await order({ kind: 'keep', blob: sendBlob(blob) });
      const [only] = kept;
      if (only === undefined) throw new Error(`Blob ${blob.blobKey} was not kept`);
      return receiveKept(only);
    },

    async enter(entry) {
      const { kept } = await orderRecord({ kind: 'enter', entry: sendEntry(entry) });
      for (const [at, held] of heldBy(entry).entries()) {
        const memory = kept[at]?.memory;
        if (memory !== undefined) held.release(memory);
      }
    },

    async record(handedOver) {
      await orderRecord({ kind: 'count', handedOver }, handedOver.to.receiverId);
    },

    async settled(receiverId) {
      const theirs = [...underWay].filter(([, id]) => id === receiverId);
      await Promise.allSettled(theirs.map(([done]) => done));
    },

    async check() {
      await order({ kind: 'check' });
    },

    async close() {
      // An answer ends before it is counted, so that nobody may be left who waits for the count.
      while (underWay.size > 0) await Promise.allSettled(underWay.keys());
      isClosed = true;
      await thread?.stop();
    },
  };
}
