import type { IncomingUpload } from '../model/incoming-upload.ts';
import type { GrantUse, OwnerRef } from './commands.ts';
import { isBareLink } from './commands.ts';

/** What an upload keeps of the browser that began it. */
export function visitorOf(owner: OwnerRef): Pick<IncomingUpload, 'visitorHash'> {
  if ('draftId' in owner || owner.visitorHash === undefined) return {};
  return { visitorHash: owner.visitorHash };
}

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
