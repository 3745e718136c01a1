import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { sampleDispatch, sampleReceiver } from '../../../testing/samples.ts';
import { host, openPeopleFixture } from '../people-fixture.ts';
import { addDrop } from '../sent/sent-fixture.ts';
import { askForLink, sendBack } from './inbox-fixture.ts';

/** Alice has asked for files by a link, and Zoë has sent two through it. */
async function open(context: TestContext) {
  const fixture = await openPeopleFixture(context);
  const alice = await fixture.addPerson('alice@example.com');
  const link = await askForLink(alice);
  await sendBack(fixture, link, { 'a.txt': 'hello', 'b <i>.txt': 'bye' });
  const list = await alice.get('/app/inbox');
  const [, path = assert.fail(list.body)] =
    /href="(\/app\/inbox\/[\w-]{22})"/.exec(list.body) ?? [];
  return { ...fixture, alice, link, list, path };
}

test('an empty inbox explains how to ask for files', async (context) => {
  const fixture = await openPeopleFixture(context);
  const { body } = await (await fixture.addPerson('nora@example.com')).get('/app/inbox');
  assert.match(body, /nora@example\.com/);
  assert.match(body, /href="\/app\/requests\/new"/);
});

test('what came is new until its page was opened, and a look at the headers opens nothing', async (context) => {
  const { alice, list, path, app } = await open(context);
  assert.match(list.body, /Zoë \(name given by the sender\)/);
  assert.match(list.body, /aria-label="New"/);
  await app.inject({ method: 'HEAD', url: path, headers: { host, cookie: alice.cookie } });
  await alice.get(path, { 'sec-purpose': 'prefetch' });
  assert.match((await alice.get('/app/inbox')).body, /aria-label="New"/);
  const { body } = await alice.get(path);
  assert.match(body, /Here/);
  assert.match(body, /b &lt;i&gt;\.txt/);
  assert.doesNotMatch((await alice.get('/app/inbox')).body, /aria-label="New"/);
});

test('what a browser shows and never runs is viewed in a window of its own, and counts as a download', async (context) => {
  const { alice, path, link, ...fixture } = await open(context);
  await sendBack(fixture, link, {
    'c.txt': Buffer.from([65, 0, 66]).toString(),
    'd.svg': '<svg/>',
  });
  const [, newest = assert.fail()] =
    /href="(\/app\/inbox\/[\w-]{22})"/.exec((await alice.get('/app/inbox')).body) ?? [];
  const views = async (item: string) =>
    Array.from(
      (await alice.get(item)).body.matchAll(/href="([^"]+\?view=1)"\s+target="_blank"/g),
      ([, address = '']) => address,
    );
  const [first = assert.fail(), ...rest] = await views(path);
  assert.equal(rest.length, 1, 'two texts');
  const shown = await alice.get(first);
  assert.deepEqual(
    [shown.body, shown.headers['content-disposition'], shown.headers['content-type']],
    ['hello', 'inline', 'text/plain; charset=utf-8'],
  );
  assert.match(String(shown.headers['content-security-policy']), /^sandbox/);
  assert.match((await alice.get(path)).body, /Downloaded:/);
  const [binary = assert.fail(), ...none] = await views(newest);
  assert.equal(none.length, 0, 'no drawing that could run scripts');
  const saved = await alice.get(binary);
  assert.match(String(saved.headers['content-disposition']), /^attachment/);
});

test('the navigation counts what was not opened, and asks again as the inbox does for its list', async (context) => {
  const { alice, addPerson, list, path } = await open(context);
  const mallory = await addPerson('mallory@example.com');
  assert.match(list.body, /data-live="\/app\/inbox\/live"/);
  assert.match(
    (await alice.get('/app/')).body,
    /data-live="\/app\/inbox\/count"[^<]*<span [^<]*<span[^>]*>New <\/span>1</,
  );
  const part = await alice.get('/app/inbox/live');
  assert.match(part.body, /Zoë/);
  assert.doesNotMatch(part.body, /<h1|<html/);
  assert.match((await alice.get('/app/inbox/count')).body, />1<\/span/);
  assert.equal((await mallory.get('/app/inbox/count')).body, '');
  await alice.get(path);
  assert.equal((await alice.get('/app/inbox/count')).body, '');
});

test('more unopened items than a hundred are not counted', async (context) => {
  const { database, addPerson, clock } = await openPeopleFixture(context);
  const nora = await addPerson('nora@example.com');
  const { account } = await addPerson('bob@example.com');
  await database.transact(async ({ dispatches }) => {
    for (let index = 0; index < 101; index += 1) {
      const drop = sampleDispatch(account, `drop ${index}`, { expiresAt: clock.now() + 60_000 });
      await dispatches.add(drop, [sampleReceiver(drop, nora.account.email)]);
    }
  });
  assert.match((await nora.get('/app/inbox/count')).body, />99\+</);
});

test('files are downloaded whole, in ranges and as one archive, and each is recorded', async (context) => {
  const { alice, path, database } = await open(context);
  const { body } = await alice.get(path);
  const [, file = assert.fail()] = /href="([^"]*\/files\/[^"]*a\.txt)"/.exec(body) ?? [];
  const part = await alice.get(file, { range: 'bytes=1-' });
  assert.deepEqual([part.statusCode, part.body], [206, 'ello']);
  const whole = await alice.get(file);
  assert.equal(whole.body, 'hello');
  assert.match(String(whole.headers['content-disposition']), /^attachment/);
  const archive = await alice.get(`${path}/all.zip`);
  assert.equal(archive.headers['content-type'], 'application/zip');
  assert.match(archive.body, /hello/);
  assert.match((await alice.get(path)).body, /Downloaded:/);
  const records = await database.audit.listNewest(10);
  const downloads = records.filter(({ action }) => action === 'file.downloaded');
  assert.ok(downloads.length >= 2);
  assert.equal(downloads[0]?.actor, 'alice@example.com');
  const prefetched = await alice.get(file, { purpose: 'prefetch' });
  assert.equal(prefetched.statusCode, 503);
});

test('deleting takes an item out of the inbox, for good', async (context) => {
  const { alice, path } = await open(context);
  const { body } = await alice.get(path);
  assert.match(body, /The files are deleted for good/);
  const answer = await alice.post(`${path}/delete`);
  assert.equal(answer.headers.location, '/app/inbox?done=deleted');
  assert.match((await alice.get('/app/inbox?done=deleted')).body, /Your inbox is empty/);
  assert.equal((await alice.get(`${path}/all.zip`)).statusCode, 404);
});

test('an item is beside the list, says which request it answers, and when it came', async (context) => {
  const { alice, path } = await open(context);
  const { body } = await alice.get(path);
  assert.match(body, /class="post post-here"|class="post post-new post-here"/);
  assert.match(
    body,
    /href="\/app\/requests\/[\w-]{22}"[^<]*<span[^>]*>.*You asked for these files/s,
  );
  assert.match(body, /<time datetime=/);
});

test('a search finds senders, messages and files, and says when nothing does', async (context) => {
  const { alice, addPerson, path } = await open(context);
  const mallory = await addPerson('mallory@example.com');
  for (const text of ['ZOË', 'here', 'b <i>.TXT']) {
    const q = encodeURIComponent(text);
    assert.ok((await alice.get(`/app/inbox?q=${q}`)).body.includes(`href="${path}?q=`), text);
    assert.doesNotMatch((await mallory.get(`/app/inbox?q=${q}`)).body, /class="post/);
  }
  const { body } = await alice.get('/app/inbox?q=%25%3Cb%3E');
  assert.match(body, /Nothing found for: %&lt;b&gt;/);
});

test('several items are downloaded as one archive and deleted at once; nothing chosen is said', async (context) => {
  const { app, alice, link, addPerson } = await open(context);
  await sendBack({ app }, link, { 'a.txt': 'again', 'c.txt': 'more' });
  const { body } = await alice.get('/app/inbox');
  const tokens = [...body.matchAll(/name="item"\s+value="([\w-]{22})"/g)].map(([, token]) => token);
  assert.equal(tokens.length, 2);
  const item = tokens.map(String);
  const archive = await alice.post('/app/inbox/chosen.zip', { item });
  assert.equal(archive.headers['content-type'], 'application/zip');
  for (const text of ['hello', 'bye', 'again', 'more', 'a (2).txt']) {
    assert.ok(archive.body.includes(text), text);
  }
  for (const place of ['chosen.zip', 'chosen/delete']) {
    const none = await alice.post(`/app/inbox/${place}`, {});
    assert.equal(none.statusCode, 422);
    assert.match(none.body, /Select something/);
  }
  const mallory = await addPerson('mallory@example.com');
  assert.equal((await mallory.post('/app/inbox/chosen.zip', { item })).statusCode, 404);
  assert.equal((await mallory.post('/app/inbox/chosen/delete', { item })).statusCode, 404);
  const removed = await alice.post('/app/inbox/chosen/delete', { item });
  assert.equal(removed.headers.location, '/app/inbox?done=deleted');
  assert.match((await alice.get('/app/inbox')).body, /Your inbox is empty/);
});

test('files are sent on in a new draft that says when they end, and a sender without an address is asked', async (context) => {
  const { alice, path, database } = await open(context);
  const { body } = await alice.get(path);
  assert.match(body, /form="send-on"/);
  const begun = await alice.post(`${path}/send-on`);
  const draft = String(begun.headers.location);
  assert.match(draft, /^\/app\/send\/[\w-]{22}$/);
  const page = await alice.get(draft);
  assert.match(page.body, /a\.txt/);
  assert.match(page.body, /Some files come from your inbox\./);
  assert.match((await alice.get(path)).body, /Downloaded:/);
  assert.match((await alice.get(path)).body, /What you have sent on of them ends, too/);
  await alice.post(`${path}/delete`);
  assert.doesNotMatch((await alice.get(draft)).body, /a\.txt/);
  assert.deepEqual(await database.sentOn.list(undefined, 9), []);
});

test('an answer is a draft to the sender', async (context) => {
  const fixture = await openPeopleFixture(context);
  const bob = await fixture.addPerson('bob@example.com');
  const anna = await fixture.addPerson('anna@example.com');
  const { receivers } = await addDrop(fixture, bob, {
    ...{ label: 'letter', emails: [anna.account.email], names: ['letter.pdf'] },
  });
  const answered = await anna.post(`/app/inbox/${receivers[0]?.inboxToken}/answer`);
  const page = await anna.get(String(answered.headers.location));
  assert.match(page.body, /bob@example\.com<\/textarea>/);
});
