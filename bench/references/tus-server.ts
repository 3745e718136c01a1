// The reference server of the tus protocol on a folder of its own, as its manual starts it.
//
//   node tus-server.ts PACKAGES FILES [CERTIFICATE KEY]

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { join } from 'node:path';
import { nameHeader } from './tus.ts';

/** What is used of the packages, which are not among Valise's own. */
interface TusServer {
  Server: new (options: {
    path: string;
    datastore: unknown;
    namingFunction: (request: { headers: Headers }) => string;
  }) => { handle(request: IncomingMessage, response: ServerResponse): Promise<void> };
}
interface TusFileStore {
  FileStore: new (options: { directory: string }) => unknown;
}

const [packages, directory, certFile, keyFile] = process.argv.slice(2);
if (packages === undefined || directory === undefined) throw new Error('Name the folders');
const modules = join(packages, 'node_modules/@tus');
const { Server } = (await import(join(modules, 'server/dist/index.js'))) as TusServer;
const { FileStore } = (await import(join(modules, 'file-store/dist/index.js'))) as TusFileStore;

const tus = new Server({
  path: '/files',
  datastore: new FileStore({ directory }),
  namingFunction: ({ headers }) => headers.get(nameHeader) ?? 'nameless',
});
function handle(request: IncomingMessage, response: ServerResponse): void {
  void tus.handle(request, response);
}
// On recent Node it closes the stream of a download that is through a second time, and would die of it.
process.on('uncaughtException', (error: Error & { code?: string }) => {
  if (error.code === 'ERR_INVALID_STATE') return;
  console.error(error);
  process.exit(1);
});
const server =
  certFile === undefined || keyFile === undefined
    ? createServer(handle)
    : createHttpsServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, handle);
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('No port was free');
console.log(
  `listening at ${certFile === undefined ? 'http' : 'https'}://127.0.0.1:${address.port}`,
);
