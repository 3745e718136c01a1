import type { Hash } from 'node:crypto';
import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';

import { openRun, createOpener } from '../crypto/opener.ts';
import type { Opener } from '../crypto/opener.ts';
import type { PlaceSealer } from '../crypto/sealer.ts';
import { createPlaceSealer } from '../crypto/sealer.ts';
import { describeFailure, asBuffer, ownCopy } from '../../platform/threads/order-thread.ts';
import { lowerThreadPriority } from './lower-thread-priority.ts';
import type {
  OpenBeginning,
  OpenOrder,
  Order,
  SealBeginning,
  SealOrder,
} from './threaded-cipher-pool.ts';

lowerThreadPriority();

/** The program of one thread: orders come in, and their outcomes go out in the same order. */
const sealers = new Map<number, PlaceSealer>();
const openers = new Map<number, Opener>();
const hashes = new Map<number, Hash>();

parentPort?.on('message', (order: Order) => {
  if (order.verb === 'end') {
    sealers.delete(order.job);
    openers.delete(order.job);
    hashes.delete(order.job);
    return;
  }
  try {
    if (order.verb === 'seal') carryOutSeal(order);
    else carryOutOpen(order);
  } catch (error) {
    parentPort?.postMessage([describeFailure(order.ticket, error)]);
  }
});

function carryOutSeal({ job, ticket, begin, memory, plainBytes, isLast }: SealOrder): void {
  if (begin !== undefined) sealers.set(job, beginSealing(begin));
  const seal = sealers.get(job);
  if (seal === undefined) throw new Error('Nothing is being sealed under this number');
  const { sealed, sha256 } = seal({ memory, plainBytes, isLast });
  const outcome = { ticket, sealed, sha256: sha256 && ownCopy(sha256) };
  parentPort?.postMessage([outcome], [sealed.buffer]);
}

function carryOutOpen({ job, ticket, begin, firstIndex, sealed, isLast }: OpenOrder): void {
  if (begin !== undefined) openers.set(job, beginOpening(begin));
  const opener = openers.get(job);
  if (opener === undefined) throw new Error('Nothing is being opened under this number');
  const { plain, damage } = openRun(opener, { firstIndex, sealed: asBuffer(sealed), isLast });
  parentPort?.postMessage([{ ticket, plain, damage: damage?.message }], [plain.buffer]);
}

function beginSealing({ context, salt, hash }: SealBeginning): PlaceSealer {
  const fileKey = asBuffer(context.fileKey);
  const options = { ...context, fileKey, salt: asBuffer(salt) };
  const sealer = createPlaceSealer(options, hash === undefined ? undefined : goOnWith(hash));
  fileKey.fill(0);
  return sealer;
}

function goOnWith(job: number): Hash {
  const hash = hashes.get(job) ?? createHash('sha256');
  hashes.set(job, hash);
  return hash;
}

function beginOpening({ context, header }: OpenBeginning): Opener {
  const fileKey = asBuffer(context.fileKey);
  const opener = createOpener({ ...context, fileKey, header: asBuffer(header) });
  fileKey.fill(0);
  return opener;
}
