import type { Actor } from '../model/principal.ts';
import { day, hour } from '../model/clock.ts';
import type { Clock, Instant } from '../model/clock.ts';
import type { FileBatchDependencies, IncomingFile } from '../files/files.ts';
import type { Repositories } from '../model/database.ts';
import type { CommandRunner } from '../ports/command-runner.ts';
import {
  refuseFullStore,
  refuseLargeFile,
  refuseNoRoom,
  claimScopes,
} from '../transfers/upload-limits.ts';
import type { IncomingContent } from '../transfers/transfer-memory.ts';
import type { CompleteUpload, IncomingUpload } from '../model/incoming-upload.ts';
import { contentIdOf } from '../model/file.ts';
import { inChosenOrder } from '../model/incoming-upload.ts';
import { completionOf, createReadBacks } from './read-back.ts';
import { refuseSmallPiece } from './small-pieces.ts';
import { tooMuch, writeSegment } from './write-segment.ts';
import { grantScope, findAllowance } from './allowance.ts';
import type { KeyRing } from '../model/key-ring.ts';
import { openFileKey, trayBucket } from '../model/key-ring.ts';
import {
  appendSegment,
  beginUpload,
  cancelUpload,
  findSame,
  getUpload,
  otherOffset,
} from './commands.ts';
import { ownerIdOf, ownerRefOf, visitorOf } from './owners.ts';
import type { GrantAllowance, GrantLimits } from './allowance.ts';
import type { UploadOwner } from './owners.ts';
import { receiveWhole } from './whole-upload.ts';
import type { BlobStore } from '../ports/blob-store.ts';
import type { RunningUpload, UploadLeases } from '../ports/coordination.ts';
import { OutcomeUnknown, ValiseError } from '../model/valise-error.ts';

/** An upload through a grant without further requests is kept this long, though never longer than the grant. */
const lifetimeMs = 2 * day;
/** How often a request extends the expiry of its upload. */
const putOffEveryMs = hour;
/** A smaller file is read back sooner than its hash is saved. */
const leastSavedBytes = 16 * 2 ** 20;
/** Each request makes a segment, which costs a blob; no client needs more. */
const maxSegments = 10_000;

export interface UploadDependencies extends Omit<FileBatchDependencies, 'limits'> {
  database: Pick<
    Repositories,
    'accounts' | 'dispatches' | 'drafts' | 'fileRequests' | 'segments' | 'uploads'
  >;
  runner: CommandRunner;
  keyRing: KeyRing;
  clock: Clock;
  leases: UploadLeases;
  blobs: Pick<BlobStore, 'name' | 'freeBytes'>;
  limits: GrantLimits;
  /** How long a draft is kept after its last change. */
  draftLifetimeMs: number;
}

/** What is declared about a file before it is sent. */
export type AnnouncedFile = Pick<
  IncomingUpload,
  'name' | 'mediaType' | 'fingerprint' | 'metadata' | 'sizeBytes'
>;

/** How a client announces a file. */
export interface Announcing {
  /** Whether it gave the upload a key in its metadata: who repeats a request with it means the same upload. */
  isKeyed: boolean;
}

/** The content of a request for an upload. */
export interface Continuation {
  /** The offset of the content in the file. */
  offset: number;
  content: IncomingContent;
  /** The declared length; 0 where it is unknown. */
  declaredBytes: number;
  /** Interrupts the content. */
  cutOff: () => void;
  /** Called when the content has ended. When it throws, nothing of the content is kept. */
  verify?: () => void;
}

export type ResumableUploads = ReturnType<typeof createResumableUploads>;

/**
 * Files that arrive in any number of requests: those that a contact sends back, and those of a draft. The caller found
 * the grant or the draft.
 */
export function createResumableUploads(dependencies: UploadDependencies) {
  const {
    database,
    runner,
    leases,
    uploads: running,
    reservations,
    vault,
    blobs,
    keyRing,
    clock,
    limits,
    draftLifetimeMs,
  } = dependencies;
  const readBacks = createReadBacks(dependencies);

  async function findOwn(owner: UploadOwner, id: string): Promise<IncomingUpload> {
    return await getUpload(database.uploads, ownerRefOf(owner), id, clock.now());
  }

  function expiryOf(owner: UploadOwner): Instant {
    if ('draft' in owner) return clock.now() + draftLifetimeMs;
    return Math.min(owner.dispatch.expiresAt, clock.now() + lifetimeMs);
  }

  /** The same content; an upload with a long request does not expire meanwhile. */
  async function* puttingOff(
    owner: UploadOwner,
    { id, receivedBytes: fromBytes }: IncomingUpload,
    content: IncomingContent,
  ): IncomingContent {
    let putOffAt = clock.now();
    for await (const pieces of content) {
      yield pieces;
      if (clock.now() - putOffAt < putOffEveryMs) continue;
      putOffAt = clock.now();
      const expiresAt = expiryOf(owner);
      await database.uploads.grow(id, { fromBytes, toBytes: fromBytes, expiresAt });
      if ('draft' in owner) await database.drafts.putOff(owner.draft.id, expiresAt);
    }
  }

  async function allowanceOf(owner: UploadOwner): Promise<GrantAllowance> {
    return await findAllowance(database, ownerRefOf(owner), limits);
  }

  /** Counts an announced file next to the running forms, until the work has made a row that counts. */
  async function withReserved<Result>(
    owner: UploadOwner,
    sizeBytes: number,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const allowance = await allowanceOf(owner);
    const ownerId = ownerIdOf(ownerRefOf(owner));
    const announced = await database.uploads.sumFor(ownerId);
    const reservation = reservations.open();
    try {
      const scope = grantScope(ownerId, allowance, announced, () => sizeBytes);
      await claimScopes(reservation, scope, 0);
      return await work();
    } finally {
      reservation.release();
    }
  }

  /** Throws unless a file of this size may come. */
  async function refuseTooLarge(owner: UploadOwner, sizeBytes: number): Promise<GrantAllowance> {
    const allowance = await allowanceOf(owner);
    refuseLargeFile({ ...limits, maxFileBytes: allowance.fileBytes }, sizeBytes);
    await refuseNoRoom(blobs, limits, { fileBytes: sizeBytes, isStranger: !('draft' in owner) });
    return allowance;
  }

  /**
   * The offset of an upload. Interrupts a request that still writes: the client that asks has lost it, and the server may
   * not have noticed.
   */
  async function inspect(owner: UploadOwner, id: string): Promise<IncomingUpload> {
    const { id: known } = await findOwn(owner, id);
    await leases.interrupt(known);
    return await findOwn(owner, id);
  }

  /** Stores the content as a closed segment, and counts it as arrived. */
  async function write(
    owner: UploadOwner,
    upload: IncomingUpload,
    { content, verify }: Pick<Continuation, 'content' | 'verify'>,
  ): Promise<IncomingUpload> {
    const { id, receivedBytes: fromBytes, sizeBytes } = upload;
    const parts = await database.segments.list(id);
    if (parts.length >= maxSegments) {
      throw new ValiseError(
        'too_large',
        'The file came in too many pieces. Begin again, with larger ones.',
      );
    }
    const file = { id, fileKey: await openFileKey(keyRing, upload) };
    const saved = sizeBytes < leastSavedBytes ? undefined : { state: upload.hashState };
    const intake = vault.beginSegment(file, parts, saved);
    try {
      const lasting = puttingOff(owner, upload, content);
      const bytes = await writeSegment(dependencies, intake, lasting, sizeBytes - fromBytes);
      verify?.();
      if (bytes === 0) {
        await intake.discard();
        return upload;
      }
      if (fromBytes + bytes < sizeBytes) {
        refuseSmallPiece({ pieces: parts.length, receivedBytes: fromBytes }, bytes);
      }
      const { hashState, ...segment } = await intake.finish();
      const growth = { fromBytes, toBytes: fromBytes + bytes, expiresAt: expiryOf(owner) };
      const isWhole = growth.toBytes === sizeBytes;
      const whole = isWhole ? vault.bindSegments(file, [...parts, segment]) : undefined;
      const completion = whole && completionOf(upload, whole);
      await runner.run(appendSegment, {
        owner: ownerRefOf(owner),
        uploadId: id,
        number: parts.length,
        segment,
        growth,
        completion,
        hashState,
      });
      const { toBytes: receivedBytes, expiresAt } = growth;
      return { ...upload, receivedBytes, expiresAt, completion };
    } catch (error) {
      // A row may need the bytes. Without one, they are orphans, which the sweep removes.
      if (!(error instanceof OutcomeUnknown)) await intake.discard();
      throw error;
    }
  }

  return {
    /** The uploads that are not sent yet, in the order in which they were chosen. */
    async list(owner: UploadOwner): Promise<IncomingUpload[]> {
      const now = clock.now();
      const uploads = inChosenOrder(await database.uploads.listFor(ownerIdOf(ownerRefOf(owner))));
      return 'draft' in owner ? uploads : uploads.filter(({ expiresAt }) => expiresAt > now);
    },

    allowanceOf,

    /**
     * The upload that a client began with these metadata before, when the answer was lost; undefined: there is none.
     * Interrupts a request that still writes.
     */
    async findBegun(
      owner: UploadOwner,
      file: Pick<AnnouncedFile, 'metadata' | 'sizeBytes'>,
    ): Promise<IncomingUpload | undefined> {
      const same = await findSame(database.uploads, ownerRefOf(owner), file, clock.now());
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
      { isKeyed }: Announcing = { isKeyed: false },
    ): Promise<IncomingUpload> {
      const ref = ownerRefOf(owner);
      const { accountId } = ref;
      await refuseTooLarge(owner, file.sizeBytes);
      const createdAt = clock.now();
      const keyBucket = trayBucket(createdAt);
      const bucket = await keyRing.ensure(keyBucket);
      const { id, fileKey } = vault.beginSegmented();
      const upload: IncomingUpload = {
        ...file,
        id,
        ownerId: ownerIdOf(ref),
        accountId,
        receivedBytes: 0,
        wrappedKey: bucket.wrap(fileKey, { fileId: id, accountId }),
        keyBucket,
        completion: undefined,
        hashState: undefined,
        ...visitorOf(ref),
        createdAt,
        expiresAt: expiryOf(owner),
      };
      const known = await withReserved(owner, file.sizeBytes, () =>
        runner.run(beginUpload, { actor, owner: ref, limits, upload, isKeyed }),
      );
      return known === id ? upload : await inspect(owner, known);
    },

    /**
     * Receives an announced file that comes as a whole with its announcement. Nothing of it is kept unless all of it
     * arrives. A keyed one that was begun before is returned as it is.
     */
    async receiveAnnounced(
      actor: Actor,
      owner: UploadOwner,
      { name, mediaType, fingerprint, metadata, sizeBytes }: AnnouncedFile,
      { isKeyed, content, verify }: Announcing & Pick<Continuation, 'content' | 'verify'>,
    ): Promise<IncomingUpload> {
      return await receiveWhole(dependencies, actor, ownerRefOf(owner), {
        file: { name, mediaType, content },
        allowance: await refuseTooLarge(owner, sizeBytes),
        expiresAt: expiryOf(owner),
        announcement: { fingerprint, metadata, isKeyed, verify },
      });
    },

    /** Receives a whole file of unknown size in one request. Nothing of it is kept unless all of it arrives. */
    async receive(actor: Actor, owner: UploadOwner, file: IncomingFile): Promise<IncomingUpload> {
      const allowance = await allowanceOf(owner);
      const expiresAt = expiryOf(owner);
      return await receiveWhole(dependencies, actor, ownerRefOf(owner), {
        file,
        allowance,
        expiresAt,
      });
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
      { offset, declaredBytes, cutOff, ...brought }: Continuation,
    ): Promise<IncomingUpload> {
      const { id: known } = await findOwn(owner, id);
      const endLease = await leases.acquire(known, cutOff);
      let runningUpload: RunningUpload | undefined;
      let upload;
      try {
        runningUpload = await running.begin(null);
        upload = await findOwn(owner, id);
        if (offset !== upload.receivedBytes) throw otherOffset();
        if (declaredBytes > upload.sizeBytes - offset) throw tooMuch();
        await refuseFullStore(blobs, limits, declaredBytes);
        const { refuseIfLost } = runningUpload;
        const verify = (): void => {
          brought.verify?.();
          refuseIfLost();
        };
        upload = await write(owner, upload, { ...brought, verify });
      } finally {
        await runningUpload?.end();
        await endLease();
      }
      if (upload.receivedBytes === upload.sizeBytes) readBacks.begin(upload);
      return upload;
    },

    /** Deletes an upload; its bytes cannot be read from then on. */
    async cancel(actor: Actor, owner: UploadOwner, id: string): Promise<void> {
      const { id: known } = await findOwn(owner, id);
      await leases.interrupt(known);
      // Finds it again: it may have been sent meanwhile.
      await runner.run(cancelUpload, { actor, owner: ownerRefOf(owner), uploadId: known });
    },

    /**
     * Resolves once the hash of every complete file is known, so that sending need not wait. Reading a file
     * back takes long and continues in the background.
     */
    async prepare(owner: UploadOwner, ids: readonly string[]): Promise<void> {
      const begun = await database.uploads.listFor(ownerIdOf(ownerRefOf(owner)));
      const wanted = new Set(ids);
      for (const upload of begun.filter(({ id }) => wanted.has(id))) {
        if (upload.receivedBytes === upload.sizeBytes) await readBacks.get(upload);
      }
    },

    /** What a complete upload holds. Reads the upload back where its hash is not known yet. */
    async complete(upload: IncomingUpload): Promise<CompleteUpload> {
      const { id, contentId } = upload;
      const { sha256, segmentsMac: mac } = await readBacks.get(upload);
      const parts = await database.segments.list(contentIdOf(upload));
      const store = parts.at(-1)?.store ?? blobs.name;
      const shared = contentId === undefined ? {} : { contentId };
      return { id, sha256, store, segments: { parts, mac }, ...shared };
    },
  };
}
