import type { IncomingUpload } from '../model/incoming-upload.ts';
import type { GrantUse } from '../uploads/owners.ts';
import { isBareLink } from '../model/dispatch.ts';

/**
 * Those that the holder of a link may see. Whoever knows the id of an upload can continue it: it is as hard to guess as a
 * link, and shown to nobody else.
 */
export function ownUploads(
  { receiver, visitorHash }: GrantUse,
  uploads: readonly IncomingUpload[],
): IncomingUpload[] {
  if (!isBareLink(receiver)) return [...uploads];
  if (visitorHash === undefined) return [];
  return uploads.filter((upload) => upload.visitorHash?.equals(visitorHash) === true);
}
