import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { S3Client } from '@aws-sdk/client-s3';
import type { RequestWatcher, StoreOperation } from '../../domain/ports/blob-store.ts';
import type { S3Access } from '../blob-store-definition.ts';
import { createOneBufferAgents } from './one-buffer-agents.ts';
import { statusOf } from './s3-errors.ts';

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
  watcher: () => RequestWatcher | undefined = () => undefined,
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
  watchAttempts(client, watcher);
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

function operationOf(commandName: string): StoreOperation {
  if (/^(?:Get|Head)Object/.test(commandName)) return 'read';
  if (/^(?:PutObject|UploadPart|CreateMultipart|CompleteMultipart|CopyObject)/.test(commandName))
    return 'write';
  if (commandName.startsWith('List')) return 'list';
  return commandName.startsWith('Delete') ? 'delete' : 'other';
}

/** Measures from the request to the beginning of its answer. A missing object is an answer like others. */
function watchAttempts(client: S3Client, watcher: () => RequestWatcher | undefined): void {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const startedAt = performance.now();
        function tell(outcome: 'done' | 'refused' | 'failed'): void {
          const seconds = (performance.now() - startedAt) / 1000;
          watcher()?.onAttempt(operationOf(commandName), seconds, outcome);
        }
        try {
          const result = await next(args);
          tell('done');
          return result;
        } catch (error) {
          const status = statusOf(error) ?? 500;
          tell(status === 404 ? 'done' : status < 500 && status !== 429 ? 'refused' : 'failed');
          throw error;
        }
      },
    { step: 'initialize', name: 'watchAttempts' },
  );
}
