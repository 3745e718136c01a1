import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { newestInInbox, prepareDrop } from '../contract/send-files.ts';
import { eventually } from '../harness/eventually.ts';
import { filePart, doUpload, multipart } from '../harness/multipart.ts';
import { startExchange } from '../harness/start-exchange.ts';
import type { CollectedSpan } from '../harness/trace-collector.ts';
import { TraceCollector } from '../harness/trace-collector.ts';

const collector = new TraceCollector();
await collector.start();
const folder = await mkdtemp(join(tmpdir(), 'valise-traces-'));
after(async () => {
  await collector.stop();
  await rm(folder, { recursive: true });
});
const headersFile = join(folder, 'headers');
await writeFile(headersFile, 'X-Collector-Key: collector-key-of-the-operator\n', { mode: 0o600 });

const { server, clients } = await startExchange(['alice', 'bob'], {
  settings: [
    ...['--workers', '2', '--trusted-proxies', '127.0.0.1', '--traces-endpoint', collector.url],
    ...['--traces-headers-file', headersFile],
  ],
});
const { alice, bob } = clients;
const traceId = '0af7651916cd43dd8448eb211c80319c';
const caller = 'b7ad6b7169203331';
const traceparent = `00-${traceId}-${caller}-01`;
const secretName = 'severance-of-j-doe.txt';
const secretText = 'They will be told on Monday.';

/** The names from a span up to the one that has no parent among those that came. */
function pathOf(span: CollectedSpan, spans: readonly CollectedSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return parent === undefined ? [span.name] : [...pathOf(parent, spans), span.name];
}

function inTrace(id = traceId): CollectedSpan[] {
  return collector.spans().filter((span) => span.traceId === id);
}

/** Waits until a span with these names above it came. */
async function untilCame(...path: string[]): Promise<void> {
  await eventually(`${path.join(' > ')} among the spans`, () => {
    const all = collector.spans();
    const isThere = all.some((span) => pathOf(span, all).join(' > ') === path.join(' > '));
    return isThere ? true : undefined;
  }).catch((error: unknown) => {
    const all = collector.spans();
    const came = [...new Set(all.map((span) => pathOf(span, all).join(' > ')))];
    throw new Error(`These came:\n${came.join('\n')}`, { cause: error });
  });
}

test('an upload and a download are spans of one trace that a trusted proxy began', async () => {
  await prepareDrop(alice, [bob.email], { 'first.txt': 'x' });
  const { contentType, body } = multipart([doUpload, filePart(secretName, secretText)]);
  const headers = { 'content-type': contentType, traceparent };
  const path = alice.path('cgi/upload.cgi');
  assert.equal((await alice.signed({ method: 'POST', path, headers, body })).status, 200);
  await alice.get('createdrop', { json: {} });
  const { url } = await newestInInbox(bob);
  const download = await bob.download(url, secretName, { headers: { traceparent } });
  assert.equal(download.text(), secretText);

  const upload = 'POST /:user/cgi/upload.cgi';
  await untilCame(upload, 'command addToTray');
  await untilCame(upload, 'blobs sealAndPut');
  const downloads = (name: string): boolean => name.startsWith('GET /:user/');
  const got = await eventually('the download', () => {
    const spans = inTrace();
    const parent = spans.find(({ name }) => downloads(name));
    const below = spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId);
    const names = below.map(({ name }) => name);
    return parent !== undefined && names.includes('command recordDownload')
      ? { parent, names }
      : undefined;
  });
  assert.ok(
    got.names.some((name) => name.startsWith('blobs read')),
    got.names.join(),
  );

  // Each of the two workers sends its spans by itself.
  const servers = await eventually('a span of each request', () => {
    const found = inTrace().filter(({ kind }) => kind === 2);
    return found.length >= 2 ? found : undefined;
  });
  assert.equal(servers.length, 2, 'one span for each request');
  for (const { parentSpanId, attributes } of servers) {
    assert.equal(parentSpanId, caller);
    const values = new Map(attributes.map(({ key, value }) => [key, value]));
    assert.deepEqual(values.get('http.response.status_code'), { intValue: 200 });
    assert.ok(values.has('http.route') && values.has('valise.request.id'));
  }
});

test('the mail of a drop is a span below that of its job, from the main process', async () => {
  await eventually('a mail', () => {
    const spans = collector.spans();
    const mail = spans.find(({ name }) => name === 'mail send');
    return mail !== undefined && /^job /.test(pathOf(mail, spans)[0] ?? '') ? mail : undefined;
  });
  const mail = collector.spans().find(({ name }) => name === 'mail send');
  assert.equal(mail?.pid, String(server.pid));
});

test('both workers trace', async () => {
  for (let times = 0; times < 40; times += 1) await alice.bare({ path: '/no/such/path' });
  await eventually('spans of two workers', () => {
    const requests = collector.spans().filter(({ kind }) => kind === 2);
    return new Set(requests.map(({ pid }) => pid)).size === 2 ? true : undefined;
  });
});

test('whoever is no trusted proxy begins a new trace', async () => {
  const { hostname, port } = new URL(server.url);
  const forged = traceparent.replace(traceId, 'f'.repeat(32));
  const outgoing = request({
    ...{ hostname, port, path: '/d/AAAA', agent: false, localAddress: '127.0.0.2' },
    headers: { traceparent: forged, 'x-forwarded-for': '127.0.0.1' },
  }).end();
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  answer.resume();
  await untilCame('GET /d/:secret');
  assert.deepEqual(inTrace('f'.repeat(32)), []);
});

test('nothing that was sent holds a name, an address, a link, a token or a key', async () => {
  assert.ok(collector.spans().length > 20);
  assert.ok(
    collector.headers.every(
      (headers) => headers['x-collector-key'] === 'collector-key-of-the-operator',
    ),
  );
  const mailDir = join(server.dataDir, 'mail');
  const mails = await Promise.all(
    (await readdir(mailDir)).map((name) => readFile(join(mailDir, name), 'latin1')),
  );
  const links = mails.flatMap(
    (mail) => mail.replaceAll('=\r\n', '').match(/\/d\/[\w-]{16,}/g) ?? [],
  );
  assert.ok(links.length > 0, 'the mails have links');
  const { url } = await newestInInbox(bob);
  const key = Buffer.from(alice.authorization.slice(6), 'base64').toString().split(':')[1] ?? '';
  const secrets = [
    ...links.flatMap((link) => [link, link.slice(3)]),
    ...[secretName, 'first.txt', secretText, alice.email, bob.email, 'example.com', url],
    ...[alice.authorization, key, await alice.token(), await bob.token(), server.dataDir],
    ...['collector-key-of-the-operator', 'AAAA', 'no/such/path', '127.0.0.2'],
  ];
  const sent = collector.bodies.join('\n');
  for (const secret of secrets) {
    assert.ok(secret.length > 3);
    assert.ok(!sent.includes(secret), `${secret} was sent`);
  }
});

test('a collector that is away costs a line of the log, and is found again', async () => {
  await collector.stop();
  function count(line: string): number {
    return server.logs().split(line).length - 1;
  }
  const away = 'traces cannot be exported, and are dropped';
  await eventually(
    'the line of the log',
    async () => {
      assert.equal((await alice.call('get_files')).status, 200);
      return count(away) > 0 ? true : undefined;
    },
    30_000,
  );
  await collector.start();
  await eventually(
    'the line that it is back',
    async () => {
      await alice.call('get_files');
      return count('traces are exported again') > 0 ? true : undefined;
    },
    30_000,
  );
  assert.ok(count(away) <= 3, 'one line of each process');
});

test('a server that stops exports what waits', async () => {
  const before = collector.spans().length;
  await alice.call('contacts_read');
  assert.equal(await server.stop(), 0);
  const names = collector
    .spans()
    .slice(before)
    .map(({ name }) => name);
  assert.ok(names.includes('GET /:user/cgi/contacts_read.cgi'), names.join());
});
