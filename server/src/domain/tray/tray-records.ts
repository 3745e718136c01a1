import type { AuditTrail } from '../model/audit.ts';
import type { BlobStore } from '../ports/blob-store.ts';
import type { Clock } from '../model/clock.ts';
import { refuseMissingBytes } from '../files/missing-bytes.ts';
import type { Repositories, Database } from '../model/database.ts';
import type { StoredEntry } from './tray-entrance.ts';
import { ValiseError } from '../model/valise-error.ts';

interface Dependencies {
  database: Pick<Database, 'transact'>;
  blobs: Pick<BlobStore, 'findSize'>;
  audit: AuditTrail;
  clock: Pick<Clock, 'now'>;
  /** Undefined: a tray may hold any amount. */
  trayQuotaBytes: number | undefined;
}

/** Where files whose bytes are stored become those of a tray. */
export interface TrayRecords {
  /**
   * Puts every file into the tray, in place of one of the same name; resolves once that lasts. Throws
   * `unavailable` when the bytes of one are not there.
   */
  enter(entry: StoredEntry): Promise<void>;
}

export function createTrayRecords(dependencies: Dependencies): TrayRecords {
  const { database, blobs } = dependencies;
  return {
    async enter(entry) {
      await refuseMissingBytes(
        blobs,
        entry.files.map(({ id }) => id),
      );
      await database.transact((repositories) => putIntoTray(dependencies, repositories, entry));
    },
  };
}

async function putIntoTray(
  { audit, clock, trayQuotaBytes }: Dependencies,
  repositories: Repositories,
  { accountId, actor, keyBucket, files }: StoredEntry,
): Promise<void> {
  const account = await repositories.accounts.lock(accountId);
  if (account === undefined || account.disabledAt !== undefined) {
    throw new ValiseError('unauthorized', 'The account was disabled while the upload ran.');
  }
  const now = clock.now();
  for (const file of files) {
    const replaced = await repositories.files.findInTray(accountId, file.name);
    if (replaced !== undefined) await repositories.files.shred(replaced.id, now);
    await repositories.files.addToTray({
      ...file,
      accountId,
      dispatchId: undefined,
      keyBucket,
      segments: undefined,
      createdAt: now,
    });
    await audit.record(repositories, actor, {
      action: 'file.uploaded',
      object: file.name,
      outcome: 'ok',
      details: {
        fileId: file.id,
        sizeBytes: file.sizeBytes,
        content: audit.sign('content', file.sha256.toString('hex')),
        replaced: replaced !== undefined,
      },
    });
  }
  if (trayQuotaBytes !== undefined) {
    refuseOverQuota(await repositories.files.trayBytes(accountId), trayQuotaBytes);
  }
}

/** `quotaBytes` undefined allows any amount. */
export function refuseOverQuota(trayBytes: number, quotaBytes: number | undefined): void {
  if (quotaBytes === undefined || trayBytes <= quotaBytes) return;
  throw overQuota(quotaBytes);
}

export function overQuota(quotaBytes: number): ValiseError {
  return new ValiseError(
    'too_large',
    `The uploaded files would take more than the ${quotaBytes} bytes that an account may hold. Send or remove some first.`,
  );
}
