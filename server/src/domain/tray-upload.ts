import type { Account } from './account.ts';
import type { Actor } from './actor.ts';
import type { AuditTrail } from './audit.ts';
import type { BlobStore } from './blob-store.ts';
import type { Clock } from './clock.ts';
import type { KeyBucket, KeyRing } from './key-ring.ts';
import { trayBucket } from './key-ring.ts';
import type { Repositories, Store } from './store.ts';
import type { UploadsInProgress } from './uploads-in-progress.ts';
import { ValiseError } from './valise-error.ts';
import type { FileIntake, FinishedFile, Vault } from './vault.ts';

export interface UploadLimits {
  /** Undefined: files may be of any size. */
  maxFileBytes: number | undefined;
  /** Undefined: a tray may hold any amount. */
  trayQuotaBytes: number | undefined;
  /** Uploads stop before the store has less than this left. */
  minFreeBytes: number;
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

export interface IncomingFile {
  name: string;
  mediaType: string;
  content: AsyncIterable<Buffer>;
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

/** How often the free space is asked for again while bytes come in. */
const freeSpaceStride = 64 * 1024 * 1024;

export async function openTrayUpload(
  { store, vault, blobs, keyRing, audit, uploads, clock, limits }: TrayDependencies,
  account: Account,
): Promise<TrayUpload> {
  /** How large each file of the tray will be once this upload has been committed. */
  const traySizes = new Map(
    limits.trayQuotaBytes === undefined
      ? []
      : (await store.files.listTray(account.id)).map(({ name, sizeBytes }) => [name, sizeBytes]),
  );
  await refuseFullStore(0);
  const endProgress = uploads.begin(account.id);

  /** By name: a name sent twice in one request is replaced like any other. */
  const received = new Map<string, { file: FinishedFile; mediaType: string; intake: FileIntake }>();
  let ended = false;

  async function refuseFullStore(incomingBytes: number): Promise<void> {
    const free = await blobs.freeBytes();
    if (free !== undefined && free - incomingBytes < limits.minFreeBytes) {
      throw new ValiseError(
        'insufficient_storage',
        'The server is nearly out of space and takes no more files for the moment.',
      );
    }
  }

  function trayBytesWithout(name: string): number {
    let bytes = 0;
    for (const [other, sizeBytes] of traySizes) if (other !== name) bytes += sizeBytes;
    return bytes;
  }

  function refuseOverLimits(fileBytes: number, besideBytes: number): void {
    if (limits.maxFileBytes !== undefined && fileBytes > limits.maxFileBytes) {
      throw new ValiseError(
        'too_large',
        `The file is larger than the ${limits.maxFileBytes} bytes that this server takes.`,
      );
    }
    refuseOverQuota(besideBytes + fileBytes);
  }

  function refuseOverQuota(trayBytes: number): void {
    if (limits.trayQuotaBytes !== undefined && trayBytes > limits.trayQuotaBytes) {
      throw new ValiseError(
        'too_large',
        `The uploaded files would take more than the ${limits.trayQuotaBytes} bytes that an account may hold. Send or remove some first.`,
      );
    }
  }

  async function fill(
    intake: FileIntake,
    { name, content }: Pick<IncomingFile, 'name' | 'content'>,
  ): Promise<void> {
    const besideBytes = trayBytesWithout(name);
    let fileBytes = 0;
    let checkedBytes = 0;
    for await (const piece of content) {
      fileBytes += piece.length;
      refuseOverLimits(fileBytes, besideBytes);
      if (fileBytes - checkedBytes >= freeSpaceStride) {
        checkedBytes = fileBytes;
        await refuseFullStore(piece.length);
      }
      await intake.write(piece);
    }
    traySizes.set(name, fileBytes);
  }

  async function putIntoTray(
    repositories: Repositories,
    actor: Actor,
    bucket: KeyBucket,
  ): Promise<void> {
    const current = await repositories.accounts.lock(account.id);
    if (current === undefined || current.disabledAt !== undefined) {
      throw new ValiseError('unauthorized', 'The account was disabled while the upload ran.');
    }
    const now = clock.now();
    for (const [name, { file, mediaType }] of received) {
      const replaced = await repositories.files.findInTray(account.id, name);
      if (replaced !== undefined) await repositories.files.shred(replaced.id, now);
      const owner = { fileId: file.id, accountId: account.id };
      await repositories.files.addToTray({
        id: file.id,
        accountId: account.id,
        dispatchId: undefined,
        name,
        mediaType,
        sizeBytes: file.sizeBytes,
        sha256: file.sha256,
        wrappedKey: keyRing.wrap(file.fileKey, owner, bucket),
        keyBucket: bucket,
        createdAt: now,
      });
      await audit.record(repositories, actor, {
        action: 'file.uploaded',
        object: name,
        outcome: 'ok',
        details: {
          fileId: file.id,
          sizeBytes: file.sizeBytes,
          sha256: file.sha256.toString('hex'),
          replaced: replaced !== undefined,
        },
      });
    }
    refuseOverQuota(await repositories.files.trayBytes(account.id));
  }

  async function discardAll(): Promise<void> {
    for (const { intake } of received.values()) await intake.discard();
    received.clear();
  }

  return {
    async receive({ name, mediaType, content }) {
      const intake = await vault.begin();
      try {
        await fill(intake, { name, content });
        const file = await intake.finish();
        await received.get(name)?.intake.discard();
        received.delete(name);
        received.set(name, { file, mediaType, intake });
      } catch (error) {
        await intake.discard();
        throw error;
      }
    },

    async commit(actor) {
      try {
        // Named only now: an upload can outlast the day on which it began, and that day's key.
        const bucket = trayBucket(clock.now());
        await keyRing.ensure(bucket);
        await store.transact((repositories) => putIntoTray(repositories, actor, bucket));
        ended = true;
      } finally {
        if (!ended) await discardAll();
        ended = true;
        endProgress();
      }
    },

    async abort() {
      if (ended) return;
      ended = true;
      try {
        await discardAll();
      } finally {
        endProgress();
      }
    },
  };
}
