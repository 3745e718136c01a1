import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day } from '../../domain/model/clock.ts';
import { formatsOf } from '../../i18n/formats.ts';
import { openSendFixture, toZoe } from './send/send-fixture.ts';
import { addDrop } from './sent/sent-fixture.ts';

test('who may send no more e-mails reads on every page when they can again', async (context) => {
  const side = await openSendFixture(context, '--mails-per-day', '1');
  const { alice, clock, begin, post } = side;
  const sample = { label: 'first', emails: ['zoe@example.com'], names: ['a.pdf'] };
  const { drop } = await addDrop(side, alice, sample);
  const from = formatsOf({ language: 'en', timeZone: 'UTC' }).dateTime(drop.createdAt + day);
  // The answer gives whole seconds, so that the minute may be the next one.
  const next = formatsOf({ language: 'en', timeZone: 'UTC' }).dateTime(drop.createdAt + day + 2000);
  const saysWhen = (text: string) =>
    [from, next].some((date) => text.includes(`from ${date}`)) || assert.fail(text);
  assert.ok(clock.now() < drop.createdAt + day);

  const { path } = await begin();
  const sent = await post(path, { ...toZoe, act: 'send' }, { files: { 'a.txt': 'text' } });
  assert.equal(sent.statusCode, 422);
  saysWhen(sent.body);

  const email = { email: 'yan@example.com' };
  saysWhen((await alice.post(`/app/sent/${drop.id}/receivers`, email)).body);

  const asked = { way: 'mail', receivers: 'bob@example.com', days: '7', key: 'one' };
  const refused = await alice.post('/app/requests/new', asked);
  assert.equal(refused.statusCode, 422);
  saysWhen(refused.body);
  const many = await alice.post('/app/requests/new', { ...asked, receivers: 'a@x.org, b@x.org' });
  assert.match(many.body, /more addresses than one request can have/);
});

test('an administrator shows, sets and takes back how many e-mails an account may send', async (context) => {
  const { alice, addPerson, database } = await openSendFixture(context, '--mails-per-day', '321');
  const admin = await addPerson('admin@example.com', { role: 'admin' });
  const path = `/app/admin/accounts/${alice.account.id}`;
  const limit = async () => (await database.accounts.find(alice.account.id))?.mailsPerDay;
  assert.match((await admin.get(path)).body, /default: 321\./);
  assert.equal((await admin.post(`${path}/mail-limit`, { mails: '20000' })).statusCode, 303);
  assert.equal(await limit(), 20_000);
  assert.equal((await database.audit.listNewest(1))[0]?.action, 'account.mail_limit_set');
  assert.match((await admin.get(path)).body, /name="mails"[^>]*value="20000"/);
  for (const wrong of ['0', '-1', '1.5', 'many', '10000001']) {
    const answer = await admin.post(`${path}/mail-limit`, { mails: wrong });
    assert.equal(answer.statusCode, 422, wrong);
    assert.ok(answer.body.includes(`value="${wrong}"`));
  }
  assert.equal((await admin.post(`${path}/mail-limit`, { mails: '' })).statusCode, 303);
  assert.equal(await limit(), undefined);
});
