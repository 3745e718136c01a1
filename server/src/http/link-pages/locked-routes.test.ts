import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import type { Dispatch } from '../../domain/model/dispatch.ts';
import { idFor } from '../../testing/samples.ts';
import type { AppOptions } from '../app.ts';
import { routeTable } from '../app.ts';
import type { Method } from '#protocol/operations/operation.ts';
import type { Route } from '../routing/route.ts';
import { formOf, openUploadPageFixture } from '../upload-page/upload-page-fixture.ts';

const routes: Route[] = routeTable({
  services: { counters: {} },
  assets: new Map(),
  cgi: {},
} as unknown as AppOptions);
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Every way to ask for something behind a link, except for the code and the password themselves. */
const behindLinks = routes
  .filter(({ path }) => /^\/[du]\/:secret/.test(path) && !/\/(?:code|verify|password)$/.test(path))
  .flatMap(({ path, methods }) =>
    (Object.keys(methods) as Method[]).map((method) => ({
      path,
      method,
      body: methods[method]?.body,
    })),
  );

/** A request that each kind of route would take. */
const bodies = {
  multipart: formOf(['file', 'the contract', 'contract.pdf']),
  json: { payload: '{"uploads":[]}', headers: { 'content-type': 'application/json' } },
  tus: { payload: 'abc', headers: { 'content-type': 'application/offset+octet-stream' } },
  form: { payload: '', headers: form },
};
const tusHeaders = { 'tus-resumable': '1.0.0', 'upload-length': '3', 'upload-offset': '0' };

async function openLocks(context: TestContext, ...args: string[]) {
  const side = await openUploadPageFixture(context, ...args);
  const { app, database, codeFor } = side;
  const host = args.includes('--public-url') ? { host: 'files.example.com' } : {};

  /** A drop or a grant, and how its receiver opens it. */
  async function lock(kind: 'drop' | 'grant', terms: Partial<Dispatch> = {}) {
    const lent = await side.lend({ kind, secondFactor: 'email', ...terms });
    const { receiver } = lent;
    const url = kind === 'drop' ? lent.url.replace('/u/', '/d/') : lent.url;

    async function post(verb: string, payload: string, headers = {}) {
      const request = { payload, headers: { ...form, ...host, ...headers } };
      return await app.inject({ method: 'POST', url: `${url}/${verb}`, ...request });
    }

    /** Asks for a code, enters it, and returns the cookie that came back. */
    async function enterCode(): Promise<string> {
      const asked = await post('code', 'channel=email');
      assert.equal(asked.statusCode, 303);
      const cookie = asked.headers['set-cookie']?.toString().split(';')[0];
      const [mail] = await database.outbox.listFor(receiver.id);
      const code = codeFor(mail?.id ?? assert.fail('no code was sent'));
      const { headers } = await post('verify', `code=${code.slice(0, 4)}+${code.slice(4)}`, {
        cookie,
      });
      assert.equal(headers.location, url);
      return headers['set-cookie']?.toString() ?? assert.fail('the code was not taken');
    }

    return { url, receiver, post, enterCode };
  }

  return { app, database, host, lock };
}

test('until a code was entered, nothing comes of', async (t) => {
  const { app, database, lock } = await openLocks(t);
  for (const { path, method, body } of behindLinks) {
    await t.test(`${method} ${path}`, async () => {
      const { url, receiver, enterCode } = await lock(path.startsWith('/d') ? 'drop' : 'grant');
      const filled = path
        .replace(/^\/[du]\/:secret/, url)
        .replace(/:(?:fileId|upload)/, idFor('something'))
        .replace(':name', 'contract.pdf');
      const { payload, headers } =
        body === undefined ? { headers: {}, payload: undefined } : bodies[body];
      const request = { method, url: filled, ...(payload === undefined ? {} : { payload }) };
      const given = { ...tusHeaders, ...headers };

      const locked = await app.inject({ ...request, headers: given });
      const isPage = filled === url && method !== 'POST';
      assert.equal(locked.statusCode, isPage ? 200 : 403);
      assert.doesNotMatch(locked.body, /contract|Please send/);
      assert.doesNotMatch(Object.keys(locked.headers).join(), /upload-|tus-extension|\blocation/);
      if (!isPage && method !== 'HEAD' && body !== 'multipart') {
        assert.equal(locked.json<{ error: string }>().error, 'code_needed');
      }
      assert.deepEqual(await database.uploads.listFor(receiver.id), []);
      assert.deepEqual(await database.dispatches.listReturns(receiver.id), []);

      const cookie = (await enterCode()).split(';')[0] ?? '';
      const open = await app.inject({ ...request, headers: { ...given, cookie } });
      assert.notEqual(open.statusCode, 403);
      if (isPage && method === 'GET') assert.match(open.body, /Please send the signed contract/);
    });
  }
});

describe('the session of who entered a code', () => {
  test('opens the page it was entered on, and no other', async (t) => {
    const { app, lock } = await openLocks(t);
    const [{ url, enterCode }, other] = [await lock('grant'), await lock('grant')];
    const cookie = await enterCode();
    assert.match(
      cookie,
      /^valise-[0-9a-f]{16}=[\w-]{43}; Max-Age=\d+; Path=\/u\/[\w-]{43}; HttpOnly; SameSite=Lax$/,
    );
    const [pair = ''] = cookie.split(';');
    const look = async (address: string) =>
      (await app.inject({ url: address, headers: { cookie: pair } })).body;
    assert.match(await look(url), /Please send the signed contract/);
    assert.doesNotMatch(await look(other.url), /Please send/);
  });

  test('is bound to this host and to TLS where the service has https', async (t) => {
    const { app, lock, host } = await openLocks(t, '--public-url', 'https://files.example.com');
    const { url, enterCode } = await lock('drop');
    const cookie = await enterCode();
    assert.match(
      cookie,
      /^__Host-valise-[0-9a-f]{16}=[\w-]{43}; Max-Age=\d+; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    );
    const headers = { ...host, cookie: cookie.split(';')[0] ?? '' };
    assert.match((await app.inject({ url, headers })).body, /Please send the signed contract/);
  });
});

describe('the forms of the code page', () => {
  for (const verb of ['code', 'verify']) {
    test(`${verb}: refuses pages of other sites`, async (t) => {
      const { database, lock } = await openLocks(t);
      const { post } = await lock('grant');
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'https://evil.example' },
      ]) {
        assert.equal((await post(verb, 'channel=email&code=1', headers)).statusCode, 403);
      }
      assert.equal(await database.outbox.countCodes({ since: 0 }), 0);
      assert.equal((await database.audit.listNewest(1))[0]?.action, 'account.added');
    });

    test(`${verb}: answers a link that leads nowhere as it answers a page that needs no code`, async (t) => {
      const { app, lock } = await openLocks(t);
      const nowhere = `/u/${'A'.repeat(43)}`;
      const { url: open } = await lock('grant', { secondFactor: 'off' });
      for (const url of [nowhere, open]) {
        const request = { headers: form, payload: 'channel=email&code=12345678' };
        const answer = await app.inject({ method: 'POST', url: `${url}/${verb}`, ...request });
        assert.deepEqual([answer.statusCode, answer.headers.location, answer.body], [303, url, '']);
        assert.equal(answer.headers['set-cookie'], undefined);
      }
    });
  }

  test('take a channel that exists and no large form', async (t) => {
    const { database, lock } = await openLocks(t);
    const { post } = await lock('grant');
    assert.equal((await post('code', 'channel=fax')).statusCode, 400);
    assert.equal((await post('code', '')).statusCode, 400);
    assert.equal((await post('verify', `code=${'1'.repeat(10_000)}`)).statusCode, 413);
    assert.equal(await database.outbox.countCodes({ since: 0 }), 0);
  });

  test('lead back to the page in the language it was read in', async (t) => {
    const { app, lock } = await openLocks(t);
    const { url, post } = await lock('grant');
    const { headers } = await post('code?lang=sv', 'channel=email');
    assert.equal(headers.location, `${url}?lang=sv&asked=1`);
    const cookie = headers['set-cookie']?.toString().split(';')[0] ?? '';
    const { body } = await app.inject({ url: headers.location, headers: { cookie } });
    assert.match(body, /<html lang="sv">/);
    assert.match(body, /Vi har skickat en 8-siffrig kod till b•••@example\.com/);
  });
});
