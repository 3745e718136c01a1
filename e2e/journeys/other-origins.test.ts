import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, test } from 'node:test';
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

const site = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html').end('<!doctype html><title>Portal</title>');
});
await new Promise<void>((resolve) => site.listen(0, 'localhost', resolve));
after(() => site.close());
const { port, family } = site.address() as AddressInfo;
const started = await startExchange(['anna'], {
  settings: ['--api-origins', `http://localhost:${port}`],
});

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
