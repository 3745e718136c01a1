// The least that Node does with a file over HTTP: throws away what is PUT, answers a GET from memory.
//
//   node bare-http-server.ts BYTES

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http';

const totalBytes = Number(process.argv[2]);
const chunk = randomBytes(256 * 1024);

async function sendAll(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-length': totalBytes });
  for (let left = totalBytes; left > 0; left -= chunk.length) {
    if (!response.write(chunk.subarray(0, left))) await once(response, 'drain');
  }
  response.end();
}

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    void sendAll(response);
  } else {
    request.resume();
    request.once('end', () => response.writeHead(204).end());
  }
});
process.once('SIGTERM', () => server.close());
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('No port was free');
console.log(`listening at http://127.0.0.1:${address.port}`);
