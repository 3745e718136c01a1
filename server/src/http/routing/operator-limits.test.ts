import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import type { UploadPageFixture } from '../upload-page/upload-page-fixture.ts';
import { alice, formOf, openUploadPageFixture } from '../upload-page/upload-page-fixture.ts';

const authorization = `Basic ${Buffer.from(`${alice.email}:${alice.key}`).toString('base64')}`;

/** Sends JSON to an operation of the account. */
async function operate({ app }: UploadPageFixture, operation: string, payload: object) {
  const page = await app.inject({ url: `/${alice.email}/`, headers: { authorization } });
  const token = /name="csrftoken" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
  return await app.inject({
    method: 'POST',
    url: `/${alice.email}/cgi/${operation}.cgi`,
    headers: { authorization, 'csrf-token': token },
    payload,
  });
}

async function lendTo(side: UploadPageFixture, ...emails: string[]) {
  const people = emails.map((email) => ({ email }));
  await operate(side, 'contacts_add', people);
  assert.equal((await operate(side, 'receivers_set', people)).statusCode, 200);
  return await operate(side, 'givedrop', {});
}

test('a link that is used too often in a minute is answered 429, and no other is', async (t) => {
  const side = await openUploadPageFixture(t, '--link-request-rate', '3');
  const [often, other] = [await side.lend(), await side.lend()];
  const look = (url: string) => side.app.inject({ url });
  for (let times = 0; times < 3; times += 1) {
    assert.equal((await look(often.url)).statusCode, 200);
  }
  const refused = await look(often.url);
  assert.equal(refused.statusCode, 429);
  assert.match(String(refused.headers['retry-after']), /^[1-9]\d?$/);
  assert.equal((await look(other.url)).statusCode, 200);
});

for (const [who, setting, status] of [
  ['a link', '--transfers-per-link', 429],
  ['a server', '--max-transfers', 503],
] as const) {
  test(`${who} busy with as many transfers as it may have is answered ${status}`, async (t) => {
    const side = await openUploadPageFixture(t, setting, '1');
    const { app } = side;
    const { url } = await side.lend();
    const form = formOf(['file', 'text', 'a.txt']);
    const half = Math.ceil(form.payload.length / 2);
    const line = new PassThrough();
    line.write(form.payload.subarray(0, half));
    // It begins when it is awaited.
    const running = app
      .inject({ method: 'POST', url, headers: form.headers, payload: line })
      .then(({ statusCode }) => statusCode);
    const another = () => app.inject({ method: 'POST', url, ...form });

    const refused = await another();
    assert.equal(refused.statusCode, status);
    assert.equal(refused.headers['retry-after'], '10');
    assert.equal((await app.inject({ url })).statusCode, 200, 'its page is no transfer');
    line.end(form.payload.subarray(half));
    assert.ok((await running) < 400);
    assert.ok((await another()).statusCode < 400);
  });
}

test('a transfer has no more receivers than the operator allows', async (t) => {
  const side = await openUploadPageFixture(t, '--max-receivers', '1');
  const refused = await lendTo(side, 'bob@example.com', 'carol@example.com');
  assert.equal(refused.statusCode, 422);
  assert.match(refused.body, /one transfer may have 1/);
  assert.equal((await lendTo(side, 'bob@example.com')).statusCode, 200);
});

test('an account has no more mails in a day than the operator allows', async (t) => {
  const side = await openUploadPageFixture(t, '--mails-per-day', '1');
  assert.equal((await lendTo(side, 'bob@example.com')).statusCode, 200);
  const refused = await lendTo(side, 'carol@example.com');
  assert.equal(refused.statusCode, 429);
  assert.ok(Number(refused.headers['retry-after']) > 23 * 3600);
});

test('an upload page takes 10 GB unless the operator says otherwise', async (t) => {
  const side = await openUploadPageFixture(t);
  const { url } = await side.lend();
  assert.match((await side.app.inject({ url })).body, /10 GB in total/);
});
