import { getDispatch, refuseEnded } from '../dispatches/change-dispatch.ts';
import type { Account } from '../model/account.ts';
import { day } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import type { Dispatch } from '../model/dispatch.ts';
import type { DraftContents } from '../model/draft.ts';
import type { SegmentList, StoredFile } from '../model/file.ts';
import { contentIdOf, shownNameOf } from '../model/file.ts';
import type { FileId } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import type { IncomingUpload, UploadOwnerId } from '../model/incoming-upload.ts';
import type { KeyRing } from '../model/key-ring.ts';
import type { LifetimeLimits } from '../model/lifetimes.ts';
import { openFileKey, trayBucket } from '../model/key-ring.ts';
import { ValiseError, isIntegrityFault } from '../model/valise-error.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import type { Vault } from '../ports/vault.ts';

interface Dependencies extends Pick<ServiceParts, 'clock' | 'keyRing' | 'randomness'> {
  vault: Pick<Vault, 'listParts'>;
}

/** A file of a drop, and the upload of a draft or of an account that shares its content. */
export interface SharedFile {
  from: FileId;
  upload: IncomingUpload;
  segments: SegmentList;
}

/** Throws `not_found` unless it is a drop of the account, and `dispatch_ended` for one that has ended. */
export async function getLiveDrop(
  repositories: Pick<Repositories, 'dispatches'>,
  { id: accountId }: Pick<Account, 'id'>,
  id: string,
  { clock }: Pick<Dependencies, 'clock'>,
): Promise<Dispatch> {
  const overview = await getDispatch(repositories, { accountId, kind: 'drop' }, id);
  refuseEnded(overview, clock.now());
  return overview.dispatch;
}

/** What was chosen for a drop, but for its receivers. */
export function choicesOf(dispatch: Dispatch, { minMs, maxMs }: LifetimeLimits): DraftContents {
  const { title = '', message = '', createdAt, expiresAt } = dispatch;
  const { secondFactor, downloadLimit, receipts } = dispatch;
  const days = Math.min(Math.round((expiresAt - createdAt) / day), Math.floor(maxMs / day));
  return {
    receivers: [],
    title,
    message,
    lifetime: { days: Math.max(1, Math.ceil(minMs / day), days) },
    // What receivers must show is never less than the account asks for now.
    secondFactor: secondFactor === 'off' ? undefined : secondFactor,
    // Only that there was one: nobody knows it any more.
    wantsPassword: dispatch.passwordHash !== undefined,
    anyone: false,
    downloadLimit,
    receipts,
    mailLanguage: undefined,
  };
}

/**
 * Uploads of a draft, or of an account, that share the contents of files, which may be another account's. Each has the
 * key of the content under an id of its own, so that it ends by itself. Throws `file_unreadable` for a file whose key
 * is gone.
 */
export async function shareFiles(
  { vault, keyRing, randomness, clock }: Dependencies,
  owner: Pick<IncomingUpload, 'accountId' | 'expiresAt'> & { id: UploadOwnerId },
  files: readonly StoredFile[],
): Promise<SharedFile[]> {
  const createdAt = clock.now();
  const { accountId } = owner;
  const keyBucket = trayBucket(createdAt);
  // A transaction does not wait for keys.
  const bucket = await keyRing.ensure(keyBucket);
  const shared: SharedFile[] = [];
  for (const file of files) {
    const { folder, mediaType, sizeBytes, sha256 } = file;
    const fileKey = await getKey(keyRing, file);
    const id = newId<FileId>(randomness);
    const contentId = contentIdOf(file);
    const segments = vault.listParts({ ...file, id: contentId, fileKey });
    const upload: IncomingUpload = {
      id,
      ownerId: owner.id,
      accountId,
      name: shownNameOf(file),
      folder,
      mediaType,
      fingerprint: '',
      metadata: '',
      sizeBytes,
      receivedBytes: sizeBytes,
      wrappedKey: bucket.wrap(fileKey, { fileId: id, accountId }),
      keyBucket,
      completion: { sha256, segmentsMac: segments.mac },
      hashState: undefined,
      contentId,
      createdAt,
      expiresAt: owner.expiresAt,
    };
    shared.push({ from: file.id, upload, segments });
  }
  return shared;
}

async function getKey(keyRing: KeyRing, file: StoredFile): Promise<Buffer> {
  try {
    return await openFileKey(keyRing, file);
  } catch (error) {
    if (!isIntegrityFault(error)) throw error;
    throw new ValiseError(
      'file_unreadable',
      `The file ${JSON.stringify(file.name)} cannot be read any more.`,
      { cause: error },
    );
  }
}

/**
 * Notes that files of a drop that is sent again have come from an inbox, where the first ones have. To be called in the
 * transaction that keeps them.
 */
export async function keepSources(
  { sentOn }: Pick<Repositories, 'sentOn'>,
  shared: readonly SharedFile[],
): Promise<void> {
  if ((await sentOn.listSources(shared.map(({ from }) => from))).length === 0) return;
  await sentOn.addCopies(shared.map(({ from, upload: { id } }) => ({ from, id })));
}

/** Adds the uploads. Returns false, and the caller must undo its transaction, when a file is not readable any more. */
export async function keepShared(
  { files, segments, uploads }: Pick<Repositories, 'files' | 'segments' | 'uploads'>,
  shared: readonly SharedFile[],
): Promise<boolean> {
  const marked = await files.share(shared.map(({ from }) => from));
  if (marked !== shared.length) return false;
  for (const { upload, segments: list } of shared) {
    const contentId = contentIdOf(upload);
    // A file in one blob has no list of parts until it is shared.
    if ((await segments.list(contentId)).length === 0) {
      for (const [number, part] of list.parts.entries()) {
        await segments.add(contentId, number, part);
      }
    }
    await uploads.add(upload);
  }
  return true;
}
