import type { MessagePort } from 'node:worker_threads';
import { Worker, parentPort } from 'node:worker_threads';
import type { Rpc } from './rpc.ts';
import { openRpc } from './rpc.ts';
import type { Transport } from './transport.ts';

export interface ThreadOptions {
  program: URL;
  /** The name that debuggers show. */
  name: string;
  /** The program's `workerData`. */
  data?: unknown;
}

export interface Thread<Theirs> {
  rpc: Rpc<Theirs>;
  stop(): Promise<void>;
}

/**
 * Starts a thread whose program calls `answerParent`. It keeps the process alive only while a call
 * waits. `onExit` is called once, when it has ended, before any of its calls has failed. A call has no
 * timeout: a thread that hangs is ended with its process.
 */
export function spawnThread<Theirs>(
  { program, name, data }: ThreadOptions,
  onExit: () => void,
): Thread<Theirs> {
  const worker = new Worker(program, { name, workerData: data });
  worker.unref();
  worker.once('exit', onExit);
  return {
    rpc: openRpc<Theirs>(workerTransport(worker, `thread ${name}`), {}, { timeoutMs: Infinity }),
    async stop() {
      await worker.terminate();
    },
  };
}

/** In a thread: answers the calls of the thread that started it. */
export function answerParent(mine: object): void {
  if (parentPort === null) throw new Error('This is not a thread');
  openRpc(parentTransport(parentPort), mine);
}

/** From the thread that started `worker`. */
function workerTransport(worker: Worker, peer: string): Transport {
  return {
    ...messagesOf(worker),
    peer,
    onClose(listener) {
      let fault: unknown;
      worker.on('error', (error) => {
        fault = error;
      });
      worker.once('exit', () => {
        listener(fault);
      });
    },
    ref() {
      worker.ref();
    },
    unref() {
      worker.unref();
    },
  };
}

/** From a thread to the one that started it, with which it ends: it sees no close. */
function parentTransport(port: MessagePort): Transport {
  return { ...messagesOf(port), peer: 'parent thread', onClose: () => undefined };
}

function messagesOf(port: Worker | MessagePort): Pick<Transport, 'send' | 'onMessage'> {
  return {
    send(message, transferList) {
      port.postMessage(message, transferList);
    },
    onMessage(listener) {
      port.on('message', listener);
    },
  };
}
