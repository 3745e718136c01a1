import { readFile, rm } from 'node:fs/promises';
import { contentPath, mailPath } from './mail/captured-transport.ts';
import type { OutgoingMail } from './mail/mail-transport.ts';
import { smsPath } from './sms/captured-sms.ts';

export interface CapturedMail {
  /** Undefined for a mail that version 0.3 or earlier captured: it kept the encoded mail alone. */
  subject: string | undefined;
  /** Such a mail as it would have been sent. */
  text: string;
  /** Undefined for an SMS, and for such a mail. */
  html: string | undefined;
  links: string[];
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
  const raw = await findFile(mailPath(mailDir, id));
  if (raw !== undefined) return { ...(await readContent(mailDir, id, raw)), raw };
  const sms = await findFile(smsPath(mailDir, id));
  if (sms === undefined) return undefined;
  return { subject: 'SMS', text: sms.toString(), html: undefined, links: [], raw: sms };
}

async function readContent(
  mailDir: string,
  id: string,
  raw: Buffer,
): Promise<Omit<CapturedMail, 'raw'>> {
  const kept = await findFile(contentPath(mailDir, id));
  if (kept === undefined) {
    const text = raw.toString().replaceAll('\r\n', '\n').trimEnd();
    return { subject: undefined, text, html: undefined, links: [] };
  }
  const { subject, text, html, links } = JSON.parse(kept.toString()) as OutgoingMail['content'];
  return { subject, text: text.trimEnd(), html: html.trimEnd(), links };
}

/** It need not exist. */
export async function removeCapturedMail(mailDir: string, id: string): Promise<void> {
  for (const pathOf of [mailPath, contentPath, smsPath]) {
    await rm(pathOf(mailDir, id), { force: true });
  }
}

async function findFile(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
