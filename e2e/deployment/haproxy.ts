import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Replacement } from './example.ts';
import { adaptExample } from './example.ts';
import type { Proxy, ProxyPlace } from './proxy.ts';
import { nobodyListens, spawnProxy } from './proxy.ts';

/** HAProxy with the example as its whole configuration, but for what a test changes besides. */
export async function startHaproxy(
  place: ProxyPlace,
  changes: readonly Replacement[] = [],
): Promise<Proxy> {
  const { folder, plainPort, securePort, certificate, upstream } = place;
  const pem = join(folder, 'files.example.com.pem');
  await writeFile(pem, `${certificate.pem}${await readFile(certificate.keyFile, 'utf8')}`);
  const config = adaptExample('deploy/haproxy.cfg', [
    ['log /dev/log local0', 'log stdout format raw local0'],
    ['    user haproxy\n    group haproxy\n    chroot /var/lib/haproxy\n', ''],
    ['    bind [::]:80 v6only\n', ''],
    [
      '    bind [::]:443 v6only ssl crt /etc/haproxy/certs/files.example.com.pem alpn http/1.1\n',
      '',
    ],
    ['bind :80', `bind 127.0.0.1:${plainPort}`],
    ['bind :443', `bind 127.0.0.1:${securePort}`],
    ['/etc/haproxy/certs/files.example.com.pem', pem],
    ['https://files.example.com', `https://files.example.com:${securePort}`],
    ['10.0.0.11:8080', upstream],
    ['10.0.0.12:8080', place.secondUpstream ?? nobodyListens],
    ...changes,
  ]);
  const path = join(folder, 'haproxy.cfg');
  await writeFile(path, config);
  return await spawnProxy(place, 'haproxy', ['-db', '-f', path]);
}
