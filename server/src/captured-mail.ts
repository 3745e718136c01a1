import { readFile } from 'node:fs/promises';
import { mailPath } from './mail/captured-transport.ts';
import type { ReadMail } from './mail/read-mime.ts';
import { readMime } from './mail/read-mime.ts';

export interface CapturedMail extends ReadMail {
  /** As it would have been sent. */
  raw: Buffer;
}

/** A mail that was kept under the data folder; undefined when it was not, or somebody removed it. */
export async function findCapturedMail(
  mailDir: string,
  id: string,
): Promise<CapturedMail | undefined> {
  try {
    const raw = await readFile(mailPath(mailDir, id));
    return { ...readMime(raw), raw };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
