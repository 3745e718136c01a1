import type { Repositories } from '../model/database.ts';
import type { IncomingUpload } from '../model/incoming-upload.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { LimitedScope } from '../transfers/upload-limits.ts';
import { largeFile } from '../transfers/upload-limits.ts';
import type { UploadLimits } from './allowance.ts';
import { allowedScope, findAllowance, overBytes } from './allowance.ts';
import type { UploadOwner } from './owners.ts';

/** How many bytes a request may bring to an upload. */
export interface Room {
  /** At most so many. */
  bytes: number;
  /** What more than that is answered with. */
  refusal: () => ValiseError;
  /** What all running requests may bring together. `countBytes`: what this one has brought so far. */
  scopes: (countBytes: () => number) => readonly LimitedScope[];
}

interface Dependencies {
  database: Pick<Repositories, 'accounts' | 'dispatches' | 'fileRequests' | 'files' | 'uploads'>;
  limits: UploadLimits;
}

/** The rest of a declared size, which has counted since it was declared; without one, what the limits leave. */
export async function findRoom(
  dependencies: Dependencies,
  owner: UploadOwner,
  { sizeBytes, receivedBytes }: Pick<IncomingUpload, 'sizeBytes' | 'receivedBytes'>,
): Promise<Room> {
  return sizeBytes === undefined
    ? await findUndeclaredRoom(dependencies, owner, receivedBytes)
    : { bytes: sizeBytes - receivedBytes, refusal: tooMuch, scopes: () => [] };
}

/** The bytes count as they come, next to those of other requests. */
async function findUndeclaredRoom(
  { database, limits }: Dependencies,
  owner: UploadOwner,
  receivedBytes: number,
): Promise<Room> {
  const allowance = await findAllowance(database, owner, limits);
  const begun = await database.uploads.sumFor(owner.id);
  const { bytes = Infinity, fileBytes = Infinity } = allowance;
  const left = Math.max(0, bytes - begun.bytes);
  const ofFile = Math.max(0, fileBytes - receivedBytes);
  return {
    bytes: Math.min(left, ofFile),
    refusal: () => (ofFile < left ? largeFile(fileBytes) : overBytes(left)),
    scopes: (countBytes) => allowedScope(owner, allowance, begun, countBytes),
  };
}

function tooMuch(): ValiseError {
  return new ValiseError('too_large', 'This is more than the file was said to hold.');
}
