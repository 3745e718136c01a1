import { placeFiles } from '../files/place-files.ts';
import type { ReceivedFile } from '../files/file-batch.ts';
import type { Repositories } from '../model/database.ts';
import { filePathOf } from '../model/file.ts';
import type { IncomingUpload } from '../model/incoming-upload.ts';
import { countedBytes } from '../model/incoming-upload.ts';
import { openFileKey } from '../model/key-ring.ts';
import type { Actor } from '../model/principal.ts';
import { refuseUnfinished } from '../uploads/refuse-unfinished.ts';
import type { ResumableUploads } from '../uploads/resumable-uploads.ts';
import { noUploads } from './commands.ts';
import type { Grant } from './grant-upload.ts';
import type { KeepDependencies, Sending } from './keep-uploads.ts';
import { keepUploads } from './keep-uploads.ts';

interface Dependencies extends KeepDependencies {
  database: Pick<Repositories, 'uploads'>;
  resumableUploads: Pick<ResumableUploads, 'complete'>;
}

/** Turns finished uploads into files and sends them, all of them or none; returns their paths. */
export async function sendUploads(
  dependencies: Dependencies,
  grant: Grant,
  actor: Actor,
  { ids, message, from }: { ids: readonly string[] } & Pick<Sending, 'message' | 'from'>,
): Promise<string[]> {
  const { database, keyRing, resumableUploads } = dependencies;
  const begun = await database.uploads.listFor(grant.receiver.id);
  const uploads = findAll(begun, new Set(ids));
  refuseUnfinished(uploads);

  const files: ReceivedFile[] = [];
  for (const upload of uploads) {
    const { name, folder, mediaType } = upload;
    const sizeBytes = countedBytes(upload);
    const complete = await resumableUploads.complete(upload);
    const fileKey = await openFileKey(keyRing, upload);
    files.push({ ...complete, name, folder, mediaType, sizeBytes, fileKey });
  }
  const placedFiles = placeFiles(files);
  await keepUploads(dependencies, grant, actor, { message, from, files: placedFiles });
  return placedFiles.map(filePathOf);
}

/** In the order of the request. */
function findAll(begun: readonly IncomingUpload[], ids: ReadonlySet<string>): IncomingUpload[] {
  const byId = new Map<string, IncomingUpload>(begun.map((upload) => [upload.id, upload]));
  const unknown = [...ids].filter((id) => !byId.has(id));
  if (unknown.length > 0) throw noUploads(unknown);
  return [...ids].flatMap((id) => byId.get(id) ?? []);
}
