import type { FileId } from '../model/ids.ts';
import type { IncomingUpload } from '../model/incoming-upload.ts';
import { isWhole } from '../model/incoming-upload.ts';
import type { Picture } from '../model/picture.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { Command } from '../ports/command-runner.ts';
import { getUpload } from '../uploads/commands.ts';
import type { UploadOwner } from '../uploads/owners.ts';
import { refuseEndedOwner } from '../uploads/owners.ts';

/**
 * How many uploads of one owner may have a picture. A quota bounds files by their bytes, and many small files may be
 * few bytes: 1000 pictures are 30 MB of the database at most.
 */
export const mostPictures = 1000;

interface KeptPicture {
  owner: UploadOwner;
  uploadId: FileId;
  picture: Picture;
}

/** Keeps the picture of an upload. Throws where `refuseOther` does, and `too_large` where there are too many. */
export const keepPicture: Command<KeptPicture, void> = {
  name: 'keepPicture',

  async run({ repositories, clock }, { owner, uploadId, picture }) {
    const now = clock.now();
    await refuseEndedOwner(repositories, owner, now);
    refuseOther(await getUpload(repositories.uploads, owner, uploadId, now));
    if ((await repositories.pictures.countFor(owner.id)) >= mostPictures) {
      throw new ValiseError('too_large', `At most ${mostPictures} files may have a picture.`);
    }
    await repositories.pictures.add(picture);
  },
};

/**
 * Throws `not_found` unless all of the upload is there and nobody else has its content: whoever sends a file on must
 * not choose the picture that its first receivers see.
 */
export function refuseOther(upload: IncomingUpload): void {
  if (isWhole(upload) && upload.contentId === undefined) return;
  throw new ValiseError('not_found', 'There is no such upload, or it is not whole.');
}
