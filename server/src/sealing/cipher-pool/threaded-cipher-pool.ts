import { availableParallelism } from 'node:os';

import { transfer } from '../../platform/rpc/rpc.ts';
import { asBuffer, ownCopy } from '../../platform/rpc/message-bytes.ts';
import { spawnThread } from '../../platform/rpc/threads.ts';
import type { Thread } from '../../platform/rpc/threads.ts';
import type { SegmentContext } from '../crypto/sealed-format.ts';
import { IntegrityError } from '../crypto/sealed-format.ts';
import type { InPlaceSealerOptions } from '../crypto/sealer.ts';
import type { CipherPool, SealStream } from './cipher-pool.ts';

const usualProgram = new URL('./cipher-thread.ts', import.meta.url);
/** One core is left to receiving and sending; more threads than this would wait for the main one. */
const usualThreads = Math.min(4, Math.max(1, availableParallelism() - 1));

interface CipherThread extends Thread<CipherAnswers> {
  /** How many segments it is working on. */
  jobs: number;
}

/**
 * A cipher pool of threads. Each starts when the others are busy; one that fails takes only its own
 * segments down, and the next segment gets another thread.
 */
export function createThreadedCipherPool({
  threads: most = usualThreads,
  program = usualProgram,
  savesHashes = false,
} = {}): CipherPool {
  const threads = new Set<CipherThread>();
  let jobs = 0;
  let isClosed = false;

  function leastBusy(): CipherThread {
    if (isClosed) throw new Error('The cipher pool is closed');
    const [idlest] = [...threads].sort((one, other) => one.jobs - other.jobs);
    if (idlest !== undefined && (idlest.jobs === 0 || threads.size >= most)) return idlest;
    const data: CipherThreadData = { savesHashes };
    const spawned = spawnThread<CipherAnswers>({ program, name: 'valise-cipher', data }, () =>
      threads.delete(thread),
    );
    const thread: CipherThread = { ...spawned, jobs: 0 };
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
        thread.rpc.notify('end', job);
      },
    };
  }

  function sealStream(
    thread: CipherThread,
    { fileKey, salt, installId, fileId, segment }: InPlaceSealerOptions,
    hash?: HashBeginning,
  ): SealStream {
    const { job, end } = startJob(thread);
    let begin: SealBeginning | undefined = {
      context: { installId, fileId, segment, fileKey: ownCopy(fileKey) },
      salt: ownCopy(salt),
      hash,
    };
    return {
      async seal({ memory, plainBytes, isLast }) {
        const keys = begin && [begin.context.fileKey.buffer, begin.salt.buffer];
        const request = { job, begin, memory, plainBytes, isLast };
        begin = undefined;
        const { sealed, sha256, hashState } = await thread.rpc.call(
          'seal',
          transfer(request, [memory.buffer, ...(keys ?? [])]),
        );
        return {
          sealed,
          sha256: sha256 && asBuffer(sha256),
          hashState: hashState && asBuffer(hashState),
        };
      },
      end,
    };
  }

  return {
    sealStream: (options) => sealStream(leastBusy(), options),

    savesHashes,

    startHash(options) {
      if (options !== undefined && !savesHashes) throw new Error('This pool saves no hashes');
      const job = (jobs += 1);
      const hash: HashBeginning = {
        job,
        isSavable: options !== undefined,
        saved: options?.saved && ownCopy(options.saved),
      };
      /** It stays in its thread until it is saved. */
      let thread: CipherThread | undefined;
      let isForgotten = false;
      return {
        get isLost() {
          return isForgotten || (thread !== undefined && !threads.has(thread));
        },
        sealStream(options) {
          if (isForgotten) throw new Error('This hash was forgotten');
          thread ??= leastBusy();
          return sealStream(thread, options, hash);
        },
        forget() {
          isForgotten = true;
          thread?.rpc.notify('end', job);
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
          const keys = begin && [begin.context.fileKey.buffer, begin.header.buffer];
          const request = { job, begin, firstIndex, sealed, isLast };
          begin = undefined;
          const { plain, damage } = await thread.rpc.call(
            'open',
            transfer(request, [sealed.buffer, ...(keys ?? [])]),
          );
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
 * What a cipher thread answers. A job is one segment, sealed or opened, whose first request says how it
 * begins; or a hash, which begins with its first segment. Every array has its own memory and is
 * transferred, never copied.
 */
export interface CipherAnswers {
  seal(request: SealRequest): SealResult;
  open(request: OpenRequest): OpenResult;
  /** Releases the job. */
  end(job: number): void;
}

type Bytes = Uint8Array<ArrayBuffer>;

interface SealRequest {
  job: number;
  begin: SealBeginning | undefined;
  memory: Bytes;
  plainBytes: number;
  isLast: boolean;
}

interface SealResult {
  sealed: Bytes;
  sha256: Bytes | undefined;
  hashState: Bytes | undefined;
}

interface OpenRequest {
  job: number;
  begin: OpenBeginning | undefined;
  firstIndex: number;
  sealed: Bytes;
  isLast: boolean;
}

interface OpenResult {
  plain: Bytes;
  /** The message of the IntegrityError. */
  damage: string | undefined;
}

type WireContext = Omit<SegmentContext, 'fileKey'> & { fileKey: Bytes };

export interface SealBeginning {
  context: WireContext;
  salt: Bytes;
  /** Continues over the plaintext. */
  hash: HashBeginning | undefined;
}

export interface HashBeginning {
  job: number;
  isSavable: boolean;
  /** Where it starts; left out, from nothing. */
  saved: Bytes | undefined;
}

/** The data of a cipher thread. */
export interface CipherThreadData {
  savesHashes: boolean;
}

export interface OpenBeginning {
  context: WireContext;
  header: Bytes;
}
