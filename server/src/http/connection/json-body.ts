import type { IncomingMessage } from 'node:http';

import type { FastifyInstance } from 'fastify';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { charsetOf, decodeText } from './charset.ts';

/** Far deeper than any body of the API, and far less than is costly to parse. */
const maxDepth = 32;

/** Parses JSON bodies. Nesting is limited first: each level costs many times the byte that opens it. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      const text = readText(body as Buffer, request.headers['content-type'] ?? '');
      void parse(request, text, done);
    } catch (error) {
      done(error as Error);
    }
  });
}

function readText(body: Buffer, contentType: string): string {
  const text = decodeText(body, charsetOf(contentType), 'The JSON body');
  if (!isNestedDeeper(text, maxDepth)) return text;
  throw new ValiseError('bad_request', 'The JSON body is nested too deeply.');
}

/** Whether arrays and objects are nested more than `limit` deep. */
export function isNestedDeeper(json: string, limit: number): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (isInText) {
      if (character === '\\') at += 1;
      else if (character === '"') isInText = false;
    } else if (character === '"') {
      isInText = true;
    } else if (character === '[' || character === '{') {
      depth += 1;
      if (depth > limit) return true;
    } else if (character === ']' || character === '}') {
      depth -= 1;
    }
  }
  return false;
}

/** All fields of a plain form. Throws `too_large`. */
export async function readFormFields(
  request: IncomingMessage,
  maxBytes: number,
): Promise<URLSearchParams> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop must not close the socket: the answer still has to be sent.
  for await (const piece of request.iterator({ destroyOnReturn: false })) {
    bytes += (piece as Buffer).length;
    if (bytes > maxBytes) throw new ValiseError('too_large', 'The form is too large.');
    pieces.push(piece as Buffer);
  }
  return new URLSearchParams(Buffer.concat(pieces).toString('utf8'));
}
