import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { host, openPeopleFixture } from '../app/people-fixture.ts';

interface Described {
  openapi?: string;
  swagger?: string;
  servers?: { url: string }[];
  host?: string;
  schemes?: string[];
  paths: Record<string, object>;
}

describe('the description of the API', () => {
  for (const [url, version] of [
    ['/openapi.json', '3.1.0'],
    ['/openapi-2.json', '2.0'],
  ] as const) {
    test(`${url} is for everyone, compressed, and not sent again while it is the same`, async (t) => {
      const { app } = await openPeopleFixture(t);
      const answer = await app.inject({ url, headers: { host } });
      assert.equal(answer.statusCode, 200);
      assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
      assert.equal(answer.headers['cache-control'], 'public, no-cache');
      const described = answer.json<Described>();
      assert.equal(described.openapi ?? described.swagger, version);
      assert.ok('/api/v1/me' in described.paths);

      const etag = String(answer.headers.etag);
      const known = await app.inject({ url, headers: { host, 'if-none-match': etag } });
      assert.deepEqual([known.statusCode, known.body], [304, '']);
      const small = await app.inject({ url, headers: { host, 'accept-encoding': 'br' } });
      assert.equal(small.headers['content-encoding'], 'br');
      assert.notEqual(small.headers.etag, etag);
      assert.equal(brotliDecompressSync(small.rawPayload).toString(), answer.body);
      const head = await app.inject({ method: 'HEAD', url, headers: { host } });
      assert.deepEqual([head.statusCode, head.headers.etag], [200, etag]);
    });
  }

  test('names the public address of the server, and has the customer’s API in 3.1 alone', async (t) => {
    const args = ['--public-url', `http://${host}`];
    const { app } = await openPeopleFixture(t, { args });
    const read = async (url: string) =>
      (await app.inject({ url, headers: { host } })).json<Described>();
    const { servers, paths } = await read('/openapi.json');
    assert.deepEqual(servers, [{ url: `http://${host}` }]);
    assert.ok('/{user}/cgi/createdrop.cgi' in paths);
    const second = await read('/openapi-2.json');
    assert.deepEqual([second.host, second.schemes], [host, ['http']]);
    assert.deepEqual(
      Object.keys(second.paths).filter((path) => !path.startsWith('/api/v1/')),
      [],
    );
  });
});

describe('the reference of the API', () => {
  test('is a page with every operation of the description, and leads to itself and to pages that are there', async (t) => {
    const { app } = await openPeopleFixture(t);
    const get = (url: string) => app.inject({ url, headers: { host, accept: 'text/html' } });
    const page = await get('/api/v1/');
    assert.equal(page.statusCode, 200);
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
    assert.doesNotMatch(page.body, /\sstyle="|<script/);
    const { paths } = (await get('/openapi.json')).json<{
      paths: Record<string, Record<string, { operationId: string }>>;
    }>();
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, { operationId }] of Object.entries(methods)) {
        const isShown = page.body.includes(`<code>${method.toUpperCase()} ${path}</code>`);
        assert.equal(isShown, path.startsWith('/api/v1/'), operationId);
      }
    }
    const ids = new Set(Array.from(page.body.matchAll(/\sid="([^"]+)"/g), ([, id]) => id));
    const links = new Set(
      Array.from(page.body.matchAll(/<a [^>]*href="([^"]+)"/g), ([, href = '']) => href),
    );
    assert.ok(links.size > 20);
    for (const href of links) {
      if (href.startsWith('#')) assert.ok(ids.has(href.slice(1)), href);
      else assert.equal((await get(href)).statusCode, 200, href);
    }
  });
});
