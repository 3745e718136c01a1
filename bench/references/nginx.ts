import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { ServerProcess } from '../server-process.ts';
import { startServerProcess } from '../server-process.ts';

/** nginx on a folder of its own, which it serves at `/` and where PUT writes. */
export interface Nginx {
  server: ServerProcess;
  /** Where what it serves lies. */
  filesDir: string;
}

export async function startNginx(program: string, dir: string): Promise<Nginx> {
  const filesDir = join(dir, 'files');
  await mkdir(filesDir, { recursive: true });
  await mkdir(join(dir, 'temporary'));
  const port = await findFreePort();
  const configFile = join(dir, 'nginx.conf');
  await writeFile(configFile, configuration(dir, port));
  const server = await startServerProcess({
    name: 'nginx',
    command: program,
    args: ['-p', dir, '-c', configFile, '-e', join(dir, 'error.log')],
    logFile: join(dir, 'output.log'),
    findUrl: async () => ((await isOpen(port)) ? `http://127.0.0.1:${port}` : undefined),
  });
  return { server, filesDir };
}

/**
 * As Debian sets it up (a worker for each core, sendfile), but with no log of requests.
 */
function configuration(dir: string, port: number): string {
  // Workers of a master that runs as root would otherwise be someone who may not write here.
  const user = process.getuid?.() === 0 ? `user ${userInfo().username};` : '';
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${dir}/temporary/${name};`)
    .join('\n');
  return `daemon off;
worker_processes auto;
pid ${dir}/nginx.pid;
${user}
events {}
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
${temporary}
  server {
    listen 127.0.0.1:${port};
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
