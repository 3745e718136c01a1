import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { DispatchId } from '../../../domain/model/ids.ts';
import { host } from '../people-fixture.ts';
import { openSendFixture, toZoe } from './send-fixture.ts';

const password = 'blå båt 42';
const files = { 'secret-scan.txt': 'the scan' };
const contents = /secret-scan|the private message|X-rays of May/;

/** Alice sends with a password, to Zoe, who has an account. */
async function open(context: TestContext) {
  const fixture = await openSendFixture(context);
  const { begin, post, alice, database, installation, app } = fixture;
  const zoe = await fixture.addPerson('zoe@example.com');

  async function send(fields: Record<string, string> = {}): Promise<DispatchId> {
    const { path } = await begin();
    const named = { title: 'X-rays of May', message: 'the private message' };
    const answer = await post(path, { ...toZoe, ...named, password, ...fields }, { files });
    assert.equal(answer.statusCode, 303, answer.body);
    const [drop] = await database.dispatches.list({ accountId: alice.account.id, limit: 1 });
    return drop?.dispatch.id ?? assert.fail();
  }

  async function receiverOf(id: DispatchId) {
    return (await database.dispatches.find(id))?.receivers[0] ?? assert.fail();
  }

  /** What a holder of the link sees. */
  async function lookByLink(id: DispatchId): Promise<string> {
    const receiver = await receiverOf(id);
    const url = `/d/${installation.linkSecret(receiver.id, receiver.linkGeneration)}`;
    return (await app.inject({ url, headers: { host, accept: 'text/html' } })).body;
  }

  return { ...fixture, zoe, send, receiverOf, lookByLink };
}

test('a draft never has the password, and is not sent without one that it is to have', async (context) => {
  const { begin, post, alice, database, sentBy } = await open(context);
  const { path } = await begin();
  await post(path, { ...toZoe, act: 'save', password }, { files });
  const page = await alice.get(path);
  assert.match(page.body, /name="wantsPassword" type="checkbox" value="yes" checked/);
  assert.doesNotMatch(page.body, /blå båt|argon2/);
  assert.doesNotMatch(
    JSON.stringify(await database.drafts.listUnsent(alice.account.id, 0, 9)),
    /blå/,
  );
  for (const [written, status] of [
    ['', 422],
    ['1234567', 422],
    [password, 303],
  ] as const) {
    const sent = { ...toZoe, wantsPassword: 'yes', password: written };
    const answer = await post(path, sent);
    assert.equal(answer.statusCode, status, written);
    assert.doesNotMatch(answer.body, /1234567/);
    if (status === 422) assert.match(answer.body, /Enter a password of at least 8 characters/);
  }
  assert.equal((await sentBy()).length, 1);
  assert.match((await alice.get(path)).body, /Tell it to the recipients yourself/);
});

test('what needs a password is checked while files are still uploaded, and saved without it', async (context) => {
  const { begin, post } = await open(context);
  const { path } = await begin();
  const checked = await post(
    path,
    { ...toZoe, act: 'check', wantsPassword: 'yes' },
    { json: true },
  );
  const { problems } = checked.json<{ problems: { field: string }[] }>();
  assert.deepEqual(
    problems.map(({ field }) => field),
    ['password'],
  );
});

test('its receivers enter it behind the link and in the inbox, which shows the sender only until then', async (context) => {
  const { send, zoe, receiverOf, lookByLink, database } = await open(context);
  const id = await send();
  const shown = await lookByLink(id);
  assert.match(shown, /type="password"/);
  assert.doesNotMatch(shown, contents);
  const path = `/app/inbox/${(await receiverOf(id)).inboxToken}`;
  for (const list of ['/app/inbox', '/app/inbox/live', '/app/inbox?q=alice']) {
    const { body } = await zoe.get(list);
    assert.match(body, /Password needed/);
    assert.doesNotMatch(body, contents);
  }
  assert.match((await zoe.get('/app/inbox?q=private')).body, /Nothing found/);
  assert.match((await zoe.get(path)).body, /type="password"/);
  assert.doesNotMatch((await zoe.get(path)).body, contents);
  for (const act of ['send-on', 'answer', 'delete']) {
    assert.equal((await zoe.post(`${path}/${act}`)).statusCode, 403, act);
  }
  const wrong = await zoe.post(`${path}/password`, { password: 'wrong password' });
  assert.equal(wrong.headers['set-cookie'], undefined);
  assert.match(
    (await zoe.get(String(wrong.headers.location))).body,
    /That password is not correct/,
  );
  const entered = await zoe.post(`${path}/password`, { password });
  const cookie = `${zoe.cookie}; ${String(entered.headers['set-cookie']).split(';')[0]}`;
  assert.match((await zoe.get(path, { cookie })).body, contents);
  assert.match((await zoe.get('/app/inbox', { cookie })).body, /X-rays of May/);
  assert.doesNotMatch((await zoe.get(path)).body, contents, 'another browser of the person');
  const draft = await zoe.post(`${path}/send-on`, {}, { cookie });
  const page = await zoe.get(String(draft.headers.location));
  assert.match(page.body, /name="wantsPassword" type="checkbox" value="yes" checked/);
  assert.doesNotMatch(JSON.stringify(await database.audit.list(0, 99)), /blå båt|argon2/);
});

test('its sender sees that it has one, and gives it another', async (context) => {
  const { send, alice, zoe, receiverOf, post, begin } = await open(context);
  const id = await send();
  const page = await alice.get(`/app/sent/${id}`);
  assert.match(page.body, /Tell it to the recipients yourself/);
  assert.doesNotMatch(page.body, /argon2|blå båt/);
  const path = `/app/inbox/${(await receiverOf(id)).inboxToken}`;
  const entered = await zoe.post(`${path}/password`, { password });
  const cookie = `${zoe.cookie}; ${String(entered.headers['set-cookie']).split(';')[0]}`;
  const short = await alice.post(`/app/sent/${id}/password`, { password: 'short' });
  assert.equal(short.statusCode, 422);
  assert.match(short.body, /at least 8 characters/);
  const set = await alice.post(`/app/sent/${id}/password`, { password: 'another one' });
  assert.equal(set.headers.location, `/app/sent/${id}?done=password`);
  assert.match((await alice.get(set.headers.location ?? '')).body, /The new password applies now/);
  assert.doesNotMatch((await zoe.get(path, { cookie })).body, contents);
  assert.equal((await zoe.post(`/app/sent/${id}/password`, { password })).statusCode, 404);
  const plain = await begin();
  await post(plain.path, toZoe, { files });
  const without = /\/app\/sent\/([\w-]{22})/.exec((await alice.get(plain.path)).body)?.[1];
  const refused = await alice.post(`/app/sent/${without}/password`, { password });
  assert.equal(refused.statusCode, 422);
  assert.doesNotMatch((await alice.get(`/app/sent/${without}`)).body, /Set a new password/);
});

test('Send again and templates take over that there is one, and never which', async (context) => {
  const { send, alice } = await open(context);
  const id = await send();
  const again = await alice.post(`/app/sent/${id}/again`);
  const page = await alice.get(String(again.headers.location));
  assert.match(page.body, /name="wantsPassword" type="checkbox" value="yes" checked/);
  assert.match(page.body, /never taken over from another transfer/);
  assert.doesNotMatch(page.body, /blå båt|argon2/);
  await alice.post('/app/templates/new', { drop: id, name: 'Scans' });
  const templates = await alice.get('/app/templates');
  assert.match(templates.body, /Protected by a password/);
});
