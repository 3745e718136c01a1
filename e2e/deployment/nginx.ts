import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { adaptExample } from './example.ts';
import type { Proxy, ProxyPlace, StartProxy } from './proxy.ts';
import { nobodyListens, spawnProxy } from './proxy.ts';

/** nginx with the example as its only site, in a frame like the one that Debian ships. */
export const startNginx: StartProxy = async (place) =>
  await startSite(place, `http://${place.upstream}`);

/** nginx with the example for many nodes beside that site. */
export const startNginxForNodes: StartProxy = async (place) => {
  const nodes = adaptExample('deploy/nginx-nodes.conf', [
    ['10.0.0.11:8080', place.upstream],
    ['10.0.0.12:8080', place.secondUpstream ?? nobodyListens],
  ]);
  await writeFile(join(place.folder, 'valise-nodes.conf'), nodes);
  return await startSite(place, 'http://valise_nodes');
};

async function startSite(place: ProxyPlace, upstream: string): Promise<Proxy> {
  const { folder, plainPort, securePort, certificate } = place;
  const live = '/etc/letsencrypt/live/files.example.com';
  const site = adaptExample('deploy/nginx.conf', [
    ['    listen [::]:80;\n', ''],
    ['    listen [::]:443 ssl;\n', ''],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ssl;', `listen 127.0.0.1:${securePort} ssl;`],
    [`${live}/fullchain.pem`, certificate.certFile],
    [`${live}/privkey.pem`, certificate.keyFile],
    ['https://files.example.com', `https://files.example.com:${securePort}`],
    ['http://127.0.0.1:8080', upstream],
    ['/var/log/nginx', folder],
  ]);
  await writeFile(join(folder, 'valise.conf'), site);
  await writeFile(join(folder, 'nginx.conf'), frame(folder));
  await mkdir(join(folder, 'temporary'));
  return await spawnProxy(place, 'nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr']);
}

function frame(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/temporary/${kind};`,
  );
  return `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
  ${temporary.join('\n  ')}
  gzip on;
  include valise*.conf;
}
`;
}
