import { OutcomeUnknown } from '../../domain/model/valise-error.ts';
import { RpcClosed, transfer } from '../../platform/rpc/rpc.ts';
import { asBuffer, fromMessage, ownCopy, toMessage } from '../../platform/rpc/message-bytes.ts';
import { spawnThread } from '../../platform/rpc/threads.ts';
import type { Rpc } from '../../platform/rpc/rpc.ts';
import type { Thread } from '../../platform/rpc/threads.ts';
import type { SealedSmallBlob, UnsealedBlob } from '../../sealing/vault/intake.ts';
import { sealBlob } from '../../sealing/vault/intake.ts';
import type { StoreSettings } from '../../stores/store-settings.ts';
import type { WritingRunner } from './in-process-runner.ts';

const usualProgram = new URL('./writer-thread.ts', import.meta.url);

/**
 * Runs commands in a writer thread with a connection of its own to the database, so that the
 * thread that serves requests does not wait for commits, and commands that wait together share one. The
 * same thread seals and stores small blobs, and a command waits there until its blobs are stored. The thread
 * starts with the first task; one that dies is replaced. `program` must call `startWriter` with every command
 * that will be run.
 */
export function createThreadedRunner(
  options: WriterOptions,
  program: URL = usualProgram,
): WritingRunner {
  let thread: Thread<WriterAnswers> | undefined;
  let hasLostThread = false;
  let isClosed = false;
  const underWay = new Set<Promise<unknown>>();

  function startThread(): Thread<WriterAnswers> {
    return spawnThread({ program, name: 'valise-writer', data: options }, () => {
      thread = undefined;
      hasLostThread = true;
    });
  }

  async function send<Result>(call: (rpc: Rpc<WriterAnswers>) => Promise<Result>): Promise<Result> {
    if (isClosed) throw new Error('The runner is closed');
    thread ??= startThread();
    const answered = call(thread.rpc);
    underWay.add(answered);
    try {
      return await answered;
    } finally {
      underWay.delete(answered);
    }
  }

  return {
    async run(command, input, blobsStored) {
      // A failure is met below, once the thread has answered.
      blobsStored?.catch(() => undefined);
      // After a loss, the blobs may have been the task of another thread.
      if (hasLostThread) await blobsStored;
      const params = { name: command.name, input: toMessage(input) };
      try {
        const result = await send((rpc) => rpc.call('run', params));
        // The thread has the same command under this name.
        return fromMessage(result) as Awaited<ReturnType<typeof command.run>>;
      } catch (error) {
        // A thread that died may have committed before.
        if (error instanceof RpcClosed) throw new OutcomeUnknown(error);
        // The reason of a blob that could not be stored, as its caller gets it.
        await blobsStored;
        throw error;
      }
    },

    async sealAndPut(blob) {
      const { memory } = await send((rpc) => rpc.call('sealAndPut', sendBlob(blob)));
      return memory;
    },

    async check() {
      await send((rpc) => rpc.call('check', null));
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

/** What the writer thread answers once it is durable. */
export interface WriterAnswers {
  /** Runs a command by its name. */
  run(command: { name: string; input: unknown }): Promise<unknown>;
  /** Answers with the memory of the buffer. */
  sealAndPut(blob: BlobMessage): Promise<{ memory: ArrayBuffer }>;
  check(nothing: null): Promise<void>;
}

/** Every array has memory of its own, which is transferred. */
export type BlobMessage = Omit<UnsealedBlob, 'keying'> & {
  context: { installId: string; fileId: string; segment: number };
  fileKey: Bytes;
  salt: Bytes;
};

/** What the writer thread opens. */
export interface WriterOptions {
  stores: StoreSettings;
  auditKey: Bytes;
  rowKey: Bytes;
}

function sendBlob({ keying, ...blob }: UnsealedBlob): BlobMessage {
  const { fileKey, salt, ...context } = keying;
  const message = { ...blob, context, fileKey: ownCopy(fileKey), salt: ownCopy(salt) };
  return transfer(message, [
    blob.buffer.memory.buffer,
    message.fileKey.buffer,
    message.salt.buffer,
  ]);
}

/** In the writer thread. */
export function sealReceived({ context, salt, ...message }: BlobMessage): SealedSmallBlob {
  const fileKey = asBuffer(message.fileKey);
  const sealed = sealBlob({ ...message, keying: { ...context, fileKey, salt: asBuffer(salt) } });
  fileKey.fill(0);
  return sealed;
}
