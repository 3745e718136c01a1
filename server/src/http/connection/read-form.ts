import type { IncomingMessage } from 'node:http';
import { ValiseError } from '../../domain/model/valise-error.ts';

/** No form of ours that is not multipart holds more than a few words. */
const maxFormBytes = 4096;

/** Reads the fields of a plain form. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop must not close the socket: the answer still has to get through.
  for await (const piece of request.iterator({ destroyOnReturn: false })) {
    bytes += (piece as Buffer).length;
    if (bytes > maxFormBytes) throw new ValiseError('too_large', 'The form is too large.');
    pieces.push(piece as Buffer);
  }
  return new URLSearchParams(Buffer.concat(pieces).toString('utf8'));
}
