import type { IncomingMessage } from 'node:http';

import type { FastifyInstance } from 'fastify';
import { ValiseError, invalid } from '../../domain/model/valise-error.ts';
import { isApiPath } from './api-path.ts';
import { badBody } from './bad-request.ts';
import { charsetOf, decodeText } from './charset.ts';
import { requestDigests, verifyBody } from './digests.ts';
import { problemAt } from './problem-at.ts';
import { findRepeatedKey } from './repeated-keys.ts';

/** Far deeper than any body of the API, and far less than is costly to parse. */
const maxDepth = 32;

/** Parses JSON bodies. Nesting is limited first: each level costs many times the byte that opens it. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      try {
        const { headers } = request;
        if (isApiPath(request.raw)) verifyBody(body, requestDigests(headers));
        const text = readText(body, headers['content-type'] ?? '');
        // Programs that name the type with every request send it with those, too, that have no body.
        if (text === '' && isApiPath(request.raw)) {
          done(null, undefined);
          return;
        }
        void parse(request, text, (error, value) => {
          done(error ?? (isApiPath(request.raw) ? repetitionIn(text) : null), value);
        });
      } catch (error) {
        done(error as Error);
      }
    },
  );
}

/** Reads JSON that came as a part of another body, with the same limits. Throws what is wrong with it. */
export function readJsonPart(name: string, text: string): unknown {
  refuseDeepNesting(text, name);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const details = [{ field: name, problem: 'is not JSON.' }];
    throw new ValiseError('bad_request', `The part ${name} is not JSON.`, {
      details,
      cause: error,
    });
  }
  const repetition = repetitionIn(text);
  if (repetition !== null) throw repetition;
  return value;
}

/** The error of a key that is named twice. The customer's API takes the last one, as its clients are used to. */
function repetitionIn(text: string): ValiseError | null {
  const path = findRepeatedKey(text);
  return path === undefined ? null : invalid([problemAt(path, 'is named twice.', 'repeated')]);
}

function readText(body: Buffer, contentType: string): string {
  const text = decodeText(body, charsetOf(contentType), 'The JSON body');
  refuseDeepNesting(text);
  return text;
}

/** `part`: the one that the JSON is in; left out, it is the body. */
function refuseDeepNesting(text: string, part?: string): void {
  if (!isNestedDeeper(text, maxDepth)) return;
  const message = 'The JSON is nested too deeply.';
  const problem = 'is nested too deeply.';
  throw part === undefined
    ? badBody(message, problem)
    : new ValiseError('bad_request', message, { details: [{ field: part, problem }] });
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
