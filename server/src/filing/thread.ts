import { createHash } from 'node:crypto';
import type { MessagePort } from 'node:worker_threads';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';

import type { WholeBlob } from '../blobs/blocking-blob-filer.ts';
import { BlockingBlobFiler } from '../blobs/blocking-blob-filer.ts';
import { createPlaceSealer } from '../crypto/seal-in-place.ts';
import { systemClock } from '../system-clock.ts';
import type { Failed } from '../threads/failure.ts';
import { describeFailure } from '../threads/failure.ts';
import { asBuffer, ownCopy } from '../threads/message-bytes.ts';
import type { Filed, FilingOrder, FilingPlace } from './orders.ts';

interface ReadyBlob extends WholeBlob {
  ticket: number;
  bytes: Uint8Array<ArrayBuffer>;
  sha256: Buffer | undefined;
}

/** So many blobs are stored together at most: who came first waits for all of them. */
const mostAtOnce = 16;

/** The program of a filing thread: whatever waits is stored together, and answered together. */
const { blobDir } = workerData as FilingPlace;
const filer = new BlockingBlobFiler(blobDir, systemClock);

parentPort?.on('message', function (this: MessagePort, order: FilingOrder) {
  const outcomes = carryOut([order, ...takeWaiting(this)]);
  const handedOver = outcomes.flatMap((outcome) => ('memory' in outcome ? [outcome.memory] : []));
  this.postMessage(outcomes, handedOver);
});

function takeWaiting(port: MessagePort): FilingOrder[] {
  const orders: FilingOrder[] = [];
  while (orders.length < mostAtOnce - 1) {
    const next = receiveMessageOnPort(port) as { message: FilingOrder } | undefined;
    if (next === undefined) break;
    orders.push(next.message);
  }
  return orders;
}

function carryOut(orders: readonly FilingOrder[]): (Filed | Failed)[] {
  const ready: ReadyBlob[] = [];
  const failed: Failed[] = [];
  for (const order of orders) {
    try {
      ready.push(seal(order));
    } catch (error) {
      failed.push(describeFailure(order.ticket, error));
    }
  }
  const faults = filer.putAll(ready);
  return [...failed, ...ready.map((blob, at) => describe(blob, faults[at]))];
}

function seal({ ticket, blobKey, context, hashes, load, ...secrets }: FilingOrder): ReadyBlob {
  const fileKey = asBuffer(secrets.fileKey);
  const hash = hashes ? createHash('sha256') : undefined;
  const sealer = createPlaceSealer({ ...context, fileKey, salt: asBuffer(secrets.salt) }, hash);
  fileKey.fill(0);
  const { sealed, sha256 } = sealer(load);
  return { ticket, key: blobKey, bytes: sealed, sha256 };
}

function describe({ ticket, bytes, sha256 }: ReadyBlob, fault: Error | undefined): Filed | Failed {
  if (fault !== undefined) return describeFailure(ticket, fault);
  return { ticket, memory: bytes.buffer, sha256: sha256 && ownCopy(sha256) };
}
