import { once } from 'node:events';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Certificate } from '../certificate.ts';
import { trustArguments } from '../certificate.ts';
import type { FileHost, HostKind } from '../file-host.ts';
import { startServerProcess } from '../server-process.ts';

/** nginx on a folder of its own, which it serves at `/` and where PUT writes. */
export function nginxHost(program: string): HostKind {
  return { name: 'nginx', start: (dir, certificate) => start(program, dir, certificate) };
}

async function start(
  program: string,
  dir: string,
  certificate: Certificate | undefined,
): Promise<FileHost> {
  const filesDir = join(dir, 'files');
  await mkdir(filesDir, { recursive: true });
  await mkdir(join(dir, 'temporary'), { recursive: true });
  const port = await findFreePort();
  const scheme = certificate === undefined ? 'http' : 'https';
  const configFile = join(dir, 'nginx.conf');
  await writeFile(configFile, configuration(dir, port, certificate));
  const server = await startServerProcess({
    name: 'nginx',
    command: program,
    args: ['-p', dir, '-c', configFile, '-e', join(dir, 'error.log')],
    logFile: join(dir, 'output.log'),
    findUrl: async () => ((await isOpen(port)) ? `${scheme}://127.0.0.1:${port}` : undefined),
  });
  const trust = trustArguments(certificate);
  return {
    server,
    uploadArguments: (path, name) => [...trust, '--upload-file', path, `${server.url}/${name}`],
    publish: () => Promise.resolve((name) => `/${name}`),
    downloadArguments: (place) => [...trust, `${server.url}${place}`],
    smallUpload: (sizeBytes) => ({
      method: 'PUT',
      path: '/small-{n}.bin',
      headers: {},
      body: { before: '', randomBytes: sizeBytes, after: '' },
    }),
    async clear() {
      for (const name of await readdir(filesDir)) await rm(join(filesDir, name));
    },
  };
}

/**
 * As Debian sets it up (a worker for each core, sendfile), but with no log of requests, and with
 * connections that stay open for as many requests as a client has.
 */
function configuration(dir: string, port: number, certificate: Certificate | undefined): string {
  // Workers of a master that runs as root would otherwise be someone who may not write here.
  const user = process.getuid?.() === 0 ? `user ${userInfo().username};` : '';
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${dir}/temporary/${name};`)
    .join('\n');
  const tls =
    certificate === undefined
      ? ''
      : `ssl_certificate ${certificate.certFile};\n    ssl_certificate_key ${certificate.keyFile};\n    ssl_protocols TLSv1.2 TLSv1.3;`;
  return `daemon off;
worker_processes auto;
pid ${dir}/nginx.pid;
${user}
events {}
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
${temporary}
  server {
    listen 127.0.0.1:${port}${certificate === undefined ? '' : ' ssl'};
    ${tls}
    root ${dir}/files;
    client_max_body_size 0;
    location / {
      dav_methods PUT;
    }
  }
}
`;
}

/** nginx cannot be asked to take any free port and tell which. */
async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port was free');
  return address.port;
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return await new Promise((resolve) => {
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}
