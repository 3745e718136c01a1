import { readFile, rm } from 'node:fs/promises';
import { mailPath } from './mail/captured-transport.ts';
import type { ReadMail } from './mail/mime.ts';
import { readMime } from './mail/mime.ts';
import { smsPath } from './sms/captured-sms.ts';

export interface CapturedMail extends ReadMail {
  /** As it would have been sent. */
  raw: Buffer;
}

/**
 * A captured mail, or an SMS, which has only a text; undefined when it was not captured, or was removed.
 */
export async function findCapturedMail(
  mailDir: string,
  id: string,
): Promise<CapturedMail | undefined> {
  const mail = await findFile(mailPath(mailDir, id));
  if (mail !== undefined) return { ...readMime(mail), raw: mail };
  const sms = await findFile(smsPath(mailDir, id));
  if (sms === undefined) return undefined;
  return { subject: 'SMS', text: sms.toString(), html: '', links: [], raw: sms };
}

/** It need not exist. */
export async function removeCapturedMail(mailDir: string, id: string): Promise<void> {
  for (const path of [mailPath(mailDir, id), smsPath(mailDir, id)]) await rm(path, { force: true });
}

async function findFile(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
