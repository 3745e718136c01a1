import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { parseListedTarget } from '../../domain/model/webhook-target.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { createTargetCheck } from './check-target.ts';
import { createHttpsTransport } from './https-transport.ts';
import { judgeAddress } from './judge-address.ts';

/** Listens on every address of the machine; nothing may ever reach it. */
async function openCanary(context: TestContext) {
  let connections = 0;
  const server = createServer((_request, response) => {
    response.end();
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => {
    server.listen(0, resolve);
  });
  context.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { port, count: () => connections };
}

/** What names lead to. Those that hold `turns` lead elsewhere with each question. */
const names: Record<string, string[]> = {
  localhost: ['127.0.0.1', '::1'],
  'app.localhost': ['127.0.0.1'],
  'localtest.example': ['127.0.0.1'],
  'zero.example': ['0.0.0.0'],
  'mixed.example': ['93.184.216.34', '127.0.0.1'],
  'mixed-v6.example': ['2606:4700::1111', '::1'],
  'inside.example': ['10.1.2.3'],
  'link.example': ['169.254.169.254'],
  'link-v6.example': ['fe80::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'metadata.google.internal': ['169.254.169.254'],
  'nowhere.example': [],
  'turns.example': ['127.0.0.1'],
};

const hosts = [
  // Loopback, in every spelling.
  ...['127.0.0.1', '127.1', '127.0.1', '0x7f.1', '0x7f000001', '2130706433', '017700000001'],
  ...[
    '0177.0.0.1',
    '127.0.0.1.',
    '127.255.255.254',
    '0x7F.0x0.0x0.0x1',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
  ],
  ...['[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]'],
  ...['[64:ff9b::7f00:1]', '[64:ff9b::127.0.0.1]', '[2002:7f00:1::]', '[2001:0:7f00:1::]'],
  ...['[64:ff9b:1::7f00:1]', '[::ffff:0:127.0.0.1]', '[fec0::1]'],
  // The unspecified address, which connects to this machine.
  ...['0.0.0.0', '0', '0x0', '[::]', '0.1.2.3'],
  // Link-local and metadata.
  ...['169.254.169.254', '0xa9fea9fe', '2852039166', '[::ffff:169.254.169.254]', '[fe80::1]'],
  ...['[64:ff9b::a9fe:a9fe]', '[fd00:ec2::254]', '100.100.100.200', '168.63.129.16', '192.0.0.192'],
  // Private networks, shared space, and what is reserved.
  ...['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', '198.18.0.1'],
  ...['192.0.2.1', '203.0.113.7', '224.0.0.1', '240.0.0.1', '255.255.255.255', '[ff02::1]'],
  ...['[fc00::1]', '[fd12:3456::1]', '[2001:db8::1]', '[::ffff:10.0.0.1]', '[100::1]'],
  ...Object.keys(names),
];

function hostileUrls(port: number): string[] {
  return [
    ...hosts.flatMap((host) => [`https://${host}:${port}/`, `http://${host}:${port}/`]),
    // What is no https address, or holds more than that.
    ...['file:///etc/passwd', 'gopher://127.0.0.1/', 'ftp://93.184.216.34/', 'data:text/plain,x'],
    ...['javascript:alert(1)', 'unix:/run/docker.sock', '//127.0.0.1/', '127.0.0.1', ''],
    `https://user:password@93.184.216.34:${port}/`,
    `https://user@93.184.216.34:${port}/`,
    `https://93.184.216.34@127.0.0.1:${port}/`,
    `https://127.0.0.1:${port}#@93.184.216.34/`,
    `https://127.0.0.1:${port}\\@93.184.216.34/`,
    `https://93.184.216.34:${port}/#fragment`,
    'https://93.184.216.34:22/',
    'https://93.184.216.34:25/',
    'https://93.184.216.34:80/',
    'http://93.184.216.34/',
    `https://93.184.216.34/${'a'.repeat(2000)}`,
  ];
}

const outgoing = { headers: {}, body: '{}' };

function open(listed: readonly string[], own: { ports: number[]; addresses: string[] }) {
  let turns = 0;
  const targets = createTargetCheck({
    listed: listed.map((each) => parseListedTarget(each) ?? assert.fail(each)),
    own: () => ({ hosts: ['files.example'], ...own }),
    resolve(host) {
      turns += 1;
      if (host === 'rebound.example') {
        return Promise.resolve(turns % 2 === 1 ? ['127.0.0.1'] : ['127.0.0.2']);
      }
      return Promise.resolve(names[host] ?? []);
    },
  });
  return createHttpsTransport({
    ...{ targets, clock: createFakeClock(), ca: undefined, connectMs: 1000, totalMs: 2000 },
  });
}

test('no hostile address is connected to, at creation or at delivery', async (t) => {
  const canary = await openCanary(t);
  const transport = open([], { ports: [], addresses: [] });
  const urls = hostileUrls(canary.port);
  assert.ok(urls.length >= 60);
  for (const url of urls) {
    assert.notEqual(await transport.findFault(url), undefined, url);
    const outcome = await transport.send({ ...outgoing, url }, new AbortController().signal);
    assert.equal(outcome.status, undefined, url);
    assert.match(String(outcome.error), /^The address must /, url);
  }
  assert.equal(canary.count(), 0);
});

test('a list of everything opens neither this machine nor what is never open', async (t) => {
  const canary = await openCanary(t);
  const { port } = canary;
  const everything = [`0.0.0.0/0:${port}`, `[::/0]:${port}`, `localhost:${port}`];
  const transport = open([...everything, `link.example:${port}`], { ports: [], addresses: [] });
  const isOpen = (host: string) => {
    const kind = judgeAddress(host.replace(/^\[|\]$/g, ''));
    return kind === 'private' || kind === 'public';
  };
  let refused = 0;
  for (const host of hosts) {
    const { hostname } = new URL(`http://${host}`);
    const addresses = names[hostname] ?? [hostname.replace(/\.$/, '')];
    if (addresses.length > 0 && addresses.every(isOpen)) continue;
    refused += 1;
    const url = `http://${host}:${port}/`;
    assert.notEqual(await transport.findFault(url), undefined, url);
    const outcome = await transport.send({ ...outgoing, url }, new AbortController().signal);
    assert.equal(outcome.status, undefined, url);
  }
  assert.ok(refused > 35, `${refused} of ${hosts.length}`);
  assert.equal(canary.count(), 0);
});

test('the server itself is refused, however it is named and listed', async (t) => {
  const canary = await openCanary(t);
  const { port } = canary;
  names['files.example'] = ['93.184.216.34'];
  names['alias.example'] = ['192.168.7.7'];
  names['mapped-alias.example'] = ['::ffff:192.168.7.7'];
  const listed = [`127.0.0.1:${port}`, `192.168.0.0/16:${port}`, `files.example:${port}`];
  const transport = open(listed, { ports: [port], addresses: ['192.168.7.7'] });
  for (const host of [
    '127.0.0.1',
    'files.example',
    'FILES.example.',
    '192.168.7.7',
    '[::ffff:192.168.7.7]',
    'alias.example',
    'mapped-alias.example',
  ]) {
    const fault = await transport.findFault(`http://${host}:${port}/`);
    assert.equal(fault, 'must not be that of this server.', host);
  }
  assert.equal(canary.count(), 0);
});

test('any other address of this machine is open only where it is written itself, as loopback is', async () => {
  names['machine.example'] = ['192.168.7.7'];
  const own = {
    ports: [8080],
    addresses: ['127.0.0.1', '192.168.7.7', '93.184.216.34', 'fd00:1::7'],
  };
  const wide = open(['192.168.0.0/16:9000', '[fd00:1::/32]:9000', 'machine.example:9000'], own);
  const urls = ['http://192.168.7.7:9000/', 'http://[fd00:1::7]:9000/'];
  for (const url of [
    ...urls,
    'http://[::ffff:192.168.7.7]:9000/',
    'http://machine.example:9000/',
    'https://93.184.216.34:9000/',
  ]) {
    assert.notEqual(await wide.findFault(url), undefined, url);
  }
  assert.equal(await wide.findFault('http://192.168.7.8:9000/'), undefined);
  const written = open(['192.168.7.7:9000', '[fd00:1::7]:9000'], own);
  for (const url of [...urls, 'http://machine.example:9000/']) {
    assert.equal(await written.findFault(url), undefined, url);
  }
});

test('metadata, and what may lead there through IPv6, is closed even where everything is listed', async () => {
  const transport = open(['0.0.0.0/0:443', '[::/0]:443'], { ports: [], addresses: [] });
  for (const host of [
    ...['169.254.169.254', '[::ffff:169.254.169.254]', '[::169.254.169.254]', '[fe80::a9fe:a9fe]'],
    ...['[64:ff9b::169.254.169.254]', '[64:ff9b:1::169.254.169.254]', '[64:ff9b:1:a9fe:a9:fe00::]'],
    ...['[2002:a9fe:a9fe::]', '[2001::1]', '[::ffff:0:169.254.169.254]', '[fd00:ec2::254]'],
    ...['[fd20:ce::254]', '[fd00:c1::a9fe:a9fe]', '[fd00:42::42]', '100.100.100.200', '0.0.0.0'],
    ...['[::]', '[::127.0.0.1]', '[::ffff:0.0.0.0]', '[64:ff9b::10.0.0.1]', '224.0.0.1'],
  ]) {
    assert.notEqual(await transport.findFault(`https://${host}/`), undefined, host);
  }
  for (const host of ['10.0.0.1', '[fd12:3456::1]', '[fd00:42::43]', '[::ffff:10.0.0.1]']) {
    assert.equal(await transport.findFault(`https://${host}/`), undefined, host);
  }
});

test('the checked address is the one that is dialled, and each delivery checks again', async (t) => {
  const reached: string[] = [];
  const servers = ['127.0.0.1', '127.0.0.2'].map((address) => ({
    address,
    server: createServer((_request, response) => {
      reached.push(address);
      response.end();
    }),
  }));
  let port = 0;
  for (const { address, server } of servers) {
    await new Promise<void>((resolve) => {
      server.listen(port, address, resolve);
    });
    ({ port } = server.address() as AddressInfo);
    t.after(() => server.close());
  }
  const transport = open([`127.0.0.1:${port}`, `rebound.example:${port}`], {
    ports: [],
    addresses: [],
  });
  t.after(() => {
    transport.close();
  });
  const url = `http://rebound.example:${port}/`;
  const send = () => transport.send({ ...outgoing, url }, new AbortController().signal);
  const statuses = [];
  for (let turn = 0; turn < 4; turn += 1) statuses.push((await send()).status);
  assert.deepEqual(statuses, [200, undefined, 200, undefined]);
  assert.deepEqual(reached, ['127.0.0.1', '127.0.0.1']);
});

test('public addresses are open over HTTPS, and listed ones over both', async () => {
  const listed = ['engine.ward.example:8443', '10.1.0.0/16:443', '[fd00:1::/32]:443'];
  names['engine.ward.example'] = ['192.168.3.4'];
  names['hooks.example'] = ['93.184.216.34', '2606:4700::1111'];
  const transport = open(listed, { ports: [443], addresses: [] });
  for (const url of [
    'https://hooks.example/path?token=1',
    'https://hooks.example:8443/',
    'https://93.184.216.34/',
    'https://[2606:4700::1111]/',
    'https://[64:ff9b::5db8:d822]/',
    'https://ENGINE.ward.example:8443/',
    'http://engine.ward.example.:8443/',
    'https://10.1.2.3/',
    'http://10.1.2.3:443/',
    'https://[fd00:1::7]/',
  ]) {
    assert.equal(await transport.findFault(url), undefined, url);
  }
  for (const url of [
    'http://hooks.example/',
    'https://engine.ward.example/',
    'https://192.168.3.4:8443/',
    'https://10.2.2.3/',
    'https://10.1.2.3:8443/',
    'https://[fd00:2::7]/',
  ]) {
    assert.notEqual(await transport.findFault(url), undefined, url);
  }
});

test('a listed target is a host or a network with a port, in one spelling', () => {
  const accepted = ['a.example:1', '10.0.0.0/8:443', '127.0.0.1:9000', '[fd00::/8]:443', '[::1]:9'];
  for (const text of accepted) assert.ok(parseListedTarget(text) !== undefined, text);
  for (const text of [
    ...['', 'a.example', 'a.example:0', 'a.example:65536', ':443', '*:443', 'https://a:443'],
    ...['127.1:9000', '0x7f.1:9000', '10.0.0.0/33:443', 'fd00::/8:443', '[10.0.0.1]:443', 'a b:1'],
  ]) {
    assert.equal(parseListedTarget(text), undefined, text);
  }
});

test('a sandbox reaches this machine, but not its own ports, and no more of the network than a server', async () => {
  const targets = createTargetCheck({
    ...{ listed: [], allowsLoopback: true },
    own: () => ({ hosts: [], ports: [8080], addresses: [] }),
    resolve: (host) => Promise.resolve(names[host] ?? []),
  });
  for (const url of ['http://127.0.0.1:9000/', 'http://localhost:9000/', 'https://[::1]:9000/']) {
    assert.equal((await targets.check(url)).url.href, url);
  }
  const refused = [
    'http://127.0.0.1:8080/',
    'http://localhost:8080/',
    'http://inside.example:9000/',
  ];
  for (const url of [
    ...refused,
    'https://10.1.2.3/',
    'http://link.example/',
    'http://mixed.example:9000/',
  ]) {
    await assert.rejects(targets.check(url), url);
  }
});
