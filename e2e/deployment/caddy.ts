import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { adaptExample } from './example.ts';
import type { Proxy, ProxyPlace, StartProxy } from './proxy.ts';
import { nobodyListens, spawnProxy } from './proxy.ts';

/** Caddy with the example as its whole configuration. */
export const startCaddy: StartProxy = async (place) =>
  await startWith(place, 'deploy/Caddyfile', [['127.0.0.1:8080', place.upstream]]);

/** Caddy with the example for the nodes of compose.yaml. */
export const startCaddyForNodes: StartProxy = async (place) =>
  await startWith(place, 'deploy/compose/Caddyfile', [
    ['node1:8080', place.upstream],
    ['node2:8080', place.secondUpstream ?? nobodyListens],
  ]);

async function startWith(
  place: ProxyPlace,
  example: string,
  upstreams: readonly [string, string][],
): Promise<Proxy> {
  const { folder, plainPort, securePort, certificate } = place;
  const { certFile, keyFile } = certificate;
  const config = adaptExample(example, [
    ['admin off', 'admin off\n\tdefault_bind 127.0.0.1'],
    ['http://files.example.com', `http://files.example.com:${plainPort}`],
    ['https://files.example.com', `https://files.example.com:${securePort}`],
    ['tls operator@example.com', `tls ${certFile} ${keyFile}`],
    ...upstreams,
  ]);
  const path = join(folder, 'Caddyfile');
  await writeFile(path, config);
  return await spawnProxy(place, 'caddy', ['run', '--config', path, '--adapter', 'caddyfile']);
}
