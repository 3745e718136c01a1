import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { sampleContact } from '../../../testing/samples.ts';
import { mailPolicy } from '../../connection/response-headers.ts';
import { openSendFixture } from './send-fixture.ts';

/** A draft to Zoë, whose contact says that she reads Swedish. */
async function openDraft(context: TestContext, fields: Record<string, string> = {}) {
  const fixture = await openSendFixture(context);
  const { alice, database, begin, upload, post } = fixture;
  const zoe = sampleContact('zoe@example.com', { nick: 'Zoë', language: 'sv' });
  await database.contactBook.addAll(alice.account.id, [zoe]);
  const draft = await begin();
  await upload(draft.endpoint, 'plan.pdf', 'x');
  const shown = { receivers: 'zoe@example.com', title: 'The plans', message: 'Look at <page 2>' };
  const answer = await post(draft.path, { ...shown, ...fields, act: 'preview' });
  assert.equal(answer.statusCode, 303, answer.body);
  assert.equal(answer.headers.location, `${draft.path}/preview`);
  return { ...fixture, ...draft, fields: { ...shown, ...fields } };
}

test('the mail is shown in a frame, as its first receiver gets it, and nothing of it runs', async (context) => {
  const { alice, path } = await openDraft(context);
  const page = await alice.get(`${path}/preview`);
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /zoe@example\.com/);
  assert.match(page.body, new RegExp(`<iframe[^]*sandbox=""\\s+src="${path}/preview/mail"`));
  assert.match(String(page.headers['content-security-policy']), /; frame-src 'self'$/);
  const mail = await alice.get(`${path}/preview/mail`);
  assert.equal(mail.headers['content-security-policy'], mailPolicy);
  assert.match(mailPolicy, /^sandbox; default-src 'none';/);
  assert.equal(mail.headers['x-frame-options'], 'SAMEORIGIN');
  assert.match(mail.body, /<html lang="sv"/);
  assert.match(mail.body, /Look at &lt;page 2&gt;[^]*plan\.pdf/);
  assert.match(mail.body, /\/d\/example"/);
});

test('the language that is chosen is that of the preview and of the mails, reminders too', async (context) => {
  const { alice, path, post, fields, database } = await openDraft(context, { mailLanguage: 'de' });
  assert.match((await alice.get(path)).body, /<option value="de" selected>Deutsch/);
  assert.match((await alice.get(`${path}/preview/mail`)).body, /<html lang="de"/);
  await post(path, { ...fields, act: 'send' });
  const page = { filter: 'all', limit: 1, now: Date.now(), endsBefore: Date.now() } as const;
  const [drop = assert.fail()] = await database.sent.list(alice.account.id, page);
  const [receiver] = await database.sent.listReceivers(drop.dispatch.id, { limit: 1 });
  assert.equal(receiver?.language, 'de');
});

test('what is behind a code or a password is not in the mail', async (context) => {
  const { alice, path } = await openDraft(context, { secondFactor: 'email' });
  const mail = await alice.get(`${path}/preview/mail`);
  assert.doesNotMatch(mail.body, /plan\.pdf|The plans|page 2/);
  assert.doesNotMatch((await alice.get(`${path}/preview`)).body, /The plans/);
});

test('a draft of another person, and one that is not stored, have no preview', async (context) => {
  const { alice, path, addPerson, open } = await openDraft(context);
  const eve = await addPerson('eve@example.com');
  for (const page of [`${path}/preview`, `${path}/preview/mail`]) {
    assert.equal((await eve.get(page)).statusCode, 404);
  }
  assert.equal((await alice.get(`${(await open()).path}/preview`)).statusCode, 404);
});

test('without a receiver, the mail is shown as the sender would get it; a day that is over is told', async (context) => {
  const { alice, path } = await openDraft(context, { receivers: '' });
  const page = await alice.get(`${path}/preview`);
  assert.match(page.body, /alice@example\.com/);
  const late = await openDraft(context, { lifetime: 'date', date: '2020-01-01' });
  const { statusCode, headers } = await late.alice.get(`${late.path}/preview`);
  assert.deepEqual([statusCode, headers.location], [303, late.path]);
});
