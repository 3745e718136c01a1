import type { ServerResponse } from 'node:http';

import type { FastifyRequest } from 'fastify';
import type { DownloadEnd } from '../../domain/dispatches/inbox.ts';
import type { TransferOutcome } from '../../domain/downloads/count-transfer.ts';
import { isIntegrityFault } from '../../domain/model/valise-error.ts';
import type { TransferWatch } from '../../domain/transfers/transfer-watch.ts';
import { pump } from './pump.ts';

interface Delivery {
  content: AsyncIterable<Buffer>;
  /** Cuts the connection once its reader may read no more. */
  watch: TransferWatch;
  /** The total length. */
  sizeBytes: number;
  /** Called for every piece that was sent. */
  onSent?: (bytes: number) => void;
}

/** Sends the content and reports how far it got. A fault cuts the connection: it never ends cleanly. */
export async function deliver(
  request: FastifyRequest,
  response: ServerResponse,
  { content, sizeBytes, watch, onSent }: Delivery,
): Promise<DownloadEnd> {
  let bytes = 0;
  watch.whenEnded(() => {
    response.destroy();
  });
  try {
    await pump(watch.guard(content), response, {
      onGiven(given) {
        bytes += given;
        watch.handedOn(given);
      },
      ...(onSent === undefined ? {} : { onSent }),
    });
    return { outcome: 'complete', bytes };
  } catch (error) {
    const bytesAfterEnd = watch.bytesAfterEnd();
    const outcome = outcomeOf(error, bytesAfterEnd !== undefined);
    if (outcome === 'damaged') request.log.error({ err: error }, 'stored data failed its check');
    response.destroy();
    // The last slice may have arrived in part, and a client resumes from there; but a transfer that
    // broke off is never credited with its last byte.
    return { outcome, bytes: Math.max(0, Math.min(bytes, sizeBytes - 1)), bytesAfterEnd };
  }
}

function outcomeOf(error: unknown, hasRightEnded: boolean): TransferOutcome {
  if (hasRightEnded) return 'ended';
  return isIntegrityFault(error) ? 'damaged' : 'aborted';
}
