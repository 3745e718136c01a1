import { Worker } from 'node:worker_threads';

import type { OpenOrder, OpenOutcome, Outcome, SealOrder, SealOutcome } from './orders.ts';

interface Waiting {
  resolve(outcome: SealOutcome | OpenOutcome): void;
  reject(error: Error): void;
}

/** One thread as its workshop sees it. It keeps the process alive only while it owes an outcome. */
export class WorkshopThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #tickets = 0;
  #fault: Error | undefined;
  /** How many segments it is busy with. */
  jobs = 0;

  /** `onLost` is called once, when the thread has ended: whatever it had to do has failed. */
  constructor(program: URL, onLost: () => void) {
    this.#worker = new Worker(program, { name: 'valise-workshop' });
    this.#worker.unref();
    this.#worker.on('message', (outcome: Outcome) => {
      this.#settle(outcome);
    });
    this.#worker.on('error', (error) => {
      this.#fault = new Error('A workshop thread failed', { cause: error });
    });
    this.#worker.on('exit', () => {
      this.#fault ??= new Error('A workshop thread ended');
      for (const waiting of this.#waiting.values()) waiting.reject(this.#fault);
      this.#waiting.clear();
      onLost();
    });
  }

  seal(order: Omit<SealOrder, 'ticket' | 'verb'>): Promise<SealOutcome> {
    const begin = order.begin && [order.begin.context.fileKey.buffer, order.begin.salt.buffer];
    return this.#order({ verb: 'seal', ...order }, [order.memory.buffer, ...(begin ?? [])]);
  }

  open(order: Omit<OpenOrder, 'ticket' | 'verb'>): Promise<OpenOutcome> {
    const begin = order.begin && [order.begin.context.fileKey.buffer, order.begin.header.buffer];
    return this.#order({ verb: 'open', ...order }, [order.sealed.buffer, ...(begin ?? [])]);
  }

  forget(job: number): void {
    if (this.#fault === undefined) this.#worker.postMessage({ verb: 'end', job });
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  #order<Result extends SealOutcome | OpenOutcome>(
    order: Omit<SealOrder, 'ticket'> | Omit<OpenOrder, 'ticket'>,
    handedOver: ArrayBuffer[],
  ): Promise<Result> {
    if (this.#fault !== undefined) return Promise.reject(this.#fault);
    const ticket = (this.#tickets += 1);
    const { promise, resolve, reject } = Promise.withResolvers<SealOutcome | OpenOutcome>();
    this.#waiting.set(ticket, { resolve, reject });
    this.#worker.ref();
    this.#worker.postMessage({ ...order, ticket }, handedOver);
    return promise as Promise<Result>;
  }

  #settle(outcome: Outcome): void {
    const waiting = this.#waiting.get(outcome.ticket);
    this.#waiting.delete(outcome.ticket);
    if (this.#waiting.size === 0) this.#worker.unref();
    if ('problem' in outcome) waiting?.reject(new Error(outcome.problem));
    else waiting?.resolve(outcome);
  }
}
