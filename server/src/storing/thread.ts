import { setTimeout as sleep } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';

import { BlockingBlobFiler } from '../blobs/file/blocking-blob-filer.ts';
import { chainHash, createRowBinding } from '../sealing/crypto/secrets.ts';
import type { SealedLoad } from '../sealing/crypto/sealer.ts';
import { openWithFirstUse } from '../database/sqlite/open-with-first-use.ts';
import { createAuditTrail } from '../domain/model/audit.ts';
import { createGroupCommit } from '../domain/ports/group-commit.ts';
import { createTransferLedger } from '../domain/downloads/transfer-ledger.ts';
import type { StoredEntry } from '../domain/tray/tray-entrance.ts';
import { createTrayRecords } from '../domain/tray/tray-records.ts';
import { systemClock as clock } from '../platform/system-clock.ts';
import { systemRandomness as randomness } from '../platform/system-randomness.ts';
import type { Failed } from '../platform/threads/failure.ts';
import { describeFailure } from '../platform/threads/failure.ts';
import { asBuffer, ownCopy } from '../platform/threads/message-bytes.ts';
import { blobsOf } from './blobs-of.ts';
import type { Done, Order, SentBlob, SentEntry, StoringPlace } from './orders.ts';
import { storeBlobs } from './store-blobs.ts';

/** So many orders are carried out together at most: who came first waits for all of them. */
const mostAtOnce = 16;

/** Longer than any other writer pauses before it asks for the database again. */
const letInMs = 5;

/** The program of a storing thread: whatever waits is stored together, and then recorded together. */
const place = workerData as StoringPlace;
const filer = new BlockingBlobFiler(place.blobDir, clock);
const auditKey = asBuffer(place.auditKey);
const audit = createAuditTrail({
  clock,
  chainHash: (previous, record) => chainHash(auditKey, previous, record),
});
const opened = openWithFirstUse(place.databaseFile, createRowBinding(asBuffer(place.rowKey)));
const database = { transact: createGroupCommit(opened, () => sleep(letInMs)) };
const records = createTrayRecords({
  database,
  blobs: { findSize: (key) => Promise.resolve(filer.findSize(key)) },
  audit,
  clock,
  trayQuotaBytes: place.trayQuotaBytes,
});
const ledger = createTransferLedger({ database, audit, randomness, clock });

parentPort?.on('message', function (this: MessagePort, order: Order) {
  const orders = [order, ...takeWaiting(this)];
  const stored = storeBlobs(
    filer,
    orders.flatMap(({ task }) => blobsOf(task)),
  );
  for (const each of orders) void carryOut(each, stored);
});

function takeWaiting(port: MessagePort): Order[] {
  const orders: Order[] = [];
  while (orders.length < mostAtOnce - 1) {
    const next = receiveMessageOnPort(port) as { message: Order } | undefined;
    if (next === undefined) break;
    orders.push(next.message);
  }
  return orders;
}

async function carryOut(
  { ticket, task }: Order,
  stored: ReadonlyMap<SentBlob, SealedLoad | Error>,
): Promise<void> {
  try {
    const loads = new Map(blobsOf(task).map((blob) => [blob, demand(stored.get(blob))]));
    if (task.kind === 'enter') await records.enter(receive(task.entry, loads));
    if (task.kind === 'check') await opened.check();
    if (task.kind === 'count') await ledger.record(task.handedOver);
    const kept = Array.from(loads.values(), ({ sealed, sha256 }) => ({
      memory: sealed.buffer,
      sha256: sha256 && ownCopy(sha256),
    }));
    answer({ ticket, kept });
  } catch (error) {
    answer(describeFailure(ticket, error));
  }
}

function demand(outcome: SealedLoad | Error | undefined): SealedLoad {
  if (outcome === undefined) throw new Error('The blob was lost on the way');
  if (outcome instanceof Error) throw outcome;
  return outcome;
}

function receive(
  { accountId, actor, keyBucket, files }: SentEntry,
  loads: ReadonlyMap<SentBlob, SealedLoad>,
): StoredEntry {
  return {
    accountId,
    actor,
    keyBucket,
    files: files.map(({ content, wrappedKey, ...facts }) => {
      const sha256 = 'blob' in content ? loads.get(content.blob)?.sha256 : asBuffer(content.sha256);
      if (sha256 === undefined) throw new Error(`File ${facts.id} was not hashed`);
      return { ...facts, wrappedKey: asBuffer(wrappedKey), sha256 };
    }),
  };
}

let answers: (Done | Failed)[] = [];

/** Those of one transaction become ready in one turn, and go back in one message. */
function answer(outcome: Done | Failed): void {
  if (answers.length === 0) queueMicrotask(sendAnswers);
  answers.push(outcome);
}

function sendAnswers(): void {
  const memory = answers.flatMap((each) =>
    'kept' in each ? each.kept.map(({ memory }) => memory) : [],
  );
  parentPort?.postMessage(answers, memory);
  answers = [];
}
