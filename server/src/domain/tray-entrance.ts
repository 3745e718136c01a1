import type { Actor } from './actor.ts';
import type { AuditTrail } from './audit.ts';
import type { Clock } from './clock.ts';
import type { AccountId, FileId } from './ids.ts';
import type { KeyBucket } from './key-ring.ts';
import type { Repositories, Store } from './store.ts';
import { ValiseError } from './valise-error.ts';

/** A file whose bytes are stored, in one piece, and that belongs to nobody yet. */
export interface EnteringFile {
  id: FileId;
  name: string;
  mediaType: string;
  sizeBytes: number;
  sha256: Buffer;
  wrappedKey: Buffer;
}

/** What one upload brings into a tray, all of it or nothing. */
export interface TrayEntry {
  accountId: AccountId;
  actor: Actor;
  /** Whose key has wrapped the keys of the files. */
  keyBucket: KeyBucket;
  files: readonly EnteringFile[];
}

/** Where uploads become files of a tray. */
export interface TrayEntrance {
  /**
   * Puts every file into the tray, in place of one of the same name; resolves once that lasts. Rejects
   * with `OutcomeUnknown` when nobody can say whether it has: then the bytes must stay.
   */
  enter(entry: TrayEntry): Promise<void>;
}

interface Dependencies {
  store: Pick<Store, 'transact'>;
  audit: AuditTrail;
  clock: Pick<Clock, 'now'>;
  /** Undefined: a tray may hold any amount. */
  trayQuotaBytes: number | undefined;
}

export function createTrayEntrance(dependencies: Dependencies): TrayEntrance {
  const { store } = dependencies;
  return {
    enter: (entry) =>
      store.transact((repositories) => putIntoTray(dependencies, repositories, entry)),
  };
}

async function putIntoTray(
  { audit, clock, trayQuotaBytes }: Dependencies,
  repositories: Repositories,
  { accountId, actor, keyBucket, files }: TrayEntry,
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
        sha256: file.sha256.toString('hex'),
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
  throw new ValiseError(
    'too_large',
    `The uploaded files would take more than the ${quotaBytes} bytes that an account may hold. Send or remove some first.`,
  );
}
