import type { Account } from './account.ts';
import type { Actor } from './actor.ts';
import type { AuditTrail } from './audit.ts';
import type { BlobStore } from './blob-store.ts';
import type { Clock } from './clock.ts';
import type { IncomingFile, ReceivedFile } from './file-batch.ts';
import { openFileBatch } from './file-batch.ts';
import type { FileLimits } from './file-limits.ts';
import type { GroupCommit } from './group-commit.ts';
import type { KeyBucket, KeyRing } from './key-ring.ts';
import { trayBucket } from './key-ring.ts';
import type { Repositories, Store } from './store.ts';
import type { UploadsInProgress } from './uploads-in-progress.ts';
import { ValiseError } from './valise-error.ts';
import type { Vault } from './vault.ts';

export interface UploadLimits extends FileLimits {
  /** Undefined: a tray may hold any amount. */
  trayQuotaBytes: number | undefined;
}

export interface TrayDependencies {
  store: Store;
  vault: Vault;
  blobs: Pick<BlobStore, 'freeBytes'>;
  keyRing: KeyRing;
  audit: AuditTrail;
  uploads: UploadsInProgress;
  clock: Clock;
  limits: UploadLimits;
}

/** One upload request: all of its files enter the tray together, or none does. */
export interface TrayUpload {
  /** Seals and stores one file. Must not overlap with another call. */
  receive(file: IncomingFile): Promise<void>;
  /** Puts every received file into the tray, replacing files of the same name. */
  commit(actor: Actor): Promise<void>;
  /** Leaves nothing behind. May be called at any time and twice; after `commit` it does nothing. */
  abort(): Promise<void>;
}

export async function openTrayUpload(
  dependencies: TrayDependencies,
  group: GroupCommit,
  account: Account,
): Promise<TrayUpload> {
  const { store, keyRing, audit, uploads, clock, limits } = dependencies;
  /** How large each file of the tray will be once this upload has been committed. */
  const traySizes = new Map(
    limits.trayQuotaBytes === undefined
      ? []
      : (await store.files.listTray(account.id)).map(({ name, sizeBytes }) => [name, sizeBytes]),
  );
  let trayBytes = Array.from(traySizes.values()).reduce((sum, bytes) => sum + bytes, 0);
  const batch = await openFileBatch(
    dependencies,
    (name, fileBytes) => {
      trayBytes += fileBytes - (traySizes.get(name) ?? 0);
      traySizes.set(name, fileBytes);
      refuseOverQuota(trayBytes);
    },
    group.announce,
  );
  const endProgress = uploads.begin(account.id);

  function refuseOverQuota(bytes: number): void {
    if (limits.trayQuotaBytes !== undefined && bytes > limits.trayQuotaBytes) {
      throw new ValiseError(
        'too_large',
        `The uploaded files would take more than the ${limits.trayQuotaBytes} bytes that an account may hold. Send or remove some first.`,
      );
    }
  }

  async function putIntoTray(
    repositories: Repositories,
    actor: Actor,
    files: readonly ReceivedFile[],
    bucket: KeyBucket,
  ): Promise<void> {
    const current = await repositories.accounts.lock(account.id);
    if (current === undefined || current.disabledAt !== undefined) {
      throw new ValiseError('unauthorized', 'The account was disabled while the upload ran.');
    }
    const now = clock.now();
    for (const { id, name, mediaType, sizeBytes, sha256, fileKey, segments } of files) {
      const replaced = await repositories.files.findInTray(account.id, name);
      if (replaced !== undefined) await repositories.files.shred(replaced.id, now);
      await repositories.files.addToTray({
        id,
        accountId: account.id,
        dispatchId: undefined,
        name,
        mediaType,
        sizeBytes,
        sha256,
        wrappedKey: keyRing.wrap(fileKey, { fileId: id, accountId: account.id }, bucket),
        keyBucket: bucket,
        segments,
        createdAt: now,
      });
      await audit.record(repositories, actor, {
        action: 'file.uploaded',
        object: name,
        outcome: 'ok',
        details: {
          fileId: id,
          sizeBytes,
          sha256: sha256.toString('hex'),
          replaced: replaced !== undefined,
        },
      });
    }
    if (limits.trayQuotaBytes !== undefined) {
      refuseOverQuota(await repositories.files.trayBytes(account.id));
    }
  }

  return {
    receive: (file) => batch.receive(file),

    async commit(actor) {
      try {
        await batch.commit(async (files) => {
          // Named only now: an upload can outlast the day on which it began, and that day's key.
          const bucket = trayBucket(clock.now());
          await keyRing.ensure(bucket);
          await group.commit((repositories) => putIntoTray(repositories, actor, files, bucket));
        });
      } finally {
        endProgress();
      }
    },

    async abort() {
      try {
        await batch.abort();
      } finally {
        endProgress();
      }
    },
  };
}
