import { availableParallelism } from 'node:os';

import { asBuffer, ownCopy } from '../../platform/threads/order-thread.ts';
import type { SegmentContext } from '../crypto/sealed-format.ts';
import { IntegrityError } from '../crypto/sealed-format.ts';
import type { PlaceSealerOptions } from '../crypto/sealer.ts';
import type { CipherPool, SealStream } from './cipher-pool.ts';
import { CipherThread } from './cipher-thread.ts';

const usualProgram = new URL('./thread.ts', import.meta.url);
/** One core is left to receiving and sending; more threads than this would wait for the main one. */
const usualThreads = Math.min(4, Math.max(1, availableParallelism() - 1));

/**
 * A workshop of threads. Each starts when there is work that the others are too busy for, and one
 * that fails takes down only the segments it had; the next segment gets another in its place.
 */
export function createThreadedCipherPool({
  threads: most = usualThreads,
  program = usualProgram,
} = {}): CipherPool {
  const threads = new Set<CipherThread>();
  let jobs = 0;
  let isClosed = false;

  function leastBusy(): CipherThread {
    if (isClosed) throw new Error('The workshop is closed');
    const [idlest] = [...threads].sort((one, other) => one.jobs - other.jobs);
    if (idlest !== undefined && (idlest.jobs === 0 || threads.size >= most)) return idlest;
    const thread = new CipherThread(program, () => threads.delete(thread));
    threads.add(thread);
    return thread;
  }

  function startJob(thread: CipherThread) {
    const job = (jobs += 1);
    thread.jobs += 1;
    return {
      job,
      end: () => {
        thread.jobs -= 1;
        thread.forget(job);
      },
    };
  }

  function sealStream(
    thread: CipherThread,
    { fileKey, salt, installId, fileId, segment }: PlaceSealerOptions,
    hash?: number,
  ): SealStream {
    const { job, end } = startJob(thread);
    let begin: SealBeginning | undefined = {
      context: { installId, fileId, segment, fileKey: ownCopy(fileKey) },
      salt: ownCopy(salt),
      hash,
    };
    return {
      async seal({ memory, plainBytes, isLast }) {
        const order = { job, begin, memory, plainBytes, isLast };
        begin = undefined;
        const { sealed, sha256 } = await thread.seal(order);
        return { sealed, sha256: sha256 && asBuffer(sha256) };
      },
      end,
    };
  }

  return {
    sealStream: (options) => sealStream(leastBusy(), options),

    startHash() {
      const hash = (jobs += 1);
      /** It stays where it is: the state of a hash cannot be handed over. */
      let thread: CipherThread | undefined;
      let isForgotten = false;
      return {
        get state() {
          if (isForgotten) return 'lost';
          if (thread === undefined) return 'fresh';
          return threads.has(thread) ? 'begun' : 'lost';
        },
        sealStream(options) {
          if (isForgotten) throw new Error('This hash was forgotten');
          thread ??= leastBusy();
          return sealStream(thread, options, hash);
        },
        forget() {
          isForgotten = true;
          thread?.forget(hash);
        },
      };
    },

    openStream({ fileKey, header, installId, fileId, segment }) {
      const thread = leastBusy();
      const { job, end } = startJob(thread);
      let begin: OpenBeginning | undefined = {
        context: { installId, fileId, segment, fileKey: ownCopy(fileKey) },
        header: ownCopy(header),
      };
      return {
        async open({ firstIndex, sealed, isLast }) {
          const order = { job, begin, firstIndex, sealed, isLast };
          begin = undefined;
          const { plain, damage } = await thread.open(order);
          return {
            plain: asBuffer(plain),
            damage: damage === undefined ? undefined : new IntegrityError(damage),
          };
        },
        end,
      };
    },

    async close() {
      isClosed = true;
      await Promise.all(Array.from(threads, (thread) => thread.stop()));
    },
  };
}

/**
 * What passes between a workshop and its threads. A job is one segment, sealed or opened, whose first
 * order says how it begins; or a hash, which begins with the first segment it goes over. Every array has memory of its own and is handed over, never copied.
 */
export type Order = SealOrder | OpenOrder | EndOrder;

export interface SealOrder {
  verb: 'seal';
  job: number;
  ticket: number;
  begin: SealBeginning | undefined;
  memory: Uint8Array<ArrayBuffer>;
  plainBytes: number;
  isLast: boolean;
}

export interface OpenOrder {
  verb: 'open';
  job: number;
  ticket: number;
  begin: OpenBeginning | undefined;
  firstIndex: number;
  sealed: Uint8Array<ArrayBuffer>;
  isLast: boolean;
}

export interface EndOrder {
  verb: 'end';
  job: number;
}

type WireContext = Omit<SegmentContext, 'fileKey'> & { fileKey: Uint8Array<ArrayBuffer> };

export interface SealBeginning {
  context: WireContext;
  salt: Uint8Array<ArrayBuffer>;
  /** The job whose hash goes on over the plaintext. */
  hash: number | undefined;
}

export interface OpenBeginning {
  context: WireContext;
  header: Uint8Array<ArrayBuffer>;
}

export type Outcome = SealOutcome | OpenOutcome;

export interface SealOutcome {
  ticket: number;
  sealed: Uint8Array<ArrayBuffer>;
  sha256: Uint8Array<ArrayBuffer> | undefined;
}

export interface OpenOutcome {
  ticket: number;
  plain: Uint8Array<ArrayBuffer>;
  /** The message of the IntegrityError that it was. */
  damage: string | undefined;
}
