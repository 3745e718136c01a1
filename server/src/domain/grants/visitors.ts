import { isBareLink } from '../model/dispatch.ts';
import type { IncomingUpload } from '../model/incoming-upload.ts';
import type { Grant } from './grant-upload.ts';

/**
 * Those that the holder of a link may see. Whoever knows the id of an upload can continue it: it is as hard to guess as
 * a link, and shown to nobody else.
 */
export function ownUploads(
  { receiver, owner: { visitorHash } }: Grant,
  uploads: readonly IncomingUpload[],
): IncomingUpload[] {
  if (!isBareLink(receiver)) return [...uploads];
  if (visitorHash === undefined) return [];
  return uploads.filter((upload) => upload.visitorHash?.equals(visitorHash) === true);
}
