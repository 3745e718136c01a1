import type { Logger } from 'pino';
import type { TransferSlots } from '../domain/ports/coordination.ts';
import { trimHeap } from '../platform/trim-heap.ts';
import { trimAfterTransfers } from '../domain/transfers/transfer-memory.ts';

/** The same slots; memory is given back to the system after many transfers. */
export function composeSlots(slots: TransferSlots, log: Logger): TransferSlots {
  return trimAfterTransfers(slots, {
    async trim() {
      const isTrimmed = await trimHeap();
      log.debug({ isTrimmed }, 'gave memory back after many transfers');
    },
    onFault(error) {
      log.warn({ err: error }, 'memory could not be given back after many transfers');
    },
  });
}
