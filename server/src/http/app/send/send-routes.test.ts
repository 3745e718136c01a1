import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hour } from '../../../domain/model/clock.ts';
import type { TestPerson } from '../people-fixture.ts';
import { host } from '../people-fixture.ts';
import type { DraftFacts } from './compose-slip.ts';
import type { Fields } from './send-fixture.ts';
import { openSendFixture, toZoe, tus } from './send-fixture.ts';

describe('without scripts', () => {
  test('a form brings receivers, a message and files, and sends them', async (context) => {
    const { begin, post, alice, sentBy } = await openSendFixture(context);
    const { path } = await begin();
    const fields = { ...toZoe, receivers: 'Zoe <ZOE@example.com>, bo@example.com' };
    const answer = await post(path, fields, { files: { 'a.txt': 'one', 'b.txt': 'two' } });
    assert.equal(answer.statusCode, 303, answer.body);
    const sent = await alice.get(String(answer.headers.location));
    assert.match(sent.body, /On its way to 2 people/);
    assert.deepEqual(await sentBy(), [
      { to: ['zoe@example.com', 'bo@example.com'], files: ['a.txt', 'b.txt'] },
    ]);
  });

  test('the page after sending shows the link of a receiver when a button asks for it, and records that', async (context) => {
    const { begin, post, alice, database, app } = await openSendFixture(context, '--show-links');
    const { path } = await begin();
    const fields = { ...toZoe, secondFactor: 'email' };
    await post(path, fields, { files: { 'a.txt': 'one' } });
    const { body } = await alice.get(path);
    assert.match(body, /On its way to 1 person<\/h1>/);
    assert.match(body, /One-time code[^]*By e-mail[^]*What happens next[^]*1 e-mail goes out/);
    assert.doesNotMatch(body, /\/d\//);
    const [, receiver = ''] = /<option value="([\w-]{22})"/.exec(body) ?? [];
    const shown = await alice.post(`${path}/link`, { receiver });
    const [, url = ''] = /http:\/\/localhost:8080(\/d\/[\w-]{43})</.exec(shown.body) ?? [];
    assert.match(shown.body, /<svg class="qr-code"/);
    assert.equal((await app.inject({ url, headers: { host } })).statusCode, 200);
    assert.equal((await database.audit.listNewest(1))[0]?.action, 'dispatch.link_shown');
    assert.equal((await alice.post(`${path}/link`, { receiver: 'nobody' })).statusCode, 404);
    const [sent] = await database.dispatches.list({ accountId: alice.account.id, limit: 1 });
    await alice.post(`/app/sent/${sent?.dispatch.id}/revoke`);
    const ended = await alice.post(`${path}/link`, { receiver });
    assert.equal(ended.statusCode, 422);
    assert.match(ended.body, /no longer available/);
  });

  test('without the operator’s leave the page after sending offers no link', async (context) => {
    const { begin, post, alice, database } = await openSendFixture(context);
    const { path } = await begin();
    await post(path, toZoe, { files: { 'a.txt': 'one' } });
    assert.doesNotMatch((await alice.get(path)).body, /\/link/);
    const [sent] = await database.dispatches.list({ accountId: alice.account.id, limit: 1 });
    const receiver = sent?.receivers[0]?.id ?? '';
    assert.equal((await alice.post(`${path}/link`, { receiver })).statusCode, 403);
  });

  test('a title names the drop wherever its sender sees it; one that is too long is kept and explained', async (context) => {
    const { begin, post, alice, database } = await openSendFixture(context);
    const { path } = await begin();
    const files = { 'a.txt': 'one' };
    const long = await post(path, { ...toZoe, title: 'x'.repeat(151) }, { files });
    assert.equal(long.statusCode, 422);
    assert.match(long.body, /The title is too long/);
    const title = 'X-rays <of May>';
    await post(path, { receivers: '', title, act: 'save' });
    assert.match((await alice.get('/app/')).body, /X-rays &lt;of May&gt;/);
    assert.equal((await post(path, { ...toZoe, title })).statusCode, 303);
    const [sent] = await database.dispatches.list({ accountId: alice.account.id, limit: 1 });
    const pages = [path, '/app/sent', `/app/sent/${sent?.dispatch.id}`, '/app/sent?q=OF MAY'];
    for (const page of pages) {
      assert.match((await alice.get(encodeURI(page))).body, /X-rays &lt;of May&gt;/, page);
    }
  });

  test('the script gets all files of a draft, of which the page lists the first', async (context) => {
    const { begin, post, alice } = await openSendFixture(context);
    const { path } = await begin();
    const names = Array.from({ length: 52 }, (_, at) => `${at}.txt`);
    const files = Object.fromEntries(names.map((name) => [name, name]));
    await post(path, { receivers: '' }, { files });
    const page = await alice.get(path);
    assert.equal(page.body.split('data-upload=').length - 1, 50);
    assert.match(page.body, /and 2 more files/);
    const answer = await alice.get(path, { accept: 'application/json' });
    const listed = answer.json<{ files: { name: string }[] }>().files;
    assert.deepEqual(listed.map(({ name }) => name).sort(), names.sort());
  });

  test('two drafts in two tabs keep their own files', async (context) => {
    const { begin, post, sentBy } = await openSendFixture(context);
    const [one, two] = [await begin(), await begin()];
    await post(one.path, { receivers: '' }, { files: { 'one.txt': '1' } });
    await post(two.path, { receivers: '' }, { files: { 'two.txt': '2' } });
    await post(two.path, toZoe);
    await post(one.path, toZoe);
    assert.deepEqual(
      (await sentBy()).map(({ files }) => files),
      [['one.txt'], ['two.txt']],
    );
  });

  test('pressing Send twice makes one drop', async (context) => {
    const { begin, post, sentBy } = await openSendFixture(context);
    const { path } = await begin();
    await post(path, { receivers: '' }, { files: { 'a.txt': 'text' } });
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(path, toZoe)));
    answers.push(await post(path, toZoe));
    for (const { statusCode, headers } of answers) {
      assert.deepEqual([statusCode, headers.location], [303, path]);
    }
    assert.equal((await sentBy()).length, 1);
  });

  test('Send with everything changed is one transaction, and so is a Send that is refused', async (context) => {
    const { begin, post, alice, database, sentBy } = await openSendFixture(context);
    const files = { 'a.txt': 'text' };
    // The first drop of a day makes the key of that day.
    await post((await begin()).path, toZoe, { files });
    const { path } = await begin();
    await post(path, { receivers: 'bo@example.com', act: 'save' }, { files });
    const [id = ''] = /(?<=data-upload=")[^"]+/.exec((await alice.get(path)).body) ?? [];
    const fields = { ...toZoe, message: 'Hello', [`name-${id}`]: 'b.txt' };
    const transact = context.mock.method(database, 'transact');
    const refused = await post(path, { ...fields, lifetime: 'date', date: '2020-01-01' });
    assert.equal(refused.statusCode, 422, refused.body);
    assert.equal(transact.mock.callCount(), 1);
    assert.match((await alice.get(path)).body, /Hello<\/textarea>[^]*data-name="b\.txt"/);
    transact.mock.resetCalls();
    assert.equal((await post(path, { ...fields, message: 'Bye' })).statusCode, 303);
    assert.equal(transact.mock.callCount(), 1);
    assert.deepEqual((await sentBy())[0], { to: ['zoe@example.com'], files: ['b.txt'] });
  });

  test('the script sends the draft, and can ask whether it was sent', async (context) => {
    const { begin, post, alice, sentBy } = await openSendFixture(context);
    const { path } = await begin();
    const json = true;
    const ask = async () => (await alice.get(path, { accept: 'application/json' })).json<object>();
    await post(path, { receivers: '' }, { files: { 'a.txt': 'text' } });
    const refused = await post(path, { ...toZoe, receivers: '' }, { json });
    assert.equal(refused.statusCode, 422, refused.body);
    assert.deepEqual(refused.json<{ problems: object[] }>().problems, [
      { field: 'receivers', text: 'Add at least one recipient.' },
    ]);
    assert.partialDeepStrictEqual(await ask(), { isSent: false });
    assert.equal((await post(path, toZoe, { json })).statusCode, 303);
    assert.deepEqual(await ask(), { isSent: true, files: [], missing: [] });
    assert.equal((await sentBy()).length, 1);
  });

  test('a refused file is named, and the others are kept', async (context) => {
    const { begin, post, alice } = await openSendFixture(context, '--max-file-size', '10');
    const { path } = await begin();
    const files = { 'large.txt': 'x'.repeat(100_000), '..': 'name', 'small.txt': 'text' };
    const answer = await post(path, { receivers: 'zoe@example.com', act: 'save' }, { files });
    assert.equal(answer.statusCode, 422);
    assert.match(answer.body, /large\.txt: Larger than allowed/);
    assert.match(answer.body, /\.\.: This file name cannot be used/);
    const page = await alice.get(path);
    assert.deepEqual(page.body.match(/data-name="[^"]*"/g), ['data-name="small.txt"']);
  });

  test('200 pasted addresses are merged and bad ones named, and the input is kept', async (context) => {
    const { begin, post, alice } = await openSendFixture(context);
    const { path } = await begin();
    const addresses = Array.from({ length: 200 }, (_, at) => `p${at}@example.com`);
    const receivers = `${addresses.join(', ')}\n${addresses.slice(0, 50).join(';')}\nnobody`;
    const answer = await post(path, { receivers, act: 'send' });
    assert.equal(answer.statusCode, 422);
    assert.match(answer.body, /Not an e-mail address or group: nobody/);
    assert.match(answer.body, /nobody<\/textarea>/);
    assert.match((await alice.get(path)).body, /200 recipients/);
  });

  test('what is missing is said, each with its field', async (context) => {
    const { begin, post } = await openSendFixture(context);
    const { path } = await begin();
    for (const [fields, text] of [
      [{ act: 'send' }, /Add at least one recipient/],
      [toZoe, /Add at least one file/],
      [{ ...toZoe, lifetime: 'date', date: '2020-01-01' }, /Choose a later date/],
      [{ ...toZoe, lifetime: 'date', date: '' }, /Choose a later date/],
      [{ ...toZoe, downloadLimit: '0' }, /whole number from 1 to 1000/],
    ] as [Fields, RegExp][]) {
      const answer = await post(path, fields);
      assert.equal(answer.statusCode, 422, JSON.stringify(fields));
      assert.match(answer.body, text);
    }
  });

  test('files are renamed and removed, and a draft is discarded', async (context) => {
    const { begin, post, alice, database } = await openSendFixture(context);
    const { path } = await begin();
    const files = { 'a.txt': '1', 'b.txt': '2' };
    await post(path, { receivers: 'zoe@example.com', act: 'save' }, { files });
    const ids = (await alice.get(path)).body.match(/(?<=data-upload=")[^"]+/g) ?? [];
    await post(path, { [`name-${ids[0]}`]: 'better.txt', remove: ids[1] ?? '' });
    const { body } = await alice.get(path);
    assert.deepEqual(body.match(/data-name="[^"]*"/g), ['data-name="better.txt"']);
    const other = await begin();
    assert.match((await alice.get(other.path)).body, /Unfinished drafts/);
    await post(path, { act: 'discard' });
    assert.equal((await alice.get(path)).statusCode, 404);
    assert.equal((await database.uploads.listGarbage(10)).length, 1);
  });
});

describe('uploads to a draft', () => {
  test('go on when the session has ended; sending asks to sign in, and nothing is lost', async (context) => {
    const { begin, post, upload, patch, alice, signIn, sentBy, app } =
      await openSendFixture(context);
    const { path, endpoint } = await begin();
    await post(path, { receivers: 'zoe@example.com', message: 'Kept', act: 'save' });
    const length = { 'upload-length': '6', 'upload-metadata': 'filename YS50eHQ=' };
    const begun = await app.inject({
      method: 'POST',
      url: endpoint,
      headers: { ...tus, ...length },
    });
    const url = String(begun.headers.location);
    assert.equal((await patch(url, 0, 'abc')).statusCode, 204);
    await alice.post('/sign-out');
    assert.equal((await patch(url, 3, 'def')).statusCode, 204);
    await upload(endpoint, 'b.txt', 'more');
    const refused = await post(path, toZoe);
    assert.ok([401, 403].includes(refused.statusCode), String(refused.statusCode));
    assert.deepEqual(await sentBy(), []);
    const again = await signIn(alice.account);
    assert.match((await again.get(path)).body, /Kept/);
    assert.equal((await post(path, toZoe, { person: again })).statusCode, 303);
    assert.deepEqual(await sentBy(), [{ to: ['zoe@example.com'], files: ['a.txt', 'b.txt'] }]);
  });

  test('a page that is loaded again names the files to choose again', async (context) => {
    const { begin, alice, patch, app } = await openSendFixture(context);
    const { path, endpoint } = await begin();
    const length = { 'upload-length': '100', 'upload-metadata': 'filename dmlkZW8ubW92' };
    const begun = await app.inject({
      method: 'POST',
      url: endpoint,
      headers: { ...tus, ...length },
    });
    await patch(String(begun.headers.location), 0, 'x'.repeat(48));
    const { body } = await alice.get(path);
    assert.match(body, /video\.mov/);
    assert.match(body, /48% uploaded\. Choose this file again to continue\./);
  });

  test('a ticket can add files, and neither read nor remove any', async (context) => {
    const { begin, upload, app, post } = await openSendFixture(context);
    const { path, endpoint } = await begin();
    const { url } = await upload(endpoint, 'a.txt', 'text');
    for (const method of ['DELETE', 'GET'] as const) {
      const answer = await app.inject({ method, url, headers: tus });
      assert.equal(answer.statusCode, 405, method);
    }
    const abilities = await app.inject({ method: 'OPTIONS', url: endpoint, headers: tus });
    assert.doesNotMatch(String(abilities.headers['tus-extension']), /termination/);
    await post(path, toZoe);
    const late = await app.inject({ method: 'HEAD', url, headers: tus });
    assert.equal(late.statusCode, 404);
    const unknown = endpoint.replace(/upload\/.{43}/, `upload/${'A'.repeat(43)}`);
    assert.equal(
      (await app.inject({ method: 'OPTIONS', url: unknown, headers: tus })).statusCode,
      404,
    );
  });

  test('an upload from a page of another site is refused', async (context) => {
    const { begin, app } = await openSendFixture(context);
    const { endpoint } = await begin();
    const headers = { ...tus, 'upload-length': '1', 'sec-fetch-site': 'cross-site' };
    const answer = await app.inject({ method: 'POST', url: endpoint, headers });
    assert.equal(answer.statusCode, 403);
  });
});

describe('with scripts', () => {
  test('what is typed is saved, and the answer has the summary', async (context) => {
    const { begin, post, alice } = await openSendFixture(context);
    const { path } = await begin();
    const fields = { receivers: 'zoe@example.com\nbo@example.com', message: 'Hi', act: 'save' };
    const answer = await post(path, fields, { json: true, files: { 'a.txt': '123' } });
    assert.equal(answer.statusCode, 200);
    const { facts, problems } = answer.json<{ facts: DraftFacts; problems: unknown[] }>();
    const { until, ...others } = facts;
    assert.match(until, /^\d+ \w+ \d{4} at /);
    assert.deepEqual(others, {
      people: '2 recipients',
      files: '1 file, 3 bytes',
      code: 'As in your settings',
      password: '',
    });
    assert.deepEqual(problems, []);
    assert.match((await alice.get(path)).body, /Hi<\/textarea>/);
  });

  test('suggestions are the own ones', async (context) => {
    const fixture = await openSendFixture(context);
    const { alice, begin, post } = fixture;
    const mallory = await fixture.addPerson('mallory@example.com');
    const { path } = await begin();
    await post(path, toZoe, { files: { 'a.txt': '1' } });
    const ask = async (person: TestPerson) =>
      (await person.get('/app/send/suggest?q=zo')).json<{ suggestions: unknown[] }>().suggestions;
    assert.deepEqual(await ask(alice), [{ receiver: 'zoe@example.com', nick: '' }]);
    assert.deepEqual(await ask(mallory), []);
  });
});

test('a page stays small with thousands of files', async (context) => {
  const { begin, alice, database } = await openSendFixture(context);
  const { path } = await begin();
  const { body: empty } = await alice.get(path);
  const id = path.slice(path.lastIndexOf('/') + 1);
  await post300(id);
  const { body } = await alice.get(path);
  const rows = body.length - empty.length;
  assert.ok(rows < 70_000, `${rows} bytes`);
  assert.match(body, /and 250 more files/);

  async function post300(draftId: string): Promise<void> {
    const now = Date.now();
    for (let at = 0; at < 300; at += 1) {
      await database.uploads.add({
        id: `file${String(at).padStart(18, '0')}` as never,
        ownerId: draftId as never,
        accountId: alice.account.id,
        name: `file ${at}.txt`,
        folder: '',
        mediaType: 'text/plain',
        fingerprint: '',
        metadata: '',
        sizeBytes: 1,
        receivedBytes: 1,
        wrappedKey: Buffer.alloc(32),
        keyBucket: 'tray-2026-11-16',
        completion: undefined,
        hashState: undefined,
        createdAt: now,
        expiresAt: now + hour,
      });
    }
  }
});

test('a download limit holds on the page of a receiver, and only pressed buttons count', async (context) => {
  const { begin, post, app, database, alice, installation } = await openSendFixture(context);
  const { path } = await begin();
  await post(path, { ...toZoe, downloadLimit: '1' }, { files: { 'a.txt': 'text' } });
  const [drop] = await database.dispatches.list({ accountId: alice.account.id, limit: 1 });
  const link = `/d/${installation.linkSecret(drop?.receivers[0]?.id ?? assert.fail(), 0)}`;
  const headers = { host, accept: 'text/html' };
  const ask = (method: 'GET' | 'POST', url: string) => app.inject({ method, url, headers });
  const file = `${link}/files/${drop?.files[0]?.id ?? ''}/a.txt`;
  for (const address of [file, `${link}/all.zip`]) {
    const unpressed = await ask('GET', address);
    assert.deepEqual([unpressed.statusCode, unpressed.headers.location], [303, link]);
  }
  const pressed = await ask('POST', file);
  assert.equal((await ask('GET', String(pressed.headers.location))).body, 'text');
  for (const address of [file, `${link}/all.zip`]) {
    const again = await ask('POST', address);
    const refused =
      again.statusCode === 303 ? await ask('GET', String(again.headers.location)) : again;
    assert.equal(refused.statusCode, 403, address);
    assert.match(refused.body, /Download limit reached/);
  }
  assert.equal((await ask('GET', link)).statusCode, 200);
});
