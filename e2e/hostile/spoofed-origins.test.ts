import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorBody } from '#protocol/errors.ts';
import { addAccount } from '../harness/add-account.ts';
import { Client } from '../harness/client.ts';
import type { Answer } from '../harness/exchange.ts';
import { rawExchange } from '../harness/raw-exchange.ts';
import { startServer } from '../harness/server.ts';
import { valise } from '../harness/valise-command.ts';
import { startTarget, withstands } from './target.ts';

interface Trail {
  records: { action: string; source: string }[];
}

const forwarded = '6.6.6.6, 203.0.113.7';

/** Where the server believes a failed sign-in came from that carries these headers. */
async function recordedSource(
  { dataDir, client }: { dataDir: string; client: Client },
  headers: Record<string, string>,
): Promise<string | undefined> {
  const authorization = `Basic ${Buffer.from('nobody@example.com:wrong').toString('base64')}`;
  const answer = await client.bare({
    path: '/nobody@example.com/',
    headers: { ...headers, authorization },
  });
  assert.equal(answer.status, 401);
  const trail = JSON.parse(await valise('audit', 'list', '--json', '--data', dataDir)) as Trail;
  return trail.records.findLast(({ action }) => action === 'sign_in.failed')?.source;
}

test('with a public address, no other host is answered for', async () => {
  const server = await startServer({ settings: ['--public-url', 'https://files.example.com'] });
  const client = new Client(server, await addAccount(server.dataDir, 'owner@example.com'));
  const ask = async (path: string, headers: Record<string, string>): Promise<Answer> =>
    await client.send({ path, headers });

  for (const host of ['files.example.com', 'FILES.example.com', 'files.example.com:443']) {
    assert.equal((await ask(client.path(), { host })).status, 200, host);
  }
  const others = [
    'evil.example',
    'files.example.com.evil.example',
    'files.example.com:8443',
    'evil-files.example.com',
    '127.0.0.1',
    'localhost',
    'files.example.com.',
  ];
  for (const host of others) {
    for (const path of ['/', client.path(), client.path('cgi/get_files.cgi'), '/nothing']) {
      const answer = await ask(path, { host });
      assert.equal(answer.status, 421, `${host}${path}`);
      assert.equal(answer.json<ErrorBody>().error, 'misdirected');
    }
    assert.equal((await ask('/healthz', { host })).status, 200, 'probes come by address');
  }

  const page = await ask(client.path(), {
    host: 'files.example.com',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    forwarded: 'host=evil.example',
    'x-original-url': '/other@example.com/',
    'x-rewrite-url': '/other@example.com/',
  });
  assert.equal(page.status, 200);
  assert.doesNotMatch(page.text(), /evil\.example|gopher|other@example/);
});

test('without trusted proxies, nobody can claim to come from elsewhere', async () => {
  const target = await startTarget();
  const { owner, server } = target;
  await withstands(target, async () => {
    const place = { dataDir: server.dataDir, client: owner };
    const source = await recordedSource(place, {
      'x-forwarded-for': forwarded,
      'x-real-ip': '6.6.6.6',
      'true-client-ip': '6.6.6.6',
      forwarded: 'for=6.6.6.6',
    });
    assert.equal(source, '127.0.0.1');
  });
});

test('a trusted proxy is believed about its own client, and no further', async () => {
  const server = await startServer({ settings: ['--trusted-proxies', '127.0.0.1'] });
  const client = new Client(server, await addAccount(server.dataDir, 'owner@example.com'));
  const place = { dataDir: server.dataDir, client };
  const sources: Record<string, string> = {
    [forwarded]: '203.0.113.7',
    '6.6.6.6, 203.0.113.7, 127.0.0.1': '203.0.113.7',
    '127.0.0.1, 203.0.113.9': '203.0.113.9',
    '2001:db8::7': '2001:db8::7',
  };
  for (const [header, source] of Object.entries(sources)) {
    assert.equal(await recordedSource(place, { 'x-forwarded-for': header }), source);
  }
});

test('what a trusted proxy passes on and is no address counts as the proxy itself', async () => {
  const server = await startServer({ settings: ['--trusted-proxies', '127.0.0.1'] });
  const client = new Client(server, await addAccount(server.dataDir, 'owner@example.com'));
  const place = { dataDir: server.dataDir, client };
  const claims = [
    '<script>',
    'x'.repeat(4000),
    'unknown',
    '::1%'.padEnd(2000, 'z'),
    '1.2.3',
    '0x7f',
  ];
  for (const claim of claims) {
    assert.equal(await recordedSource(place, { 'x-forwarded-for': claim }), '127.0.0.1', claim);
  }
  assert.doesNotMatch(server.logs(), /<script>|xxxxx|zzzzz/);
});

test('an address that names its host names the one of the Host header', async () => {
  const server = await startServer({ settings: ['--public-url', 'https://files.example.com'] });
  const ask = async (address: string): Promise<number> =>
    (
      await rawExchange(
        server.url,
        `GET ${address} HTTP/1.1\r\nHost: files.example.com\r\nConnection: close\r\n\r\n`,
      )
    ).status;
  for (const own of ['http://files.example.com/', 'https://FILES.example.com:443/healthz']) {
    assert.equal(await ask(own), 200, own);
  }
  for (const other of [
    'http://evil.example/',
    'http://files.example.com:1/',
    'files.example.com',
  ]) {
    assert.equal(await ask(other), 400, other);
  }
});

test('two Authorization headers are refused, even where both are right', async () => {
  const server = await startServer();
  const { email, authorization } = new Client(
    server,
    await addAccount(server.dataDir, 'owner@example.com'),
  );
  const ask = async (...lines: string[]): Promise<number> => {
    const head = [`GET /${email}/ HTTP/1.1`, 'Host: x', 'Connection: close', ...lines];
    return (await rawExchange(server.url, `${head.join('\r\n')}\r\n\r\n`)).status;
  };
  const right = `Authorization: ${authorization}`;
  assert.equal(await ask(right), 200);
  for (const second of [right, 'authorization: Basic eDp4', 'AUTHORIZATION:']) {
    assert.equal(await ask(right, second), 400, second);
    assert.equal(await ask(second, right), 400, second);
  }
});
