import { statSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Certificate } from '../certificate.ts';
import { trustArguments } from '../certificate.ts';
import { headerArguments } from '../curl.ts';
import type { FileHost, HostKind } from '../file-host.ts';
import { startServerProcess } from '../server-process.ts';

/** By which a client names its upload; without it the server would choose. */
export const nameHeader = 'x-upload-name';

/**
 * The reference server of the tus protocol with its file store: plain, unhashed, unsynced. Uploads
 * are created and filled by one request, which is the quickest way it has.
 */
export function tusHost(packages: string): HostKind {
  return { name: '@tus/server', start: (dir, certificate) => start(packages, dir, certificate) };
}

async function start(
  packages: string,
  dir: string,
  certificate: Certificate | undefined,
): Promise<FileHost> {
  const filesDir = join(dir, 'files');
  await mkdir(filesDir, { recursive: true });
  const tls = certificate === undefined ? [] : [certificate.certFile, certificate.keyFile];
  const server = await startServerProcess({
    name: '@tus/server',
    command: process.execPath,
    args: [join(import.meta.dirname, 'tus-server.ts'), packages, filesDir, ...tls],
    logFile: join(dir, 'output.log'),
    findUrl: (log) => /listening at (\S+)/.exec(log)?.[1],
  });
  const headers = (name: string, sizeBytes: number) => ({
    'tus-resumable': '1.0.0',
    'content-type': 'application/offset+octet-stream',
    'upload-length': String(sizeBytes),
    [nameHeader]: name,
  });
  return {
    server,
    uploadArguments: (path, name) => [
      ...trustArguments(certificate),
      ...headerArguments(headers(name, statSync(path).size)),
      ...['--request', 'POST', '--upload-file', path, `${server.url}/files`],
    ],
    publish: () => Promise.resolve((name) => `/files/${name}`),
    downloadArguments: (place) => [...trustArguments(certificate), `${server.url}${place}`],
    smallUpload: (sizeBytes) => ({
      method: 'POST',
      path: '/files',
      headers: headers('small-{n}.bin', sizeBytes),
      body: { before: '', randomBytes: sizeBytes, after: '' },
    }),
    async clear() {
      for (const name of await readdir(filesDir)) await rm(join(filesDir, name));
    },
  };
}
