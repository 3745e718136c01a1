import { inspect } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';

import { BlockingBlobFiler } from '../blobs/blocking-blob-filer.ts';
import { createPlaceSealer } from '../crypto/seal-in-place.ts';
import { ValiseError } from '../domain/valise-error.ts';
import { systemClock } from '../system-clock.ts';
import { asBuffer } from '../vault/workshop/orders.ts';
import type { Failed, Filed, FilingOrder, FilingPlace } from './orders.ts';

/** The program of a filing thread: one order after another, each done when it is answered. */
const { blobDir } = workerData as FilingPlace;
const filer = new BlockingBlobFiler(blobDir, systemClock);

parentPort?.on('message', (order: FilingOrder) => {
  try {
    const filed = carryOut(order);
    parentPort?.postMessage(filed, [filed.memory]);
  } catch (error) {
    parentPort?.postMessage(describeFailure(order.ticket, error));
  }
});

function carryOut({ ticket, blobKey, context, load, ...secrets }: FilingOrder): Filed {
  const fileKey = asBuffer(secrets.fileKey);
  const seal = createPlaceSealer({ ...context, fileKey, salt: asBuffer(secrets.salt) });
  fileKey.fill(0);
  const { sealed, sha256 } = seal(load);
  filer.put(blobKey, sealed);
  return { ticket, memory: sealed.buffer, sha256: sha256 && Uint8Array.from(sha256) };
}

function describeFailure(ticket: number, error: unknown): Failed {
  const problem = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ValiseError)) {
    return { ticket, problem, expected: undefined, cause: inspect(error) };
  }
  const { code, retryAfterSeconds, cause } = error;
  const expected = retryAfterSeconds === undefined ? { code } : { code, retryAfterSeconds };
  return { ticket, problem, expected, cause: inspect(cause) };
}
