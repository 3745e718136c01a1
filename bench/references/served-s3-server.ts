// The plain SDK behind a plain HTTP server: PUT streams a body into an object, GET streams the object out.
// No credentials, encryption, hash, rows or log.
//
//   node served-s3-server.ts STORE.json     where that file holds a CephStore

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { CephStore } from '../../server/src/testing/ceph-server.ts';
import { plainClient } from './plain-s3.ts';

const [storeFile] = process.argv.slice(2);
if (storeFile === undefined) throw new Error('Name the file that holds the store');
const store = JSON.parse(readFileSync(storeFile, 'utf8')) as CephStore;
const client = plainClient(store);
const { bucket: Bucket } = store;

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const Key = (request.url ?? '').slice(1);
  if (request.method === 'PUT') {
    const ContentLength = Number(request.headers['content-length']);
    await client.send(new PutObjectCommand({ Bucket, Key, Body: request, ContentLength }));
    response.end();
    return;
  }
  const { Body, ContentLength = 0 } = await client.send(new GetObjectCommand({ Bucket, Key }));
  if (!(Body instanceof Readable)) throw new Error('The object has no body');
  response.setHeader('content-length', ContentLength);
  await pipeline(Body, response);
}

const server = createServer((request, response) => {
  handle(request, response).catch((error: unknown) => {
    console.error(error);
    response.destroy();
  });
});
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  client.destroy();
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('No port was free');
console.log(`listening at http://127.0.0.1:${address.port}`);
