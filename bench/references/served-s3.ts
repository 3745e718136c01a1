import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { useCephStore } from '../../server/src/testing/ceph-server.ts';
import type { FileHost, HostKind } from '../file-host.ts';
import { startServerProcess } from '../server-process.ts';

/** The plain SDK in a server: the same client sends to it, and fetches from it, as with Valise. */
export const servedS3: HostKind = { name: 'plain SDK, served', start };

async function start(dir: string): Promise<FileHost> {
  await mkdir(dir, { recursive: true });
  const storeFile = join(dir, 'store.json');
  await writeFile(storeFile, JSON.stringify(await useCephStore()), { mode: 0o600 });
  const server = await startServerProcess({
    name: 'plain SDK, served',
    command: process.execPath,
    args: [join(import.meta.dirname, 'served-s3-server.ts'), storeFile],
    logFile: join(dir, 'output.log'),
    findUrl: (log) => /listening at (\S+)/.exec(log)?.[1],
  });
  return {
    server,
    uploadArguments: (path, name) => ['--upload-file', path, `${server.url}/${name}`],
    publish: () => Promise.resolve((name) => `/${name}`),
    downloadArguments: (place) => [`${server.url}${place}`],
    smallUpload: (sizeBytes) => ({
      method: 'PUT',
      path: '/small-{n}.bin',
      headers: {},
      body: { before: '', randomBytes: sizeBytes, after: '' },
    }),
    clear: () => Promise.resolve(),
  };
}
