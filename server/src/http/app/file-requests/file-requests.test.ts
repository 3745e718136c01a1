import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { TestPerson } from '../people-fixture.ts';
import { openPeopleFixture } from '../people-fixture.ts';
import { askForLink, sendBack } from '../inbox/inbox-fixture.ts';

const form = { way: 'mail', receivers: 'bob@example.com', days: '7', key: 'one' };

async function open(context: TestContext, ...args: string[]) {
  const fixture = await openPeopleFixture(context, { args });
  const alice = await fixture.addPerson('alice@example.com');
  return { ...fixture, alice };
}

/** Makes a request, and returns the address of its page. */
async function ask(person: TestPerson, fields: Record<string, string> = {}): Promise<string> {
  const answer = await person.post('/app/requests/new', { ...form, ...fields });
  assert.equal(answer.statusCode, 303, answer.body);
  const [path = ''] = String(answer.headers.location).split('?');
  return path;
}

test('an empty list explains what requests are, and a page shows the newest with its state', async (context) => {
  const { alice } = await open(context);
  assert.match((await alice.get('/app/requests')).body, /You have not asked anyone/);
  await ask(alice, { message: 'The <b>X-rays</b>' });
  const { body } = await alice.get('/app/requests');
  assert.match(body, /bob@example\.com/);
  assert.match(body, /The &lt;b&gt;X-rays/);
  assert.match(body, />Open<span class="count">1</);
  assert.match(body, /class="ask-people"[^]*bob@example\.com[^]*E-mail waiting to be sent/);
});

test('open requests stand apart from those that have ended, and say who has sent something', async (context) => {
  const fixture = await openPeopleFixture(context);
  const alice = await fixture.addPerson('alice@example.com');
  const path = await ask(alice, { receivers: 'bob@example.com, zoe@example.com' });
  assert.match((await alice.get('/app/requests')).body, />0\/2</);
  const link = await askForLink(alice, 'two');
  await sendBack(fixture, link, { 'scan.pdf': 'signed' });
  const open = (await alice.get('/app/requests')).body;
  assert.equal(open.match(/class="ask-people"/g)?.length, 2);
  assert.match(open, /Link 1[^]*1 file, 6 bytes/);
  assert.match(open, /action="\/app\/requests\/new"/, 'the form stands beside the list');
  await alice.post(`${path}/close`);
  assert.ok(!(await alice.get('/app/requests')).body.includes(path));
  const ended = (await alice.get('/app/requests?state=ended')).body;
  assert.equal(ended.match(/class="ask-people"/g)?.length, 1);
  assert.ok(ended.includes(path));
  assert.match(ended, /Closed<\/span>/);
  assert.ok(!ended.includes(`${path}/remind`));
});

test('the empty list has one way to ask for files beside its form', async (context) => {
  const { alice } = await open(context);
  const { body } = await alice.get('/app/requests');
  assert.equal(body.match(/href="\/app\/requests\/new"/g)?.length, 1);
});

test('the row of an open request reminds and closes it; that of a closed one does neither', async (context) => {
  const { alice } = await open(context);
  const path = await ask(alice);
  await ask(alice, { way: 'link', links: '1', key: 'two' });
  const { body } = await alice.get('/app/requests');
  assert.match(body, /aria-label="More for: bob@example\.com"/);
  assert.ok(body.includes(`action="${path}/remind"`));
  assert.equal(body.match(/\/remind"/g)?.length, 1, 'a link alone reminds nobody');
  assert.equal(body.match(/\/close"/g)?.length, 2);
  assert.equal((await alice.post(`${path}/close`)).statusCode, 303);
  assert.ok(!(await alice.get('/app/requests')).body.includes(`${path}/close"`));
});

test('a request is made, shown, extended and closed by forms alone', async (context) => {
  const { alice, app } = await open(context);
  const path = await ask(alice, { way: 'link', links: '2', maxFiles: '3', maxBytes: '5' });
  const { body } = await alice.get(`${path}?done=asked`);
  assert.match(body, /Your request is open/);
  const links = [...body.matchAll(/value="http:\/\/localhost:8080(\/u\/[\w-]{43})"/g)];
  const [link = assert.fail()] = links.map(([, url]) => url ?? '');
  assert.equal(links.length, 2);
  const upload = () => app.inject({ url: link, headers: { host: 'localhost:8080' } });
  const page = await upload();
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /Your name/);
  assert.match(page.body, /3 files, 5/);

  assert.equal((await alice.post(`${path}/extend`, { days: '30' })).statusCode, 303);
  assert.match((await alice.get(`${path}?done=extended`)).body, /open until/);
  const [, receiver = ''] = /links\/([\w-]{22})\/end/.exec(body) ?? [];
  const code = await alice.get(`${path}/links/${receiver}/qr.svg`);
  assert.match(code.headers['content-type'] as string, /svg/);
  assert.match(code.body, /^<svg/);
  assert.equal((await alice.post(`${path}/links/${receiver}/end`)).statusCode, 303);
  assert.equal((await upload()).statusCode, 404);
  assert.equal((await alice.post(`${path}/close`)).statusCode, 303);
  const closed = await alice.get(`${path}?done=closed`);
  assert.match(closed.body, /The request is closed/);
  assert.doesNotMatch(closed.body, /\/u\//);
  const again = await alice.post(`${path}/close`);
  assert.equal(again.statusCode, 422);
  assert.match(again.body, /already ended/);
});

test('a request is called by its title, in lists and on the page behind its link', async (context) => {
  const { alice, app } = await open(context);
  const path = await ask(alice, { way: 'link', links: '1', title: 'X-rays <of May>' });
  const shown = /X-rays &lt;of May&gt;/;
  assert.match((await alice.get('/app/requests')).body, shown);
  const { body } = await alice.get(path);
  assert.match(body, shown);
  const [, url = ''] = /value="http:\/\/localhost:8080(\/u\/[\w-]{43})"/.exec(body) ?? [];
  assert.match((await app.inject({ url, headers: { host: 'localhost:8080' } })).body, shown);
  const wrong = await alice.post('/app/requests/new', { ...form, title: 'x'.repeat(151) });
  assert.match(wrong.body, /The title is too long/);
});

test('a wrong form is shown again with all faults and all input', async (context) => {
  const { alice } = await open(context);
  const answer = await alice.post('/app/requests/new', {
    ...form,
    receivers: 'bob@example.com\nnonsense\na@@b',
    message: 'Please',
    maxFiles: '-1',
    maxReturns: 'x',
  });
  assert.equal(answer.statusCode, 422);
  assert.match(answer.body, /Check these addresses: nonsense, a@@b/);
  assert.equal(answer.body.match(/Enter a whole number above zero/g)?.length, 4);
  assert.match(answer.body, />\s*Please<\/textarea>/);
  assert.match(answer.body, /<details class="more-about" open>/);
  const none = await alice.post('/app/requests/new', { ...form, receivers: ' ' });
  assert.match(none.body, /at least one e-mail address/);
  const links = await alice.post('/app/requests/new', { ...form, way: 'link', links: '51' });
  assert.match(links.body, /from 1 to 50/);
  const days = await alice.post('/app/requests/new', { ...form, days: '100000' });
  assert.match(days.body, /a time that this service allows/);
  assert.equal(days.statusCode, 422);
});

test('groups are asked by their names, each member once', async (context) => {
  const { alice } = await open(context);
  for (const email of ['bob@example.com', 'zoe@example.com']) {
    await alice.post('/app/contacts/new', {
      email,
      nick: email === 'bob@example.com' ? 'Bob' : '',
    });
  }
  const members = 'bob@example.com, zoe@example.com';
  await alice.post('/app/contacts/groups', { name: 'Board', members });
  await alice.post('/app/contacts/groups', { name: 'Nobody' });
  const path = await ask(alice, { receivers: 'board\nBob B. <BOB@example.com>, carl@x.org' });
  const { body } = await alice.get(path);
  for (const email of ['bob@example.com', 'zoe@example.com', 'carl@x.org'])
    assert.ok(body.includes(email), email);
  assert.match((await alice.get('/app/requests')).body, />0\/3</);
  const refused = await alice.post('/app/requests/new', { ...form, receivers: 'Nobody\nBoard' });
  assert.match(refused.body, /These groups have no members: Nobody/);
  assert.match(refused.body, /data-known="[^"]*&#34;receiver&#34;:&#34;Board/);
});

test('what the operator does not allow is explained', async (context) => {
  const { alice } = await open(context, '--second-factor', 'email');
  const answer = await alice.post('/app/requests/new', { ...form, way: 'link', links: '1' });
  assert.equal(answer.statusCode, 422);
  assert.match(answer.body, /Links without an e-mail address are not allowed/);
});

test('those whom no code by SMS could reach are named', async (context) => {
  const { alice, database } = await open(context);
  await database.accounts.setSecondFactor(alice.account.id, 'sms');
  const receivers = 'Bob@example.com, zoe@example.com';
  const answer = await alice.post('/app/requests/new', { ...form, receivers });
  assert.equal(answer.statusCode, 422);
  assert.match(answer.body, /mobile numbers .* first: bob@example\.com, zoe@example\.com/);
});

test('a form that is sent twice asks once', async (context) => {
  const { alice, database, clock } = await open(context);
  const [, other] = await Promise.all([
    alice.post('/app/requests/new', form),
    alice.post('/app/requests/new', form),
  ]);
  assert.equal(other.statusCode, 303);
  const page = { limit: 9, now: clock.now() };
  assert.equal((await database.fileRequests.list(alice.account.id, page)).length, 1);
});

test('older requests are on further pages', async (context) => {
  const { alice } = await open(context);
  for (let at = 0; at < 26; at += 1) await ask(alice, { way: 'link', links: '1', key: String(at) });
  const first = await alice.get('/app/requests');
  const [, next = assert.fail()] = /href="(\/app\/requests\?after=[\w-]+)"/.exec(first.body) ?? [];
  const second = await alice.get(next);
  assert.equal(second.body.match(/class="ask-people"/g)?.length, 1);
  assert.doesNotMatch(second.body, /after=/);
});
