import type { Instant } from '../model/clock.ts';
import { day } from '../model/clock.ts';
import type { IncomingUpload } from '../model/incoming-upload.ts';
import type { UploadOwner } from './owners.ts';

/** An upload through a grant without further requests is kept this long, though never longer than the grant. */
const lifetimeMs = 2 * day;

/** When an upload expires after a request at `now`. */
export function expiryOf(owner: UploadOwner, now: Instant, unsentLifetimeMs: number): Instant {
  if (owner.kind === 'grant') return Math.min(owner.expiresAt, now + lifetimeMs);
  return now + unsentLifetimeMs;
}

/** Whether the time of an upload is over. That of a draft lives as long as the draft. */
export function isExpired({ kind }: UploadOwner, upload: IncomingUpload, now: Instant): boolean {
  return kind !== 'draft' && upload.expiresAt <= now;
}
