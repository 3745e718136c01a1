import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Instant } from '../domain/clock.ts';
import { refuseForeignKey } from './blob-key.ts';

/** Where a whole blob stands: a folder of thousands is easier on most tools than one of millions. */
export function blobPath(dir: string, key: string): string {
  refuseForeignKey(key);
  return join(dir, key.slice(0, 2), key);
}

/** The folder of what is not whole yet, apart from the blobs. */
export function incomingDir(dir: string): string {
  return join(dir, 'incoming');
}

/** What it is for, when it was begun, and what tells it from others: `<key>.<instant>.<random>`. */
export const temporaryPattern = /^[A-Za-z0-9_-]+\.(\d+)\.[0-9a-f]{16}$/;

export function temporaryPath(dir: string, purpose: string, at: Instant): string {
  return join(incomingDir(dir), `${purpose}.${at}.${randomBytes(8).toString('hex')}`);
}
