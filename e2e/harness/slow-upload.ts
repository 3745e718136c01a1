import { PassThrough } from 'node:stream';
import type { Client } from './client.ts';
import { eventually } from './eventually.ts';
import type { Answer } from './exchange.ts';
import { storedFiles } from './stored-files.ts';

/** An upload of one file that the test keeps open for as long as it likes. */
export interface SlowUpload {
  write(piece: string | Buffer): void;
  /** Sends the rest of the form and returns the answer. */
  finish(): Promise<Answer>;
  /** Hangs up in the middle; resolves when the connection is gone. */
  breakOff(): Promise<void>;
}

const boundary = 'slow-upload';

/** So much of a file that the server writes some of it before it has the rest. */
export const tooMuchToHold = Buffer.alloc(4_000_000, 'much');

/** With the client's own token, unless another is given. */
export function beginUpload(client: Client, filename: string, token?: string): SlowUpload {
  const stream = new PassThrough();
  const hangUp = new AbortController();
  stream.write(
    [
      `--${boundary}`,
      'Content-Disposition: form-data; name="do"',
      '',
      'upload',
      `--${boundary}`,
      `Content-Disposition: form-data; name="file"; filename="${filename}"`,
      '',
      '',
    ].join('\r\n'),
  );
  const answer = client.signed({
    method: 'POST',
    path: client.path('cgi/upload.cgi'),
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(token === undefined ? {} : { 'csrf-token': token }),
    },
    body: stream,
    signal: hangUp.signal,
  });
  const ended = answer.then(
    () => undefined,
    () => undefined, // `finish` tells of a failure; until then it is nobody's.
  );
  return {
    write(piece) {
      stream.write(piece);
    },
    async finish() {
      stream.end(`\r\n--${boundary}--\r\n`);
      return await answer;
    },
    async breakOff() {
      hangUp.abort();
      await ended;
    },
  };
}

/** Resolves when an upload has got so far that the server writes what comes in: see `tooMuchToHold`. */
export async function untilUploadIsWritten(dataDir: string): Promise<void> {
  await eventually('an upload is written', async () => (await storedFiles(dataDir)).incoming[0]);
}
