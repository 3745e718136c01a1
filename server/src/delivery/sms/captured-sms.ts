import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';

import type { OutgoingSms, SmsProvider } from '../../domain/ports/sms-provider.ts';
import { SmsFault } from '../../domain/ports/sms-provider.ts';

/** Keeps messages in memory, for tests. */
export class MemorySms implements SmsProvider {
  readonly messages: OutgoingSms[] = [];
  /** Thrown instead of accepting messages, for as long as it is set. */
  fault: SmsFault | undefined;

  send(sms: OutgoingSms): Promise<'sent'> {
    if (this.fault !== undefined) return Promise.reject(this.fault);
    this.messages.push(sms);
    return Promise.resolve('sent');
  }
}

/** The path of a message in the folder of captured mail. */
export function smsPath(folder: string, id: string): string {
  return join(folder, `${id}.sms.txt`);
}

/** Stores messages as files instead of sending them, for installations without an SMS gateway. */
export function createCapturedSms(folder: string): SmsProvider {
  return {
    async send({ id, text }) {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeWhole(smsPath(folder, id), text);
        return 'captured';
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new SmsFault(`It could not be kept: ${reason}`, { isPermanent: false, cause });
      }
    },
  };
}

/** The file is complete or missing. It is not synced: a code soon expires. */
async function writeWhole(path: string, text: string): Promise<void> {
  const unfinished = `${path}.part`;
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.writeFile(text);
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}
