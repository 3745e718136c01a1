import { Worker } from 'node:worker_threads';

import { ValiseError } from '../domain/valise-error.ts';
import type { KeptBlob, SmallBlob } from '../vault/small-blobs.ts';
import type { Failed, FilingOrder, FilingOutcome, FilingPlace } from './orders.ts';

interface Waiting {
  resolve(kept: KeptBlob): void;
  reject(error: Error): void;
}

/** One filing thread as others see it. It keeps the process alive only while it owes an outcome. */
export class FilingThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #tickets = 0;

  /** `onLost` is called once, when the thread has ended: whatever it had to do has failed. */
  constructor(program: URL, place: FilingPlace, onLost: () => void) {
    this.#worker = new Worker(program, { name: 'valise-filing', workerData: place });
    this.#worker.unref();
    let fault: unknown;
    this.#worker.on('message', (outcome: FilingOutcome) => {
      this.#settle(outcome);
    });
    this.#worker.on('error', (error) => {
      fault = error;
    });
    this.#worker.on('exit', () => {
      onLost();
      const lost = new Error('A filing thread ended', { cause: fault });
      for (const waiting of this.#waiting.values()) waiting.reject(lost);
    });
  }

  /** How many blobs it has not stored yet. */
  get backlog(): number {
    return this.#waiting.size;
  }

  keep({ blobKey, options, load }: SmallBlob): Promise<KeptBlob> {
    const { fileKey, salt, ...context } = options;
    const ticket = (this.#tickets += 1);
    const secrets = { fileKey: Uint8Array.from(fileKey), salt: Uint8Array.from(salt) };
    const order: FilingOrder = { ticket, blobKey, context, ...secrets, load };
    const { promise, resolve, reject } = Promise.withResolvers<KeptBlob>();
    this.#waiting.set(ticket, { resolve, reject });
    this.#worker.ref();
    const handedOver = [load.memory.buffer, secrets.fileKey.buffer, secrets.salt.buffer];
    this.#worker.postMessage(order, handedOver);
    return promise;
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  #settle(outcome: FilingOutcome): void {
    const waiting = this.#waiting.get(outcome.ticket);
    this.#waiting.delete(outcome.ticket);
    if (this.#waiting.size === 0) this.#worker.unref();
    if ('problem' in outcome) {
      waiting?.reject(failureOf(outcome));
    } else {
      const { memory, sha256 } = outcome;
      waiting?.resolve({ memory, sha256: sha256 && Buffer.from(sha256.buffer) });
    }
  }
}

function failureOf({ problem, expected, cause }: Failed): Error {
  if (expected === undefined) return new Error(problem, { cause });
  const { code, ...extras } = expected;
  return new ValiseError(code, problem, { ...extras, cause });
}
