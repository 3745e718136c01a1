import type { Account } from '../model/account.ts';
import type { Instant } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import { contentIdOf } from '../model/file.ts';
import type { CompleteUpload, IncomingUpload } from '../model/incoming-upload.ts';
import { inChosenOrder, isWhole } from '../model/incoming-upload.ts';
import type { Actor } from '../model/principal.ts';
import type { RepeatClaim } from '../model/repeat.ts';
import type { BlobStore } from '../ports/blob-store.ts';
import type { FileLimits } from '../transfers/upload-limits.ts';
import { claimScopes, refuseLargeFile, refuseNoRoom } from '../transfers/upload-limits.ts';
import type { Allowance, SpaceUse, UploadLimits } from './allowance.ts';
import { allowedScope, findAllowance, findSpaceUse } from './allowance.ts';
import type { AppendDependencies, Continuation } from './append-to-upload.ts';
import { appendToUpload } from './append-to-upload.ts';
import { beginUpload, cancelUpload, findSame, getUpload } from './commands.ts';
import type { AnnouncedFile } from './new-upload.ts';
import { newUpload } from './new-upload.ts';
import type { UploadOwner } from './owners.ts';
import { createReadBack } from './read-back.ts';
import { expiryOf, isExpired } from './upload-lifetime.ts';
import type { WholeFile } from './whole-upload.ts';
import { receiveWhole } from './whole-upload.ts';

export interface UploadDependencies extends AppendDependencies {
  database: Pick<
    Repositories,
    'accounts' | 'dispatches' | 'drafts' | 'fileRequests' | 'files' | 'segments' | 'uploads'
  >;
  blobs: Pick<BlobStore, 'name' | 'freeBytes'>;
  limits: UploadLimits;
}

/** How a client announces a file. */
export interface Announcing {
  /** Whether it gave the upload a key in its metadata: who repeats a request with it means the same upload. */
  isKeyed: boolean;
  /** Settled with the id of the upload. */
  claim?: RepeatClaim | undefined;
}

export type ResumableUploads = ReturnType<typeof createResumableUploads>;

/** Files that arrive in any number of requests. The caller found their owner. */
export function createResumableUploads(dependencies: UploadDependencies) {
  const { database, runner, leases, reservations, vault, blobs, clock, limits } = dependencies;
  const readBack = createReadBack(dependencies);

  async function findOwn(owner: UploadOwner, id: string): Promise<IncomingUpload> {
    return await getUpload(database.uploads, owner, id, clock.now());
  }

  function newExpiryOf(owner: UploadOwner): Instant {
    return expiryOf(owner, clock.now(), dependencies.unsentLifetimeMs);
  }

  async function allowanceOf(owner: UploadOwner): Promise<Allowance> {
    return await findAllowance(database, owner, limits);
  }

  /** Throws unless a file of this size may come. */
  async function refuseTooLarge(owner: UploadOwner, fileBytes: number): Promise<Allowance> {
    const allowance = await allowanceOf(owner);
    refuseLargeFile({ ...limits, maxFileBytes: allowance.fileBytes }, fileBytes);
    await refuseNoRoom(blobs, limits, { fileBytes, isStranger: owner.kind === 'grant' });
    return allowance;
  }

  /**
   * The offset of an upload. Interrupts a request that still writes: the client that asks has lost it, and the server
   * may not have noticed.
   */
  async function inspect(owner: UploadOwner, id: string): Promise<IncomingUpload> {
    const { id: known } = await findOwn(owner, id);
    await leases.interrupt(known);
    return await findOwn(owner, id);
  }

  return {
    /** The uploads that are not sent yet, in the order in which they were chosen. */
    async list(owner: UploadOwner): Promise<IncomingUpload[]> {
      const now = clock.now();
      const uploads = await database.uploads.listFor(owner.id);
      return inChosenOrder(uploads.filter((upload) => !isExpired(owner, upload, now)));
    },

    /** Some of them, by the time when they began. */
    async listPage(
      owner: UploadOwner,
      page: { limit: number; after: Pick<IncomingUpload, 'createdAt' | 'id'> | undefined },
    ): Promise<IncomingUpload[]> {
      return await database.uploads.listPage(owner.id, { ...page, now: clock.now() });
    },

    /** One of them. Throws `not_found`. A request that writes goes on. */
    get: findOwn,

    allowanceOf,

    /** How much an account uses with what it has not sent yet, and how large a file may be. */
    async spaceOf(account: Account): Promise<SpaceUse & Pick<FileLimits, 'maxFileBytes'>> {
      const { maxFileBytes } = limits;
      return { ...(await findSpaceUse(database, account, limits)), maxFileBytes };
    },

    /**
     * The upload that a client began with these metadata before, when the answer was lost; undefined: there is none.
     * Interrupts a request that still writes.
     */
    async findBegun(
      owner: UploadOwner,
      file: Pick<AnnouncedFile, 'metadata' | 'sizeBytes'>,
    ): Promise<IncomingUpload | undefined> {
      const same = await findSame(database.uploads, owner, file, clock.now());
      return same && (await inspect(owner, same.id));
    },

    /**
     * Throws `too_large` when the file, with all that was sent or begun, is more than may be sent. A keyed one that was
     * begun before is returned as it is.
     */
    async begin(
      actor: Actor,
      owner: UploadOwner,
      file: AnnouncedFile,
      { isKeyed, claim }: Announcing = { isKeyed: false },
    ): Promise<IncomingUpload> {
      const allowance = await refuseTooLarge(owner, file.sizeBytes ?? 0);
      const upload = await newUpload(dependencies, owner, vault.beginSegmented(), {
        ...file,
        receivedBytes: 0,
        completion: undefined,
        expiresAt: newExpiryOf(owner),
      });
      const announced = await database.uploads.sumFor(owner.id);
      // It counts next to the running forms until it has a row that counts.
      const reservation = reservations.open();
      try {
        const scope = allowedScope(owner, allowance, announced, () => file.sizeBytes ?? 0);
        await claimScopes(reservation, scope, 0);
        const id = await runner.run(beginUpload, { actor, owner, limits, upload, isKeyed, claim });
        return id === upload.id ? upload : await inspect(owner, id);
      } finally {
        reservation.release();
      }
    },

    /**
     * Receives a whole file in one request. Nothing of it is kept unless all of it arrives. A keyed one that was begun
     * before is returned as it is.
     */
    async receive(actor: Actor, owner: UploadOwner, file: WholeFile): Promise<IncomingUpload> {
      const { sizeBytes } = file;
      const allowance = await (sizeBytes === undefined
        ? allowanceOf(owner)
        : refuseTooLarge(owner, sizeBytes));
      const expiresAt = newExpiryOf(owner);
      return await receiveWhole(dependencies, actor, owner, { ...file, allowance, expiresAt });
    },

    inspect,

    /**
     * Continues an upload. However the content ends, the received bytes are kept unless they fail to
     * verify, and the current upload is returned. Throws `offset_conflict` when the content does not start
     * at the upload's offset.
     */
    async append(
      owner: UploadOwner,
      id: string,
      continuation: Continuation,
    ): Promise<IncomingUpload> {
      const upload = await appendToUpload(dependencies, owner, id, continuation);
      // Nobody waits for it. Sending reads again what could not be read here.
      if (isWhole(upload) && upload.completion === undefined)
        readBack(upload).catch(() => undefined);
      return upload;
    },

    /** Deletes an upload; its bytes cannot be read from then on. */
    async cancel(actor: Actor, owner: UploadOwner, id: string): Promise<void> {
      const { id: uploadId } = await findOwn(owner, id);
      await leases.interrupt(uploadId);
      // Finds it again: it may have been sent meanwhile.
      await runner.run(cancelUpload, { actor, owner, uploadId });
    },

    /**
     * Resolves once the hash of every complete file, or of those with these ids, is known, so that sending need not
     * wait. Reading a file back takes long and continues in the background.
     */
    async prepare(owner: UploadOwner, ids?: readonly string[]): Promise<void> {
      const wanted = ids && new Set(ids);
      for (const upload of await database.uploads.listFor(owner.id)) {
        const isWanted = wanted?.has(upload.id) ?? true;
        if (isWanted && isWhole(upload)) await readBack(upload);
      }
    },

    /** What a complete upload holds. Reads the upload back where its hash is not known yet. */
    async complete(upload: IncomingUpload): Promise<CompleteUpload> {
      const { id, contentId } = upload;
      const { sha256, segmentsMac: mac } = await readBack(upload);
      const parts = await database.segments.list(contentIdOf(upload));
      const store = parts.at(-1)?.store ?? blobs.name;
      const shared = contentId === undefined ? {} : { contentId };
      return { id, sha256, store, segments: { parts, mac }, ...shared };
    },
  };
}
