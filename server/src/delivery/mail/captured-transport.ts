import { mkdir, open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { MailTransport } from './mail-transport.ts';
import { MailFault } from './mail-transport.ts';

/** The path of a mail in the folder of captured mail. */
export function mailPath(folder: string, id: string): string {
  return join(folder, `${id}.eml`);
}

/** The path of what `valise mail show` prints of a mail: a `RenderedMail` as JSON. */
export function contentPath(folder: string, id: string): string {
  return join(folder, `${id}.json`);
}

/**
 * Stores mails as files instead of sending them, for installations without a mail server. A mail stored
 * again replaces the one before.
 */
export function createCapturedTransport(folder: string): MailTransport {
  return {
    async send({ id, raw, content }) {
      try {
        await makeFolder(folder);
        await writeDurably(contentPath(folder, id), JSON.stringify(content));
        await writeDurably(mailPath(folder, id), raw);
        return 'captured';
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new MailFault(`It could not be kept: ${reason}`, { isPermanent: false, cause });
      }
    },

    close() {
      // Nothing stays open between mails.
    },
  };
}

async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined) await sync(dirname(made));
}

/** The file is complete or missing, also after a power cut. */
async function writeDurably(path: string, content: Buffer | string): Promise<void> {
  const unfinished = `${path}.part`;
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  await sync(dirname(path));
}

/** The entries of a folder are durable once the folder is synced. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
