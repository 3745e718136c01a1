import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { S3Client } from '@aws-sdk/client-s3';
import type { S3Access } from '../blob-store-definition.ts';
import { createOneBufferAgents } from './one-buffer-agents.ts';

export interface Timeouts {
  connectMs: number;
  /** Without a byte in either direction. */
  idleMs: number;
  /** Until an answer begins, its request included. */
  answerMs: number;
}

/** Some stores send a blank every ten seconds while they put a large object together. */
export const usualTimeouts: Timeouts = { connectMs: 3_000, idleMs: 11_000, answerMs: 300_000 };
const sockets = { keepAlive: true, maxSockets: 128, maxFreeSockets: 32 };

/** A client that tries each request once. */
export function createS3Client(
  access: S3Access,
  { connectMs, idleMs, answerMs }: Timeouts,
): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey, sessionToken, caFile } = access;
  const trust = caFile === undefined ? {} : { ca: readFileSync(caFile) };
  const client = new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    forcePathStyle: access.pathStyle,
    credentials: {
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === undefined ? {} : { sessionToken }),
    },
    // Stores other than AWS know few of the newer checksums. Contents are authenticated when they are opened.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 1,
    logger: silent,
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      // The SDK's own limit on idle sockets would begin three seconds late.
      ...createOneBufferAgents({ ...sockets, timeout: idleMs }, trust),
    },
  });
  addMd5ToDeletes(client);
  return client;
}

function say(): void {
  // What failed is in the error; the SDK's own words may quote a request.
}

const silent = { trace: say, debug: say, info: say, warn: say, error: say };

interface WebRequest {
  headers: Record<string, string>;
  body: string | Uint8Array;
}

function isWebRequest(request: unknown): request is WebRequest {
  return typeof request === 'object' && request !== null && 'headers' in request;
}

/** Many stores want this older checksum with DeleteObjects; all take it. */
function addMd5ToDeletes(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const { request } = args;
        if (commandName === 'DeleteObjectsCommand' && isWebRequest(request)) {
          for (const name of Object.keys(request.headers)) {
            if (/^x-amz-(sdk-)?checksum-/i.test(name))
              Reflect.deleteProperty(request.headers, name);
          }
          const md5 = createHash('md5').update(request.body).digest('base64');
          request.headers['content-md5'] = md5;
        }
        return await next(args);
      },
    { step: 'build', priority: 'low', name: 'md5OfDeletes' },
  );
}
