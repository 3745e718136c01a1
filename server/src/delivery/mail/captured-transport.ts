import { join } from 'node:path';
import { makeFolders, replaceFile } from '../../platform/durable-files.ts';
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
        await makeFolders(folder);
        await replaceFile(contentPath(folder, id), JSON.stringify(content));
        await replaceFile(mailPath(folder, id), raw);
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
