import assert from 'node:assert/strict';
import { request } from 'node:http';
import { PassThrough } from 'node:stream';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountsOf } from '../commands/account/account-list.ts';
import { operator } from '../commands/installation/open-data.ts';
import { systemClock as clock } from '../platform/system.ts';
import { openTestApp } from './test-app-fixture.ts';

const email = 'alice@example.com';
const limit = { timeout: 300_000 };

const firstHalf =
  '--b\r\ncontent-disposition: form-data; name="do"\r\n\r\nupload\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nfirst half';

/** An app with an account, and the headers of an upload. */
async function openAccount(t: TestContext) {
  const opened = await openTestApp(t, { opening: { create: true, migrates: true } });
  const { app, installation, config } = opened;
  const accounts = accountsOf(installation, config);
  const { account, key = '' } = await accounts.add(operator, {
    email,
    number: '46700000001',
    role: 'api',
    key: undefined,
  });
  const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
  const page = await app.inject({ url: `/${email}/`, headers: { authorization } });
  const token = /name="csrftoken" value="([^"]+)"/.exec(page.body)?.[1] ?? assert.fail();
  const headers = {
    authorization,
    'csrf-token': token,
    'content-type': 'multipart/form-data; boundary=b',
  };
  return { ...opened, accounts, account, headers };
}

/** An app, and an upload to it of which the first half has come. */
async function openUploading(t: TestContext) {
  const { app, installation, coordination, accounts, account, headers } = await openAccount(t);
  const { uploads, tokenUses } = coordination;
  assert.equal(await uploads.oldest(), undefined);

  const body = new PassThrough();
  body.write(firstHalf);
  const answer = app.inject({
    method: 'POST',
    url: `/${email}/cgi/upload.cgi`,
    headers,
    payload: body,
  });
  let oldest = await uploads.oldest();
  // An injected request begins when it is awaited.
  const ended = answer.then(({ statusCode }) => statusCode);
  for (; oldest === undefined; oldest = await uploads.oldest()) await sleep(5);
  return {
    accounts,
    account,
    uploads,
    tokenUses,
    installation,
    oldest,
    end: async () => {
      body.end('\r\n--b--\r\n');
      return await ended;
    },
  };
}

test(
  'a process tells the others of its oldest upload, and of the token that it carries',
  limit,
  async (t) => {
    const begunAt = clock.now();
    const { account, uploads, tokenUses, oldest, end } = await openUploading(t);
    assert.ok(oldest >= begunAt - 1 && oldest <= clock.now(), `since ${oldest}`);
    assert.ok((await tokenUses.take(account.id)).some(({ isRunning }) => isRunning));
    assert.equal(await end(), 200);
    assert.equal(await uploads.oldest(), undefined);
  },
);

for (const [what, overlapMs, status] of [
  ['is refused once its API key has ended', 0, 401],
  ['is accepted while its API key is good for the overlap of a rotation', 3_600_000, 200],
] as const) {
  test(`an upload ${what}`, limit, async (t) => {
    const { accounts, account, installation, end } = await openUploading(t);
    await accounts.rotateKey(operator, email, { overlapMs });
    assert.equal(await end(), status);
    const tray = await installation.database.files.listTray(account.id);
    assert.equal(tray.length, status === 200 ? 1 : 0);
  });
}

test(
  'an upload is refused and cut within seconds of the end of its key, also while nothing comes',
  limit,
  async (t) => {
    const { app, accounts, account, installation, headers } = await openAccount(t);
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const upload = request(`${origin}/${email}/cgi/upload.cgi`, { method: 'POST', headers });
    const closed = new Promise((resolve) => upload.on('error', resolve).on('close', resolve));
    const answered = new Promise<number | undefined>((resolve) => {
      upload.on('response', (answer) => {
        answer.on('error', () => undefined).resume();
        resolve(answer.statusCode);
      });
    });
    upload.write(firstHalf);
    await sleep(100);
    const { keys } = await accounts.get(email);
    const begunAt = performance.now();
    await accounts.endKey(operator, email, keys[0]?.id ?? '');
    assert.equal(await answered, 401);
    await closed;
    assert.ok(performance.now() - begunAt < 5000);
    assert.deepEqual(await installation.database.files.listTray(account.id), []);
  },
);
