import { OrderThread } from '../../platform/threads/order-thread.ts';
import type {
  OpenOrder,
  OpenOutcome,
  Outcome,
  SealOrder,
  SealOutcome,
} from './threaded-cipher-pool.ts';

/** One thread as its workshop sees it. */
export class CipherThread {
  readonly #thread: OrderThread<SealOrder | OpenOrder, Outcome>;
  /** How many segments it is busy with. */
  jobs = 0;

  /** `onLost` is called once, when the thread has ended: whatever it had to do has failed. */
  constructor(program: URL, onLost: () => void) {
    this.#thread = new OrderThread({ program, name: 'valise-workshop' }, onLost);
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
    this.#thread.tell({ verb: 'end', job });
  }

  stop(): Promise<void> {
    return this.#thread.stop();
  }

  #order<Result extends Outcome>(
    order: Omit<SealOrder, 'ticket'> | Omit<OpenOrder, 'ticket'>,
    handedOver: ArrayBuffer[],
  ): Promise<Result> {
    return this.#thread.order(order, handedOver) as Promise<Result>;
  }
}
