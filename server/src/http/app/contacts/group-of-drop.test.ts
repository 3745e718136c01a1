import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { openPeopleFixture } from '../people-fixture.ts';
import { addDrop } from '../sent/sent-fixture.ts';

/** Alice has sent a drop to three people, of whom one is a contact. */
async function open(context: TestContext) {
  const fixture = await openPeopleFixture(context);
  const alice = await fixture.addPerson('alice@example.com');
  await alice.post('/app/contacts/new', { email: 'bob@example.com', nick: 'Bob Berg' });
  const { drop } = await addDrop(fixture, alice, {
    label: 'plans',
    emails: ['bob@example.com', 'zoe@example.com', 'erased-1234@erased.invalid'],
    names: ['plan.pdf'],
  });
  return { ...fixture, alice, drop, path: `/app/contacts/groups/new?of=${drop.id}` };
}

test('the recipients of a transfer become a group, and who is no contact becomes one', async (context) => {
  const { alice, drop, path } = await open(context);
  const form = (await alice.get(path)).body;
  assert.match(form, /zoe@example\.com/);
  assert.doesNotMatch(form, /erased\.invalid/);
  const again = await alice.post('/app/contacts/groups/new', { of: drop.id, name: ' ' });
  assert.equal(again.statusCode, 422);
  assert.match(again.body, /Enter a name/);
  const saved = await alice.post('/app/contacts/groups/new', { of: drop.id, name: 'Plans <b>' });
  const group = String(saved.headers.location);
  assert.match(group, /^\/app\/contacts\/groups\/[\w-]{22}\?done=groupAdded$/);
  const page = (await alice.get(group)).body;
  assert.match(page, /Plans &lt;b&gt;/);
  assert.match(page, /zoe@example\.com/);
  assert.match(page, /Bob Berg/, 'a contact stays as it is');
  assert.match((await alice.get('/app/contacts')).body, /zoe@example\.com/);
  const taken = await alice.post('/app/contacts/groups/new', { of: drop.id, name: 'plans <B>' });
  assert.equal(taken.statusCode, 422);
});

test('a transfer of somebody else is not there', async (context) => {
  const { addPerson, drop, path } = await open(context);
  const mallory = await addPerson('mallory@example.com');
  assert.equal((await mallory.get(path)).statusCode, 404);
  const posted = await mallory.post('/app/contacts/groups/new', { of: drop.id, name: 'Mine' });
  assert.equal(posted.statusCode, 404);
});

test('a contact is sent to, and asked, from its page', async (context) => {
  const { alice } = await open(context);
  const list = (await alice.get('/app/contacts')).body;
  const [, path = assert.fail(list)] =
    /href="(\/app\/contacts\/(?!new|groups|import)[\w-]+)"/.exec(list) ?? [];
  const page = (await alice.get(path)).body;
  assert.match(page, /href="\/app\/requests\/new\?to=bob%40example\.com"/);
  assert.match(
    (await alice.get('/app/requests/new?to=bob%40example.com')).body,
    />\s*bob@example\.com<\/textarea>/,
  );
  const begun = await alice.post(`${path}/send`);
  assert.match(
    (await alice.get(String(begun.headers.location))).body,
    /bob@example\.com<\/textarea>/,
  );
});
