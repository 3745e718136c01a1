import { parentPort, workerData } from 'node:worker_threads';
import { chainHash } from '../crypto/audit-chain.ts';
import { openSqliteStore } from '../database/sqlite-store.ts';
import { createAuditTrail } from '../domain/audit.ts';
import type { TrayEntry } from '../domain/tray-entrance.ts';
import { createTrayEntrance } from '../domain/tray-entrance.ts';
import { systemClock } from '../system-clock.ts';
import { describeFailure } from '../threads/failure.ts';
import { asBuffer } from '../threads/message-bytes.ts';
import type { EnterOrder, RecordingPlace, SentEntry } from './orders.ts';

/** The program of a recording thread: whatever waits is committed together. */
const place = workerData as RecordingPlace;
const auditKey = asBuffer(place.auditKey);
const entrance = createTrayEntrance({
  store: await openSqliteStore(place.database),
  audit: createAuditTrail({
    clock: systemClock,
    chainHash: (previous, record) => chainHash(auditKey, previous, record),
  }),
  clock: systemClock,
  trayQuotaBytes: place.trayQuotaBytes,
});

parentPort?.on('message', ({ ticket, entry }: EnterOrder) => {
  entrance.enter(receive(entry)).then(
    () => parentPort?.postMessage([{ ticket }]),
    (error: unknown) => parentPort?.postMessage([describeFailure(ticket, error)]),
  );
});

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
