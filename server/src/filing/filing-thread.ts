import { asBuffer, ownCopy } from '../threads/message-bytes.ts';
import { OrderThread } from '../threads/order-thread.ts';
import type { KeptBlob, SmallBlob } from '../vault/small-blobs.ts';
import type { Filed, FilingOrder, FilingPlace } from './orders.ts';

/** One filing thread as others see it. */
export class FilingThread {
  readonly #thread: OrderThread<FilingOrder, Filed>;

  /** `onLost` is called once, when the thread has ended: whatever it had to do has failed. */
  constructor(program: URL, place: FilingPlace, onLost: () => void) {
    this.#thread = new OrderThread({ program, name: 'valise-filing', data: place }, onLost);
  }

  /** How many blobs it has not stored yet. */
  get backlog(): number {
    return this.#thread.backlog;
  }

  async keep({ blobKey, options, hashes, load }: SmallBlob): Promise<KeptBlob> {
    const { fileKey, salt, ...context } = options;
    const secrets = { fileKey: ownCopy(fileKey), salt: ownCopy(salt) };
    const handedOver = [load.memory.buffer, secrets.fileKey.buffer, secrets.salt.buffer];
    const order = { blobKey, context, ...secrets, hashes, load };
    const { memory, sha256 } = await this.#thread.order(order, handedOver);
    return { memory, sha256: sha256 && asBuffer(sha256) };
  }

  stop(): Promise<void> {
    return this.#thread.stop();
  }
}
