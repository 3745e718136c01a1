import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { folderNameChars } from '../../domain/ports/blob-store.ts';
import type { Instant } from '../../domain/model/clock.ts';
import { refuseForeignKey } from '../blob-key.ts';

/** Where a whole blob stands: a folder of thousands is easier on most tools than one of millions. */
export function blobPath(dir: string, key: string): string {
  refuseForeignKey(key);
  return join(dir, key.slice(0, folderNameChars), key);
}

/** The folder of what is not whole yet, apart from the blobs. */
export function incomingDir(dir: string): string {
  return join(dir, 'incoming');
}

/** What it is for, when it was begun, and what tells it from others: `<key>.<instant>.<distinction>`. */
export const temporaryPattern = /^[A-Za-z0-9_-]+\.(\d+)\.[0-9a-f]{16}$/;

/** Random for each thread, and then counted: it is no secret, and drawing anew each time takes longer. */
let distinction = randomBytes(8).readBigUInt64BE();

export function temporaryPath(dir: string, purpose: string, at: Instant): string {
  distinction = BigInt.asUintN(64, distinction + 1n);
  return join(incomingDir(dir), `${purpose}.${at}.${distinction.toString(16).padStart(16, '0')}`);
}
