import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { parseCsv } from '../../../domain/model/csv.ts';
import { host } from '../people-fixture.ts';
import { openSendFixture, toZoe } from './send-fixture.ts';

const files = { 'plan.txt': 'the plan' };
const toAnyone = { act: 'send', receivers: '', anyone: 'yes' };

async function open(context: TestContext, ...args: string[]) {
  const fixture = await openSendFixture(context, ...args);
  const { begin, post, alice, database, app } = fixture;

  /** Sends to anyone, and to others where fields say so; returns the page after it and the address of the drop. */
  async function send(fields: Record<string, string> = {}) {
    const { path } = await begin();
    const answer = await post(path, { ...toAnyone, ...fields }, { files });
    assert.equal(answer.statusCode, 303, answer.body);
    const { body } = await alice.get(path);
    const [drop] = await database.dispatches.list({ accountId: alice.account.id, limit: 1 });
    return { body, drop: drop ?? assert.fail(), path: `/app/sent/${drop?.dispatch.id ?? ''}` };
  }

  const look = (url: string) => app.inject({ url, headers: { host, accept: 'text/html' } });

  return { ...fixture, send, look };
}

function linkIn(body: string): string {
  const [, link = assert.fail(body)] = /<code class="link-text"[^>]*>([^<]*)</.exec(body) ?? [];
  return new URL(link).pathname;
}

test('a draft goes to anyone, and its link is shown, followed and ended', async (t) => {
  const { send, look, alice, begin, database } = await open(t, '--anyone-links');
  assert.match((await alice.get((await begin()).path)).body, /name="anyone" type="checkbox"/);
  const { body, path, drop } = await send();
  assert.match(body, /Your link is ready/);
  assert.doesNotMatch(body, /e-mails? go(es)? out/);
  assert.deepEqual(await database.outbox.listFor(...drop.receivers.map(({ id }) => id)), []);
  const link = linkIn(body);
  const page = await look(link);
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /plan\.txt/);

  const sent = await alice.get(path);
  assert.match(sent.body, /Opened: 0\. Downloaded: 0\./);
  assert.match((await alice.get('/app/sent')).body, /Anyone with the link/);
  const id = drop.receivers[0]?.id ?? '';
  const shown = await alice.post(`${path}/anyone/${id}/link`);
  assert.equal(linkIn(shown.body), link);
  const revoked = await alice.post(`${path}/anyone/${id}/revoke`);
  assert.equal(revoked.headers.location, `${path}?done=linkRevoked`);
  assert.match((await alice.get(`${path}?done=linkRevoked`)).body, /The link has been revoked/);
  assert.equal((await look(link)).statusCode, 404);
  const actions = (await database.audit.list(0, 99)).map(({ action }) => action);
  for (const action of ['drop.created', 'dispatch.link_shown', 'drop.link_revoked']) {
    assert.ok(actions.includes(action as (typeof actions)[number]), action);
  }
});

test('a drop to nobody by name has a row in the CSV, and offers nothing that is for people', async (t) => {
  const { send, alice } = await open(t, '--anyone-links');
  const { path, drop } = await send({ title: 'Plans' });
  const { body } = await alice.get(path);
  assert.doesNotMatch(body, /contacts\/groups\/new|act=remind/);
  const id = drop.receivers[0]?.id ?? '';
  await alice.post(`${path}/anyone/${id}/revoke`);
  const [, row, ...more] = parseCsv((await alice.get('/app/sent.csv')).body);
  assert.deepEqual(more, []);
  const [title, , email, name, mail] = row?.cells.slice(6) ?? [];
  assert.deepEqual(
    [title, email, name, mail],
    ['Plans', '', 'Anyone with the link. Opened: 0. Downloaded: 0.', ''],
  );
  assert.match(row?.cells.at(-1) ?? '', /^2026-/);
  const reminded = await alice.post('/app/sent/many', { act: 'remind', id: drop.dispatch.id });
  assert.ok(reminded.statusCode < 500, reminded.body);
});

test('a drop to people can have one besides, made with it or later', async (t) => {
  const { send, alice } = await open(t, '--anyone-links');
  const both = await send(toZoe);
  assert.match(both.body, /On its way to 1 person/);
  linkIn(both.body);
  const made = await alice.post(`${both.path}/anyone`);
  assert.equal(made.headers.location, `${both.path}?done=linkMade`);
  const { body } = await alice.get(both.path);
  assert.equal(body.match(/Opened: 0\./g)?.length, 2);
  assert.match(body, /zoe@example\.com/);
});

test('none is offered or made where the operator allows none, and none with a code', async (t) => {
  const off = await open(t);
  const { path } = await off.begin();
  assert.doesNotMatch((await off.alice.get(path)).body, /name="anyone"/);
  assert.equal((await off.post(path, toAnyone, { files })).statusCode, 422);
  const on = await open(t, '--anyone-links');
  const draft = await on.begin();
  const coded = await on.post(draft.path, { ...toAnyone, secondFactor: 'email' }, { files });
  assert.equal(coded.statusCode, 422);
  assert.match(coded.body, /There can be no link for anyone here/);
  assert.deepEqual(await on.sentBy(), []);
});
