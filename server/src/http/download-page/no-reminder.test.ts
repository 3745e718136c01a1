import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day, hour } from '../../domain/model/clock.ts';
import { noReminderToken, createReminding } from '../../domain/dispatches/reminding.ts';
import { openDownloadPageFixture } from './download-page-fixture.ts';

const accept = 'text/html';
const oneClick = {
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: 'List-Unsubscribe=One-Click',
};

test('a reminder is declined by a mail program’s one click, and looking declines nothing', async (t) => {
  const side = await openDownloadPageFixture(t);
  const { app, database, hasher, clock } = side;
  const emails = ['bob@example.com', 'carol@example.com'];
  const { receivers, secret } = await side.drop({ 'a.txt': 'a' }, { emails, language: 'sv' });
  const [bob = assert.fail(), carol = assert.fail()] = receivers;
  const url = `/no-reminder/${bob.id}/${noReminderToken(hasher, bob.id)}`;

  for (const method of ['GET', 'HEAD'] as const) {
    assert.equal((await app.inject({ method, url, headers: { accept } })).statusCode, 200);
  }
  const asked = await app.inject({ url, headers: { accept } });
  assert.match(asked.body, /<html lang="sv">[^]*Påminn mig inte/);
  assert.ok(asked.body.includes(`action="${url}"`));
  assert.ok(!asked.body.includes(secret));
  assert.equal((await database.outbox.listFor(bob.id)).length, 1);

  for (let clicks = 0; clicks < 2; clicks += 1) {
    const done = await app.inject({ method: 'POST', url, ...oneClick });
    assert.equal(done.statusCode, 200);
    assert.match(done.body, /Du får ingen påminnelse/);
  }
  const [declined, ...others] = await database.outbox.listFor(bob.id);
  assert.deepEqual([declined?.kind, declined?.state], ['reminder', 'withdrawn']);
  assert.equal(others.length, 1);

  clock.advance(6 * day + hour);
  assert.equal(await createReminding({ ...side, remindBeforeMs: day }).remindReceivers(), 1);
  const kinds = (await database.outbox.listFor(carol.id)).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['reminder', 'download']);
});

test('nobody declines for others', async (t) => {
  const { app, database, hasher, drop } = await openDownloadPageFixture(t);
  const one = await drop({ 'a.txt': 'a' });
  const other = await drop({ 'a.txt': 'a' });
  const token = noReminderToken(hasher, other.receiver.id);
  for (const url of [
    `/no-reminder/${one.receiver.id}/${token}`,
    `/no-reminder/${one.receiver.id}/${one.secret}`,
    `/no-reminder/${one.receiver.id}/x`,
    `/no-reminder/nonsense/${token}`,
  ]) {
    assert.equal((await app.inject({ method: 'POST', url, ...oneClick })).statusCode, 404, url);
  }
  assert.equal((await database.outbox.listFor(one.receiver.id)).length, 1);
});
