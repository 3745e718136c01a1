import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { keyFor } from '../harness/add-account.ts';
import { exchange } from '../harness/exchange.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { missingBrowser, newReader } from './browser.ts';

/** What a script read of an answer. */
interface ReadAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Fetches as a script of the page does. Where the browser hides the answer, the status is 0. */
async function fetchFrom(page: Page, url: string, init: object): Promise<ReadAnswer> {
  return await page.evaluate<ReadAnswer>(`
    fetch(${JSON.stringify(url)}, ${JSON.stringify(init)}).then(
      async (answer) => ({
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: await answer.text(),
      }),
      (error) => ({ status: 0, headers: {}, body: String(error) }),
    )
  `);
}

const { outputFiles } = await build({
  entryPoints: [join(import.meta.dirname, '../../client/src/browser.ts')],
  ...{ bundle: true, format: 'esm', platform: 'browser', target: 'es2024', write: false },
});
const site = createServer((request, response) => {
  const [type, content] =
    request.url === '/valise-client.js'
      ? ['text/javascript', outputFiles[0]?.contents]
      : ['text/html', '<!doctype html><title>Portal</title>'];
  response.setHeader('content-type', type).end(content);
});
await new Promise<void>((resolve) => site.listen(0, 'localhost', resolve));
after(() => site.close());
const { port, family } = site.address() as AddressInfo;
const started = await startExchange(['anna'], {
  settings: ['--api-origins', `http://localhost:${port}`],
});

/** What a page does with the library: a file of several requests to the account itself, and back out of its inbox. */
const session = (url: string, key: string, email: string) => `
  import('/valise-client.js').then(async ({ ValiseProblem, connect }) => {
    const valise = connect({ url: ${JSON.stringify(url)}, key: ${JSON.stringify(key)} });
    const { scopes } = await valise.me();
    const bytes = new Uint8Array(20 * 2 ** 20).map((_, at) => at % 251);
    const files = [new File([bytes], 'film.mov'), new File([], 'empty.txt')];
    const { id, files: sent } = await valise.send({ files, to: [${JSON.stringify(email)}], reference: 'browser' });
    const kinds = [];
    for await (const { kind } of valise.events({ types: ['drop.created'] })) {
      kinds.push(kind);
      break;
    }
    let isSame;
    for await (const item of valise.inbox({ follow: false })) {
      const [file] = item.files;
      const read = new Uint8Array(await new Response(await file.stream()).arrayBuffer());
      isSame = read.length === bytes.length && read.every((byte, at) => byte === bytes[at]);
      await item.ack();
    }
    const missing = await valise.status('none').catch((error) => error);
    const found = [];
    for await (const { state } of valise.deliveries({ reference: 'browser' })) found.push(state);
    return {
      ...{ scopes, kinds, isSame, found, sizes: sent.map(({ size }) => size) },
      ended: (await valise.revoke(id)).state,
      isProblem: missing instanceof ValiseProblem && missing.code,
    };
  })
`;

const hidden = [0, 'TypeError: Failed to fetch'];

describe('scripts of other origins', { skip: missingBrowser }, () => {
  /** The names of the uploads of the account. */
  async function uploads(): Promise<string[]> {
    const { server, clients } = started;
    const answer = await exchange(server.url, {
      path: '/api/v1/uploads',
      headers: { authorization: `Bearer ${keyFor(clients.anna.email)}` },
    });
    const { items } = answer.json<{ items: { name: string }[] }>();
    return items.map(({ name }) => name);
  }

  function upload(page: Page, name: string, key: string) {
    const digest = createHash('sha256').update(name).digest('base64');
    return fetchFrom(page, `${started.server.url}/api/v1/uploads?name=${name}`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${key}`, 'content-type': 'text/plain' },
        ...{ 'idempotency-key': name, 'content-digest': `sha-256=:${digest}:` },
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      },
      body: name,
    });
  }

  test('send, follow and receive with the library', async () => {
    const { server, clients } = started;
    const page = await newReader();
    await page.goto(`http://localhost:${port}/`);
    const { email } = clients.anna;
    assert.deepEqual(await page.evaluate(session(server.url, keyFor(email), email)), {
      scopes: ['send', 'receive', 'status', 'contacts'],
      ...{ kinds: ['drop.created'], isSame: true, found: ['opened'], sizes: [20 * 2 ** 20, 0] },
      ...{ ended: 'revoked', isProblem: 'not_found' },
    });
  });

  test('upload with a key where the operator lists them, and nowhere else', async () => {
    const key = keyFor(started.clients.anna.email);
    const page = await newReader();
    await page.goto(`http://localhost:${port}/`);
    const made = await upload(page, 'a.txt', key);
    assert.equal(made.status, 201, made.body);
    const { id } = JSON.parse(made.body) as { id: string };
    assert.equal(made.headers['location'], `/api/v1/uploads/${id}`);
    assert.ok(made.headers['x-request-id']);
    assert.deepEqual(await uploads(), ['a.txt']);

    const refused = await upload(page, 'b.txt', 'no key');
    assert.deepEqual(
      [refused.status, (JSON.parse(refused.body) as { code: string }).code],
      [401, 'unauthorized'],
    );
    const elsewhere = await fetchFrom(page, `${started.server.url}/openapi.json`, {});
    assert.deepEqual([elsewhere.status, elsewhere.body], hidden);

    // The same page under another name is of another origin, which is not listed.
    const stranger = await newReader();
    const other = family === 'IPv6' ? '[::1]' : '127.0.0.1';
    await stranger.goto(`http://${other}:${port}/`);
    const kept = await upload(stranger, 'c.txt', key);
    assert.deepEqual([kept.status, kept.body], hidden);
    assert.deepEqual(await uploads(), ['a.txt']);
  });
});
