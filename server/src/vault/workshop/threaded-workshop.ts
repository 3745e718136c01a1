import { availableParallelism } from 'node:os';

import { IntegrityError } from '../../crypto/integrity-error.ts';
import { asBuffer, ownCopy } from '../../threads/message-bytes.ts';
import type { OpenBeginning, SealBeginning } from './orders.ts';
import type { Workshop } from './workshop.ts';
import { WorkshopThread } from './workshop-thread.ts';

const usualProgram = new URL('./thread.ts', import.meta.url);
/** One core is left to receiving and sending; more threads than this would wait for the main one. */
const usualThreads = Math.min(4, Math.max(1, availableParallelism() - 1));

/**
 * A workshop of threads. Each starts when there is work that the others are too busy for, and one
 * that fails takes down only the segments it had; the next segment gets another in its place.
 */
export function createThreadedWorkshop({
  threads: most = usualThreads,
  program = usualProgram,
} = {}): Workshop {
  const threads = new Set<WorkshopThread>();
  let jobs = 0;
  let isClosed = false;

  function leastBusy(): WorkshopThread {
    if (isClosed) throw new Error('The workshop is closed');
    const [idlest] = [...threads].sort((one, other) => one.jobs - other.jobs);
    if (idlest !== undefined && (idlest.jobs === 0 || threads.size >= most)) return idlest;
    const thread = new WorkshopThread(program, () => threads.delete(thread));
    threads.add(thread);
    return thread;
  }

  function startJob() {
    const thread = leastBusy();
    const job = (jobs += 1);
    thread.jobs += 1;
    return {
      thread,
      job,
      end: () => {
        thread.jobs -= 1;
        thread.forget(job);
      },
    };
  }

  return {
    startSealing({ fileKey, salt, hashes, installId, fileId, segment }) {
      const { thread, job, end } = startJob();
      let begin: SealBeginning | undefined = {
        context: { installId, fileId, segment, fileKey: ownCopy(fileKey) },
        salt: ownCopy(salt),
        hashes,
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
    },

    startOpening({ fileKey, header, installId, fileId, segment }) {
      const { thread, job, end } = startJob();
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
