import type { Repositories } from '../model/database.ts';
import type { Dispatch } from '../model/dispatch.ts';
import type { StoredFile } from '../model/file.ts';
import { contentIdOf } from '../model/file.ts';
import type { FileId } from '../model/ids.ts';
import { idPattern } from '../model/ids.ts';
import { openFileKey } from '../model/key-ring.ts';
import type { PictureSize } from '../model/picture.ts';
import { ValiseError, isIntegrityFault } from '../model/valise-error.ts';
import type { CommandRunner } from '../ports/command-runner.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import type { Vault } from '../ports/vault.ts';
import { getUpload } from '../uploads/commands.ts';
import type { UploadOwner } from '../uploads/owners.ts';
import { keepPicture, refuseOther } from './commands.ts';
import type { ImageHeader } from './image-header.ts';
import { readImageHeader } from './image-header.ts';

/** Of the longer side, in pixels. */
export const longestSide = 320;
export const maxPictureBytes = 30_000;

interface Dependencies extends Pick<ServiceParts, 'clock' | 'keyRing'> {
  database: Pick<Repositories, 'files' | 'pictures' | 'uploads'>;
  runner: CommandRunner;
  vault: Pick<Vault, 'sealPicture' | 'openPicture'>;
}

/** Whose files have the pictures, until when, and how often they may be downloaded, where that is limited. */
export type Pictured = Pick<Dispatch, 'id' | 'downloadLimit' | 'expiresAt'>;

/** The sizes of pictures, by file. Files that have none are left out. */
export type PictureSizes = ReadonlyMap<FileId, PictureSize>;

/** A picture as it is served. */
export interface OpenPicture extends Pick<ImageHeader, 'type'> {
  bytes: Buffer;
}

export type Pictures = ReturnType<typeof createPictures>;

/**
 * Small pictures of files, made by the browsers of senders (decision 0118). Who may see the page of a file may see its
 * picture. Where downloads are limited there is none: looking must not stand for downloading.
 */
export function createPictures({ database, runner, vault, keyRing, clock }: Dependencies) {
  function showsPictures({ downloadLimit, expiresAt }: Pictured): boolean {
    return downloadLimit === undefined && clock.now() < expiresAt;
  }

  return {
    /**
     * Keeps the picture of an upload that is whole; the first one stays. Throws `bad_request` for bytes that are no
     * picture or are too large, and `not_found` for an upload that is not there, or not its owner's alone.
     */
    async keep(owner: UploadOwner, id: string, bytes: Buffer): Promise<void> {
      const { width, height } = getHeader(bytes);
      const upload = await getUpload(database.uploads, owner, id, clock.now());
      refuseOther(upload);
      // What pictures take of the database stays within what the files may take.
      if (bytes.length > (upload.sizeBytes ?? 0)) throw noPicture('is larger than its file.');
      const fileKey = await openFileKey(keyRing, upload);
      const sealed = vault.sealPicture({ id: upload.id, fileKey }, bytes);
      const picture = { contentId: upload.id, width, height, sealed };
      await runner.run(keepPicture, { owner, uploadId: upload.id, picture });
    },

    /** The sizes of the pictures that these files of a dispatch have: those that a page shows. */
    async listSizes(
      dispatch: Pictured,
      files: readonly Pick<StoredFile, 'id'>[],
    ): Promise<PictureSizes> {
      if (!showsPictures(dispatch)) return new Map();
      const ids = files.map(({ id }) => id);
      return await database.pictures.listSizes(dispatch.id, ids);
    },

    /** The picture of a file of a dispatch. Throws `not_found` where there is none that can be read. */
    async open(dispatch: Pictured, fileId: string): Promise<OpenPicture> {
      const isAny = showsPictures(dispatch) && idPattern.test(fileId);
      const file = isAny
        ? await database.files.findInDispatchById(dispatch.id, fileId as FileId)
        : undefined;
      const contentId = file && contentIdOf(file);
      const picture = contentId && (await database.pictures.find(contentId));
      if (file === undefined || contentId === undefined || picture === undefined) throw notThere();
      try {
        const fileKey = await openFileKey(keyRing, file);
        const bytes = vault.openPicture({ id: contentId, fileKey }, picture.sealed);
        return { type: getHeader(bytes).type, bytes };
      } catch (error) {
        // What cannot be opened is as good as gone. That files cannot, is found where they are downloaded.
        if (isIntegrityFault(error)) throw notThere();
        throw error;
      }
    },
  };
}

function getHeader(bytes: Buffer): ImageHeader {
  if (bytes.length > maxPictureBytes) throw noPicture(`is over ${maxPictureBytes} bytes.`);
  const header = readImageHeader(bytes);
  if (header === undefined) throw noPicture('is no PNG, JPEG or WebP.');
  if (Math.max(header.width, header.height) > longestSide) {
    throw noPicture(`is wider or higher than ${longestSide} pixels.`);
  }
  return header;
}

function noPicture(problem: string): ValiseError {
  return new ValiseError('bad_request', `The picture ${problem}`);
}

function notThere(): ValiseError {
  return new ValiseError('not_found', 'There is no such picture.');
}
