import { OutcomeUnknown } from '../../domain/model/valise-error.ts';
import type { CommandRunner } from '../../domain/ports/command-runner.ts';
import {
  asBuffer,
  fromMessage,
  ownCopy,
  toMessage,
  OrderThread,
  ThreadLost,
} from '../../platform/threads/order-thread.ts';
import type { PutBlob, SealAndPut, UnsealedBlob } from '../../sealing/vault/intake.ts';

const usualProgram = new URL('./writer-thread.ts', import.meta.url);

/**
 * Runs commands in a writer thread with a connection of its own to the SQLite database, so that the
 * thread that serves requests does not wait for commits, and commands that wait together share one. The
 * same thread seals and stores small blobs. It starts with the first task; one that dies is replaced.
 */
export interface ThreadedRunner extends CommandRunner {
  sealAndPut: SealAndPut;
  /** Throws when the thread could not commit a change now. */
  check(): Promise<void>;
  /** Resolves once every task has been done or has failed. No task may come afterwards. */
  close(): Promise<void>;
}

/** `program` must call `startWriter` with every command that will be run. */
export function createThreadedRunner(
  options: WriterOptions,
  program: URL = usualProgram,
): ThreadedRunner {
  let thread: OrderThread<WriterMessage, WriterReply> | undefined;
  let isClosed = false;
  const underWay = new Set<Promise<WriterReply>>();

  function startThread(): OrderThread<WriterMessage, WriterReply> {
    return new OrderThread({ program, name: 'valise-writer', data: options }, () => {
      thread = undefined;
    });
  }

  async function send(task: WriterTask): Promise<WriterReply> {
    if (isClosed) throw new Error('The runner is closed');
    thread ??= startThread();
    const replied = thread.order(task, transferredBy(task));
    underWay.add(replied);
    try {
      return await replied;
    } finally {
      underWay.delete(replied);
    }
  }

  return {
    async run(command, input) {
      try {
        const task = { kind: 'command', name: command.name, input: toMessage(input) } as const;
        const { result } = await send(task);
        // The thread has the same command under this name.
        return fromMessage(result) as Awaited<ReturnType<typeof command.run>>;
      } catch (error) {
        // A thread that died may have committed before.
        throw error instanceof ThreadLost ? new OutcomeUnknown(error) : error;
      }
    },

    async sealAndPut(blob) {
      const { stored } = await send({ kind: 'blob', blob: sendBlob(blob) });
      if (stored === undefined) throw new Error(`Blob ${blob.blobKey} was not stored`);
      return { memory: stored.memory, sha256: stored.sha256 && asBuffer(stored.sha256) };
    },

    async check() {
      await send({ kind: 'check' });
    },

    async close() {
      // A download is recorded after its response has ended, so its request may not be waiting for it.
      while (underWay.size > 0) await Promise.allSettled(underWay);
      isClosed = true;
      await thread?.stop();
    },
  };
}

type Bytes = Uint8Array<ArrayBuffer>;

/** What the runner sends to the writer thread: a command, a small blob to seal and store, or a check. */
export type WriterMessage = { ticket: number } & WriterTask;

type WriterTask =
  | { kind: 'command'; name: string; input: unknown }
  | { kind: 'blob'; blob: BlobMessage }
  | { kind: 'check' };

/** Every array has memory of its own, which is transferred. */
export type BlobMessage = Omit<UnsealedBlob, 'keying'> & {
  context: { installId: string; fileId: string; segment: number };
  fileKey: Bytes;
  salt: Bytes;
};

/** What the writer thread replies once the task is durable. */
export interface WriterReply {
  ticket: number;
  /** Of a command. */
  result?: unknown;
  /** Of a blob. */
  stored?: { memory: ArrayBuffer; sha256: Bytes | undefined };
}

/** What the writer thread opens. */
export interface WriterOptions {
  blobDir: string;
  databaseFile: string;
  auditKey: Bytes;
  rowKey: Bytes;
}

function sendBlob({ keying, ...blob }: UnsealedBlob): BlobMessage {
  const { fileKey, salt, ...context } = keying;
  return { ...blob, context, fileKey: ownCopy(fileKey), salt: ownCopy(salt) };
}

export function receiveBlob({ context, fileKey, salt, ...blob }: BlobMessage): UnsealedBlob {
  const keying = { ...context, fileKey: asBuffer(fileKey), salt: asBuffer(salt) };
  return { ...blob, keying };
}

export function sendStored({ memory, sha256 }: PutBlob): Required<WriterReply>['stored'] {
  return { memory, sha256: sha256 && ownCopy(sha256) };
}

/** The memory that goes along with a task. */
function transferredBy(task: WriterTask): ArrayBuffer[] {
  if (task.kind !== 'blob') return [];
  const { load, fileKey, salt } = task.blob;
  return [load.memory.buffer, fileKey.buffer, salt.buffer];
}
