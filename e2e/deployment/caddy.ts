import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { adaptExample } from './example.ts';
import type { StartProxy } from './proxy.ts';
import { spawnProxy } from './proxy.ts';

/** Caddy with the example as its whole configuration. */
export const startCaddy: StartProxy = async (place) => {
  const { folder, plainPort, securePort, certificate, upstream } = place;
  const { certFile, keyFile } = certificate;
  const config = adaptExample('deploy/Caddyfile', [
    ['admin off', 'admin off\n\tdefault_bind 127.0.0.1'],
    ['http://files.example.com', `http://files.example.com:${plainPort}`],
    ['https://files.example.com', `https://files.example.com:${securePort}`],
    ['tls operator@example.com', `tls ${certFile} ${keyFile}`],
    ['127.0.0.1:8080', upstream],
  ]);
  const path = join(folder, 'Caddyfile');
  await writeFile(path, config);
  return await spawnProxy(place, 'caddy', ['run', '--config', path, '--adapter', 'caddyfile']);
};
