import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noMailToken } from '../../domain/notices/mail-limits.ts';
import { openDownloadPageFixture } from './download-page-fixture.ts';

const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };

test('a receiver refuses mail from one sender or from all by a button; looking changes nothing', async (t) => {
  const side = await openDownloadPageFixture(t);
  const { app, database, hasher } = side;
  const { receiver, secret, dispatch } = await side.drop({ 'a.txt': 'a' }, { language: 'sv' });
  const url = `/no-mail/${receiver.id}/${noMailToken(hasher, receiver.id)}`;
  for (const method of ['GET', 'HEAD'] as const) {
    assert.equal((await app.inject({ method, url, headers })).statusCode, 200);
  }
  const page = (await app.inject({ url, headers })).body;
  assert.match(page, /<html lang="sv">[^]*Inga fler mejl från den här avsändaren/);
  assert.ok(page.includes(`action="${url}"`) && !page.includes(secret));
  assert.ok(!page.includes('<script'));
  const nothing = await app.inject({ method: 'POST', url, headers, payload: 'from=nobody' });
  assert.equal(nothing.statusCode, 200);
  assert.deepEqual(await database.suppressions.list(), []);

  for (const from of ['sender', 'sender', 'all']) {
    const done = await app.inject({ method: 'POST', url, headers, payload: `from=${from}` });
    assert.equal(done.statusCode, 200);
    assert.match(done.body, /Du får inga fler mejl/);
  }
  const refusals = (await database.suppressions.list()).map(({ email, accountId }) => [
    email,
    accountId,
  ]);
  assert.deepEqual(refusals, [
    [receiver.email, undefined],
    [receiver.email, dispatch.accountId],
  ]);
  const records = (await database.audit.listNewest(9)).filter(
    ({ action }) => action === 'mail.unwanted',
  );
  assert.equal(records.length, 2, 'a second click is no second act');
  assert.equal((await app.inject({ url: `/d/${secret}`, headers })).statusCode, 200);
});

test('nobody refuses mail for others, and no foreign page does', async (t) => {
  const { app, database, hasher, drop } = await openDownloadPageFixture(t);
  const one = await drop({ 'a.txt': 'a' });
  const other = await drop({ 'a.txt': 'a' });
  const token = noMailToken(hasher, other.receiver.id);
  for (const url of [
    `/no-mail/${one.receiver.id}/${token}`,
    `/no-mail/${one.receiver.id}/${one.secret}`,
    `/no-mail/nonsense/${token}`,
  ]) {
    const answer = await app.inject({ method: 'POST', url, headers, payload: 'from=all' });
    assert.equal(answer.statusCode, 404, url);
  }
  const foreign = await app.inject({
    method: 'POST',
    url: `/no-mail/${other.receiver.id}/${token}`,
    headers: { ...headers, origin: 'https://evil.example' },
    payload: 'from=all',
  });
  assert.equal(foreign.statusCode, 403);
  assert.deepEqual(await database.suppressions.list(), []);
});
