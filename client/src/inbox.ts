import type { ReadOptions } from './download.ts';
import { readFile } from './download.ts';
import type { HandedOut, HeldLease } from './lease.ts';
import { holdLease } from './lease.ts';
import { sleep } from './patience.ts';
import { ValiseProblem } from './problem.ts';
import type { Sha256 } from './sha256.ts';
import type { Transport } from './transport.ts';
import type { FileAbout, ItemAbout } from './types.ts';

export interface InboxOptions {
  /** Whether it goes on when nothing is left; true unless set. */
  follow?: boolean;
  /** Seconds for which one request waits for an item, 1 to 30. */
  wait?: number;
  /** Seconds after which the item of a program that died comes back, 15 to 86400. */
  seconds?: number;
  /** Ends the iteration. */
  signal?: AbortSignal;
}

export interface InboxFilter {
  state?: ItemAbout['state'];
  /** The id of a request: what came through it. */
  request?: string;
  order?: 'oldest' | 'newest';
  createdAfter?: Date | string;
  createdBefore?: Date | string;
  signal?: AbortSignal;
}

export interface ReceivedFile extends FileAbout {
  /**
   * Its bytes. A broken line is waited for, and bytes that are not those of the sender end the stream with
   * `ValiseMismatch`.
   */
  stream(options?: ReadOptions): ReadableStream<Uint8Array>;
}

/** Where a file was saved. */
export interface SavedFile extends FileAbout {
  path: string;
}

/**
 * What a program keeps of where it saved files, so that it saves none twice when it is killed and repeated. Parts of
 * files stay for the next run then, which goes on with them. No two runs may use one at the same time.
 */
export interface SavedNames {
  /** The name under which a file was saved, or was about to be: with its folders, below the one that was given. */
  find(file: FileAbout): string | undefined;
  /** Is called before the file has the name. */
  note(file: FileAbout, name: string): void;
}

export interface SaveOptions extends ReadOptions {
  names?: SavedNames;
}

export interface InboxItem extends Omit<ItemAbout, 'files'> {
  files: ReceivedFile[];
  /**
   * Saves the files in a folder (in Node), in the folders that they were sent with, under their names as far as these
   * are safe there, and beside what is there already. A file has its name when it is whole, verified and on the disk.
   */
  saveTo(folder: string, options?: SaveOptions): Promise<SavedFile[]>;
}

/** An item that no other program is given for as long as its lease holds. */
export interface LeasedItem extends InboxItem {
  /** The token of the lease, by which another process of the same program goes on with the item. */
  lease: string;
  /** Fires when the lease was lost: another program may have the item. */
  signal: AbortSignal;
  /** Says that the item was dealt with: nobody is given it again. */
  ack(): Promise<void>;
  /** Gives it back, to be handed out again: at once, or after so many seconds. */
  release(afterSeconds?: number): Promise<void>;
}

/** Reads the rest of a file, of which the hash has taken the first `from` bytes. */
export type ReadRest = (
  file: FileAbout,
  options: ReadOptions & { hash: Sha256; from?: number },
) => AsyncGenerator<Uint8Array, void, undefined>;

/** Saves the files of an item. Browsers have no folders. */
export type SaveFiles = (
  item: ItemAbout,
  read: ReadRest,
  folder: string,
  options: SaveOptions,
) => Promise<SavedFile[]>;

interface Parts {
  newHash: () => Sha256;
  saveFiles: SaveFiles;
}

const usualWait = 25;
const usualSeconds = 300;

/** What others sent to the account. */
export function createInbox(transport: Transport, { newHash, saveFiles }: Parts) {
  function received(about: ItemAbout): InboxItem {
    const read: ReadRest = (file, options) => {
      const path = `${pathOf(about.id)}/files/${encodeURIComponent(file.id)}`;
      return readFile(transport, { path, file, ...options });
    };
    return {
      ...about,
      files: about.files.map((file) => ({
        ...file,
        stream: (options = {}) => streamOf(read(file, { ...options, hash: newHash() })),
      })),
      saveTo: (folder, options = {}) => saveFiles(about, read, folder, options),
    };
  }

  async function* list(filter: InboxFilter): AsyncGenerator<InboxItem> {
    const { state, request, order, createdAfter, createdBefore, signal } = filter;
    let after: string | undefined;
    do {
      const page: { items: ItemAbout[]; next: string | null } = await transport.read({
        method: 'GET',
        path: '/inbox',
        query: {
          ...{ state, request, order, after, limit: 200 },
          created_after: createdAfter instanceof Date ? createdAfter.toISOString() : createdAfter,
          created_before:
            createdBefore instanceof Date ? createdBefore.toISOString() : createdBefore,
        },
        signal,
      });
      yield* page.items.map(received);
      after = page.next ?? undefined;
    } while (after !== undefined);
  }

  /** The next item; undefined where there is none, or where the signal fired. */
  async function leaseOne(
    options: { wait: number; seconds: number },
    signal: AbortSignal | undefined,
  ): Promise<(ItemAbout & HandedOut) | undefined> {
    try {
      const { items } = await transport.read<{ items: (ItemAbout & HandedOut)[] }>({
        method: 'POST',
        path: '/inbox/lease',
        json: { max: 1, ...options },
        // What was handed out with an answer that was lost comes back when its lease ends.
        isRepeatable: true,
        signal,
      });
      return items[0];
    } catch (error) {
      if (signal?.aborted === true) return undefined;
      throw error;
    }
  }

  function leased(about: ItemAbout & HandedOut, held: HeldLease, end: () => void): LeasedItem {
    return {
      ...received(about),
      lease: about.lease,
      signal: held.signal,
      async ack() {
        end();
        await held.acknowledge();
      },
      async release(afterSeconds = 0) {
        end();
        await (afterSeconds > 0 ? held.putOff(afterSeconds) : held.release());
      },
    };
  }

  async function* inbox({
    follow = true,
    wait = usualWait,
    seconds = usualSeconds,
    signal,
  }: InboxOptions = {}): AsyncGenerator<LeasedItem> {
    const held = new Set<HeldLease>();
    try {
      while (signal?.aborted !== true) {
        const askedAt = performance.now();
        const about = await leaseOne({ wait: follow ? wait : 0, seconds }, signal);
        if (about === undefined) {
          if (!follow || isFired(signal)) return;
          // A server that stops answers at once, whatever it was asked to wait.
          if (performance.now() - askedAt < 500) await sleep(1000);
          continue;
        }
        const lease = holdLease(transport, about, seconds);
        held.add(lease);
        if (isFired(signal)) return;
        yield leased(about, lease, () => held.delete(lease));
      }
    } finally {
      await Promise.all([...held].map((lease) => lease.release()));
    }
  }

  return {
    /**
     * What comes, the oldest first, each item to one program at a time. An item is held until it is acknowledged or
     * released, or the iteration ends, however that happens: what is held then is released. A program that dies
     * between its work and `ack` is given the item again.
     */
    inbox,

    /**
     * Goes on with an item that a process of this program was given before it died. Undefined where the lease is over.
     * Who calls acknowledges or releases it.
     */
    async resumeItem(
      { id, lease }: Pick<LeasedItem, 'id' | 'lease'>,
      { seconds = usualSeconds, signal }: Pick<InboxOptions, 'seconds' | 'signal'> = {},
    ): Promise<LeasedItem | undefined> {
      try {
        const about = await transport.read<ItemAbout & HandedOut>({
          ...{ method: 'POST', path: `${pathOf(id)}/renew`, json: { lease, seconds }, signal },
          isRepeatable: true,
        });
        return leased(about, holdLease(transport, about, seconds), () => undefined);
      } catch (error) {
        const isOver = error instanceof ValiseProblem && [404, 409].includes(error.status);
        if (isOver) return undefined;
        throw error;
      }
    },

    /** What is in the inbox, without taking it from others. */
    inboxItems: (filter: InboxFilter = {}): AsyncGenerator<InboxItem> => list(filter),

    inboxItem: async (id: string, signal?: AbortSignal): Promise<InboxItem> =>
      received(await transport.read<ItemAbout>({ method: 'GET', path: pathOf(id), signal })),

    /** Deletes what came through a request with its files; a drop leaves this inbox. */
    async removeItem(id: string): Promise<void> {
      await transport.request({ method: 'DELETE', path: pathOf(id) });
    },

    /** An item that was handed out too often in vain is handed out again. */
    async unparkItem(id: string): Promise<void> {
      await transport.read({ method: 'POST', path: `${pathOf(id)}/unpark`, isRepeatable: true });
    },
  };
}

function isFired(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

function pathOf(id: string): string {
  return `/inbox/${encodeURIComponent(id)}`;
}

function streamOf(pieces: AsyncGenerator<Uint8Array, void, undefined>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
