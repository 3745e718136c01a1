import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { eventually } from '../harness/eventually.ts';
import { missingPostgres } from '../harness/postgres.ts';
import type { RunningServer } from '../harness/server.ts';
import { startTwoNodes } from '../harness/two-nodes.ts';
import { startCaddyForNodes } from './caddy.ts';
import { makeCertificate } from './certificate.ts';
import { adapt, adaptExample, getGuideBlock } from './example.ts';
import { freePorts } from './free-ports.ts';
import { startHaproxy } from './haproxy.ts';
import { missingProgram, searchPath } from './missing-program.ts';
import { startNginxForNodes } from './nginx.ts';
import type { Proxy, StartProxy } from './proxy.ts';
import { GateClient } from './secure-exchange.ts';

const skip =
  missingPostgres ||
  missingProgram('haproxy', '-v') ||
  missingProgram('nginx', '-v') ||
  missingProgram('caddy', 'version') ||
  missingProgram('openssl', 'version');

/** Of the nodes alone: nobody else takes the port of one that has ended. Who connects to it comes from it. */
const address = '127.88.0.1';

test('two nodes behind HAProxy, nginx and Caddy, set up as documented', { skip }, async (t) => {
  const { nodes, accounts, postgres } = await startTwoNodes(['anna'], {
    settings: [
      ...['--public-url', 'https://files.example.com', '--also-hosts', 'files.example.com'],
      ...['--host', address, '--trusted-proxies', address, '--workers', '1'],
    ],
  });
  const credentials = accounts['anna'] ?? assert.fail();
  const folder = await mkdtemp(join(tmpdir(), 'valise-balanced-'));
  after(() => rm(folder, { recursive: true, force: true }));
  const certificate = makeCertificate(folder);

  async function balance(
    name: string,
    start: StartProxy,
  ): Promise<{ name: string; client: GateClient; proxy: Proxy }> {
    const [plainPort = 0, securePort = 0] = await freePorts(2);
    const [upstream = '', secondUpstream = ''] = nodes.map(({ url }) => new URL(url).host);
    const own = join(folder, name);
    await mkdir(own);
    const place = { folder: own, plainPort, securePort, certificate, upstream, secondUpstream };
    const proxy = await start(place);
    const gate = { port: securePort, ca: certificate.pem };
    return { name, client: new GateClient(gate, credentials), proxy };
  }
  const haproxy = await balance('HAProxy', startHaproxy);
  const nginx = await balance('nginx', startNginxForNodes);
  const caddy = await balance('Caddy', startCaddyForNodes);
  const balancers = [haproxy, nginx, caddy];

  await t.test('requests go to both nodes, which are one service', async () => {
    for (const { name, client } of balancers) {
      const before = nodes.map(countAnswers);
      await client.upload({ [`${name}.txt`]: 'a file' });
      for (let time = 0; time < 10; time += 1) {
        assert.match(JSON.stringify(await client.get('get_files')), new RegExp(`${name}\\.txt`));
      }
      await eventually('both nodes have logged answers', () =>
        nodes.every((node, index) => countAnswers(node) > (before[index] ?? 0)) ? true : undefined,
      );
    }
  });

  await t.test('without the database, clients get the answer of a node', async () => {
    await postgres.stop('immediate');
    await eventually('HAProxy has noticed that no node is ready', async () => {
      for (const { name, client } of balancers) {
        const answer = await client.send({ path: client.path() });
        assert.equal(answer.status, 503, name);
        assert.equal(answer.headers['retry-after'], '5', name);
      }
      return haproxy.proxy.output().includes(' valise_unready/node') ? true : undefined;
    });
    await postgres.start();
    const noticed = haproxy.proxy.output().length;
    await eventually('ready nodes get requests again', async () => {
      const { status } = await haproxy.client.send({ path: haproxy.client.path() });
      const seen = haproxy.proxy.output().slice(noticed);
      return status === 200 && / valise_nodes\/node\d 200 /.test(seen) ? true : undefined;
    });
    let tries = 0;
    await eventually('uploads are taken again', async () => {
      tries += 1;
      const { status } = await haproxy.client.upload({ [`again-${tries}.txt`]: 'again' });
      return status === 200 ? true : undefined;
    });
  });

  await t.test('a node that ends costs no request', async () => {
    await nodes[0].stop();
    await eventually('the health check of Caddy has found the node gone', () =>
      caddy.proxy.output().includes('connection refused') ? true : undefined,
    );
    for (const { name, client } of balancers) {
      for (let time = 0; time < 5; time += 1) {
        assert.equal((await client.call('get_files')).status, 200, name);
        const file = { [`${name}-${time}.txt`]: 'another file' };
        assert.equal((await client.upload(file)).status, 200, name);
      }
    }
  });
});

test('HAProxy takes the line for nodes with certificates', { skip }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-balanced-'));
  t.after(() => rm(folder, { recursive: true }));
  const { certFile, keyFile } = makeCertificate(folder);
  const pem = `${await readFile(certFile, 'utf8')}${await readFile(keyFile, 'utf8')}`;
  const whole = join(folder, 'whole.pem');
  await writeFile(whole, pem);
  const line = adapt(getGuideBlock('text', 'haproxy-tls').trim(), [
    ['/etc/haproxy/nodes-ca.pem', certFile],
  ]);
  const config = adaptExample('deploy/haproxy.cfg', [
    ['server node1 10.0.0.11:8080', line],
    ['/etc/haproxy/certs/files.example.com.pem', whole],
    ['    user haproxy\n    group haproxy\n', ''],
  ]);
  const path = join(folder, 'haproxy.cfg');
  await writeFile(path, config);
  const { status, stderr } = spawnSync('haproxy', ['-c', '-f', path], {
    env: { ...process.env, PATH: searchPath },
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
});

function countAnswers(node: RunningServer): number {
  return node.logs().split('"answered"').length;
}
