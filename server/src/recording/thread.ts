import { parentPort, workerData } from 'node:worker_threads';
import { chainHash } from '../crypto/audit-chain.ts';
import { openSqliteStore } from '../database/sqlite-store.ts';
import { createAuditTrail } from '../domain/audit.ts';
import { createGroupCommit } from '../domain/group-commit.ts';
import { createTransferLedger } from '../domain/transfer-ledger.ts';
import type { TrayEntry } from '../domain/tray-entrance.ts';
import { createTrayEntrance } from '../domain/tray-entrance.ts';
import { systemClock as clock } from '../system-clock.ts';
import { systemRandomness as randomness } from '../system-randomness.ts';
import { describeFailure } from '../threads/failure.ts';
import { asBuffer } from '../threads/message-bytes.ts';
import type { RecordingOrder, RecordingPlace, RecordingTask, SentEntry } from './orders.ts';

/** The program of a recording thread: whatever waits is committed together. */
const place = workerData as RecordingPlace;
const auditKey = asBuffer(place.auditKey);
const audit = createAuditTrail({
  clock,
  chainHash: (previous, record) => chainHash(auditKey, previous, record),
});
const store = { transact: createGroupCommit(await openSqliteStore(place.database)) };
const entrance = createTrayEntrance({ store, audit, clock, trayQuotaBytes: place.trayQuotaBytes });
const ledger = createTransferLedger({ store, audit, randomness, clock });

parentPort?.on('message', ({ ticket, task }: RecordingOrder) => {
  carryOut(task).then(
    () => parentPort?.postMessage([{ ticket }]),
    (error: unknown) => parentPort?.postMessage([describeFailure(ticket, error)]),
  );
});

function carryOut(task: RecordingTask): Promise<void> {
  return task.kind === 'enter'
    ? entrance.enter(receive(task.entry))
    : ledger.record(task.handedOver);
}

function receive({ files, ...entry }: SentEntry): TrayEntry {
  return {
    ...entry,
    files: files.map(({ sha256, wrappedKey, ...file }) => ({
      ...file,
      sha256: asBuffer(sha256),
      wrappedKey: asBuffer(wrappedKey),
    })),
  };
}
