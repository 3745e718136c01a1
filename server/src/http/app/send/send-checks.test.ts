import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { complete } from '../../../domain/model/contact.ts';
import type { Suggestion } from '../../../domain/drafts/suggestions.ts';
import type { ContactGroupId } from '../../../domain/model/ids.ts';
import { ownForm } from '../people-fixture.ts';
import type { DraftFacts } from './compose-slip.ts';
import type { Fields } from './send-fixture.ts';
import { openSendFixture, toZoe } from './send-fixture.ts';

interface Saved {
  facts: DraftFacts;
  known: Suggestion[];
  problems: { field: string; text: string }[];
}

const inTenDays = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);

describe('how long files are available, without scripts', () => {
  test('a date that is filled in is what is sent, though its button was not chosen', async (context) => {
    const { begin, post, alice, database } = await openSendFixture(context);
    const { path } = await begin();
    const files = { 'a.txt': 'text' };
    await post(path, { ...toZoe, lifetime: '7', date: inTenDays }, { files });
    const [drop] = await database.dispatches.list({ accountId: alice.account.id, limit: 1 });
    const until = new Date(drop?.dispatch.expiresAt ?? 0).toISOString().slice(0, 10);
    assert.equal(until, inTenDays);
  });

  test('a number of days takes a date back that was saved', async (context) => {
    const { begin, post, alice } = await openSendFixture(context);
    const { path } = await begin();
    await post(path, { act: 'save', lifetime: 'date', date: inTenDays });
    await post(path, { act: 'save', lifetime: '30', date: inTenDays });
    assert.match((await alice.get(path)).body, /name="lifetime" value="30" checked/);
  });

  test('a number of days and a date that are both chosen now are asked about', async (context) => {
    const { begin, post, sentBy } = await openSendFixture(context);
    const { path } = await begin();
    const both = { ...toZoe, lifetime: '30', date: inTenDays };
    const answer = await post(path, both, { files: { 'a.txt': 'text' } });
    assert.equal(answer.statusCode, 422);
    assert.match(answer.body, /Choose either a number of days or a date/);
    assert.deepEqual(await sentBy(), []);
  });
});

describe('Send', () => {
  test('names everything that is wrong at once', async (context) => {
    const { begin, post } = await openSendFixture(context);
    const { path } = await begin();
    const fields = { act: 'send', lifetime: 'date', date: '2020-01-01', message: 'a\u0000b' };
    const answer = await post(path, { ...fields, downloadLimit: '0' });
    assert.equal(answer.statusCode, 422);
    for (const text of [
      /Add at least one recipient/,
      /Add at least one file/,
      /Choose a later date/,
      /The message is too long or contains/,
      /whole number from 1 to 1000/,
    ])
      assert.match(answer.body, text);
  });

  test('checks all but files while these are still being uploaded, and sends nothing', async (context) => {
    const { begin, post, sentBy } = await openSendFixture(context);
    const { path } = await begin();
    async function check(fields: Fields): Promise<(string | number)[]> {
      const answer = await post(path, { act: 'check', ...fields }, { json: true });
      const fieldsAtFault = answer.json<Saved>().problems.map(({ field }) => field);
      return [answer.statusCode, ...fieldsAtFault];
    }
    const past = { lifetime: 'date', date: '2020-01-01' };
    assert.deepEqual(await check({}), [422, 'receivers']);
    assert.deepEqual(await check(past), [422, 'receivers', 'lifetime']);
    assert.deepEqual(await check({ receivers: 'zoe@example.com', ...past }), [422, 'lifetime']);
    assert.deepEqual(await check({ receivers: 'zoe@example.com' }), [200]);
    assert.deepEqual(await sentBy(), []);
  });
});

test('the summary counts the members of groups, and each address once', async (context) => {
  const { begin, post, alice, database } = await openSendFixture(context);
  const { id: accountId } = alice.account;
  const emails = ['a@example.com', 'b@example.com', 'c@example.com'];
  const id = 'group0000000000000000g' as ContactGroupId;
  const unset = { number: undefined, language: undefined, groups: undefined, nick: undefined };
  const contacts = emails.map((email) => complete({ email, ...unset }));
  await database.contacts.replaceLocal(accountId, contacts);
  await database.contactGroups.add(accountId, { id, name: 'Ward', createdAt: 1 });
  await database.contactGroups.addMembers(accountId, id, emails);
  const { path } = await begin();
  const receivers = 'Ward\na@example.com\nzoe@example.com';
  const answer = await post(path, { act: 'save', receivers }, { json: true });
  const { facts, known } = answer.json<Saved>();
  assert.equal(facts.people, '4 recipients');
  // What chips say of groups and contacts.
  assert.deepEqual(known, [{ receiver: 'Ward', nick: '', members: 3 }]);
  assert.match((await alice.get(path)).body, /data-fact="people">4 recipients</);
});

test('who was signed out is led back to the draft', async (context) => {
  const { begin, alice, app } = await openSendFixture(context);
  const { path } = await begin();
  await alice.post('/sign-out');
  const headers = { ...ownForm, referer: `${ownForm.origin}${path}`, accept: 'text/html' };
  const answer = await app.inject({ method: 'POST', url: path, headers });
  assert.equal(answer.statusCode, 401, answer.body);
  assert.ok(answer.body.includes(`href="/sign-in?next=${encodeURIComponent(path)}"`), answer.body);
});

test('Home and Send name unsent drafts by their first file or recipients, and each can be discarded there', async (context) => {
  const { begin, post, alice } = await openSendFixture(context);
  const [first, second, empty] = [await begin(), await begin(), await begin()];
  await post(first.path, { act: 'save' }, { files: { 'scan.dcm': 'text', 'b.txt': 'text' } });
  await post(second.path, { act: 'save', receivers: 'zoe@example.com' });
  for (const page of ['/app/', empty.path]) {
    const { body } = await alice.get(page);
    const names = [
      ...body.matchAll(/<a class="row-link clamp" href="\/app\/send\/[^"]+"\s*>(?:<bdi>)?([^<]+)/g),
    ];
    assert.deepEqual(
      names.map(([, name]) => name?.trim()),
      ['zoe@example.com', 'scan.dcm'],
      page,
    );
    assert.equal(body.split('value="discard"').length - 1, page === '/app/' ? 2 : 3);
  }
  await post(first.path, { act: 'discard' });
  assert.doesNotMatch((await alice.get('/app/')).body, /scan\.dcm/);
});
