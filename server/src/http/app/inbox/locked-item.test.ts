import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { day, minute } from '../../../domain/model/clock.ts';
import type { SecondFactorMode } from '../../../domain/model/receiver-code.ts';
import { createFakeClock } from '../../../testing/fake-clock.ts';
import { idFor, sampleAccount } from '../../../testing/samples.ts';
import { host, openPeopleFixture } from '../people-fixture.ts';
import { openSendFixture } from '../send/send-fixture.ts';
import { addDrop } from '../sent/sent-fixture.ts';

/** Bob sends Anna a drop that demands a code. */
async function open(t: TestContext, secondFactor: SecondFactorMode = 'email') {
  const clock = createFakeClock();
  const fixture = await openPeopleFixture(t, { clock });
  const bob = await fixture.addPerson('bob@example.com');
  const anna = await fixture.addPerson('anna@example.com');
  const { id: accountId } = anna.account;
  await fixture.database.passwords.put({ accountId, phc: 'hash', setAt: clock.now() - 9 * day });
  const { drop, receivers } = await addDrop(fixture, bob, {
    label: 'scans',
    emails: [anna.account.email],
    names: ['secret-scan.dcm', 'b.txt'],
    overrides: { secondFactor, message: 'the private message' },
  });
  const [receiver = assert.fail()] = receivers;
  const path = `/app/inbox/${receiver.inboxToken}`;
  const file = `${path}/files/${idFor(`${drop.id}/b.txt`)}/b.txt`;
  /** The newest code that was sent, if any. */
  const newestCode = async () => {
    const mails = await fixture.database.outbox.listFor(receiver.id);
    const code = mails.find(({ kind }) => kind === 'code');
    return code && fixture.installation.codeFor(code.id);
  };
  return { ...fixture, clock, bob, anna, drop, receiver, path, file, newestCode };
}

const contents = /secret-scan|b\.txt|the private message|2 files/;

test('an item whose sender demands a code shows the sender only, in every page and part of the inbox', async (t) => {
  const { anna, path, file, newestCode, database, receiver } = await open(t);
  for (const list of ['/app/inbox', '/app/inbox/live']) {
    const { body } = await anna.get(list);
    assert.match(body, /bob@example\.com/);
    assert.match(body, /Code needed/);
    assert.doesNotMatch(body, contents);
  }
  const page = await anna.get(path);
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /bob@example\.com/);
  assert.doesNotMatch(page.body, contents);
  for (const url of [file, `${path}/all.zip`]) {
    const shown = await anna.get(url);
    assert.equal(shown.statusCode, 403, url);
    assert.doesNotMatch(shown.body, /secret-scan|the private message/);
    const program = await anna.get(url, { accept: '*/*' });
    assert.equal(program.json<{ error: string }>().error, 'code_needed');
  }
  assert.equal((await anna.post(`${path}/delete`)).statusCode, 403);
  for (const act of ['send-on', 'answer']) {
    const refused = await anna.post(`${path}/${act}`);
    assert.equal(refused.statusCode, 403, act);
    assert.doesNotMatch(refused.body, contents);
  }
  assert.deepEqual(await database.drafts.listUnsent(anna.account.id, 0, 9), []);
  for (const text of ['secret', 'private message']) {
    assert.match(
      (await anna.get(`/app/inbox?q=${encodeURIComponent(text)}`)).body,
      /Nothing found/,
    );
  }
  const found = await anna.get('/app/inbox?q=BOB');
  assert.match(found.body, /bob@example\.com/);
  assert.doesNotMatch(found.body, contents);
  const several = { item: path.slice('/app/inbox/'.length) };
  const zip = await anna.post('/app/inbox/chosen.zip', several, { accept: '*/*' });
  assert.equal(zip.statusCode, 403);
  const removed = await anna.post('/app/inbox/chosen/delete', several);
  assert.equal(removed.headers.location, '/app/inbox?done=some-deleted');
  assert.equal((await anna.get(path)).statusCode, 200, 'it is still there');
  assert.equal(await newestCode(), undefined, 'looking sends nothing');
  const [item] = await database.inboxItems.list(anna.account.email, receiver.id.length, 9);
  assert.equal(item?.seenAt, undefined);
});

test('the code is asked for once, for this browser', async (t) => {
  const { anna, path, newestCode, signIn, clock } = await open(t);
  const asked = await anna.post(`${path}/code`, { channel: 'email' });
  assert.equal(asked.headers.location, path);
  const kept = String(asked.headers['set-cookie']).split(';')[0] ?? '';
  const cookie = `${anna.cookie}; ${kept}`;
  const code = (await newestCode()) ?? assert.fail('no code was sent');
  const wrong = code === '00000000' ? '00000001' : '00000000';
  const refused = await anna.post(`${path}/verify`, { code: wrong }, { cookie });
  assert.equal(refused.headers['set-cookie'], undefined);
  assert.match((await anna.get(path, { cookie })).body, /role="alert"/);
  const entered = await anna.post(`${path}/verify`, { code }, { cookie });
  const opened = `${anna.cookie}; ${String(entered.headers['set-cookie']).split(';')[0]}`;
  assert.match((await anna.get(path, { cookie: opened })).body, /secret-scan\.dcm/);
  assert.match((await anna.get(path, { cookie: opened })).body, /the private message/);
  assert.doesNotMatch((await anna.get(path)).body, contents, 'another browser of the person');
  for (const list of ['/app/inbox', '/app/inbox/live']) {
    const { body } = await anna.get(list, { cookie: opened });
    assert.doesNotMatch(body, /Code needed/);
    assert.match(body, /2 files/);
    assert.match((await anna.get(list)).body, /Code needed/, 'in another browser');
  }
  const later = await signIn(anna.account);
  const again = opened.replace(anna.cookie, later.cookie);
  assert.match((await later.get(path, { cookie: again })).body, /secret-scan/, 'a later session');
  clock.advance(13 * 60 * minute);
  const next = await signIn(anna.account);
  const late = opened.replace(anna.cookie, next.cookie);
  assert.doesNotMatch((await next.get(path, { cookie: late })).body, contents, 'after 12 hours');
});

test('the bytes of a locked item are refused before the code, and are whole after it', async (t) => {
  const { alice, addPerson, begin, post, database, installation } = await openSendFixture(t);
  const anna = await addPerson('anna@example.com');
  const { path: draft } = await begin();
  const text = 'the private content '.repeat(5000);
  const terms = { receivers: anna.account.email, secondFactor: 'email', act: 'send' };
  const sent = await post(draft, terms, { files: { 'scan.txt': text } });
  assert.equal(sent.statusCode, 303, sent.body);
  const [drop = assert.fail()] = await database.dispatches.list({
    ...{ accountId: alice.account.id, limit: 1 },
  });
  const [receiver = assert.fail()] = drop.receivers;
  const [file = assert.fail()] = drop.files;
  const path = `/app/inbox/${receiver.inboxToken}`;
  const download = `${path}/files/${file.id}/scan.txt`;
  const asked = await anna.post(`${path}/code`, { channel: 'email' });
  const browser = `${anna.cookie}; ${String(asked.headers['set-cookie']).split(';')[0]}`;
  for (const url of [download, `${path}/all.zip`]) {
    const refused = await anna.get(url, { accept: '*/*', cookie: browser });
    assert.equal(refused.statusCode, 403);
    assert.doesNotMatch(refused.body, /private content/);
  }
  const mails = await database.outbox.listFor(receiver.id);
  const mail = mails.find(({ kind }) => kind === 'code') ?? assert.fail();
  const code = installation.codeFor(mail.id);
  const entered = await anna.post(`${path}/verify`, { code }, { cookie: browser });
  const opened = `${browser}; ${String(entered.headers['set-cookie']).split(';')[0]}`;
  const whole = await anna.get(download, { accept: '*/*', cookie: opened });
  assert.equal(whole.statusCode, 200);
  assert.equal(whole.body, text);
  const archive = await anna.get(`${path}/all.zip`, { accept: '*/*', cookie: opened });
  assert.equal(archive.statusCode, 200);
  assert.ok(archive.rawPayload.includes(text), 'an archive stores its files as they are');
  assert.equal((await anna.get(download, { accept: '*/*' })).statusCode, 403, 'elsewhere');
});

test('a passkey or an app replaces the code only if it is older than the transfer and the last reset', async (t) => {
  const { anna, path, signIn, database, clock } = await open(t);
  const sentAt = clock.now();
  const isOpen = async (by: 'passkey' | 'authenticator' | 'password', factorSince?: number) => {
    const person = await signIn(anna.account, 'full', { by, factorSince });
    const page = (await person.get(path)).body;
    const list = (await person.get('/app/inbox')).body;
    assert.equal(/2 files/.test(list), /secret-scan/.test(page));
    return /secret-scan/.test(page);
  };
  for (const by of ['passkey', 'authenticator'] as const) {
    assert.equal(await isOpen(by, sentAt - 1), true, by);
    assert.equal(await isOpen(by, sentAt), false, `${by} of after the transfer`);
    assert.equal(await isOpen(by), false);
  }
  assert.equal(await isOpen('password', sentAt - 1), false, 'a password never does');
  await database.passwords.noteReset(anna.account.id, sentAt - day);
  assert.equal(await isOpen('passkey', sentAt - 1), false, 'added after the reset');
  assert.equal(await isOpen('passkey', sentAt - 2 * day), true, 'kept by the reset');
});

test('a key of a person reads such a transfer only if it is older; what needs no code, any key', async (t) => {
  const { app, anna, bob, receiver, clock, ...fixture } = await open(t, 'sms');
  clock.advance(minute);
  const made = await anna.post('/app/security/keys/new', {
    name: 'Nightly',
    days: '30',
    receive: 'yes',
    status: 'yes',
  });
  const [, key = ''] = /id="key">(vk_[\w-]{43})</.exec(made.body) ?? [];
  const { email } = anna.account;
  const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
  const ask = (path: string, headers = {}) =>
    app.inject({ url: `/${email}/${path}`, headers: { host, authorization, ...headers } });
  const page = await ask('');
  assert.equal(page.statusCode, 200);
  assert.doesNotMatch(page.body, contents);
  const [, csrf = ''] = /name="csrftoken" value="([^"]+)"/.exec(page.body) ?? [];
  const token = { 'csrf-token': csrf };
  assert.doesNotMatch((await ask('cgi/get_history.cgi', token)).body, /secret-scan/);
  const file = await ask(`${receiver.inboxToken}/files/b.txt`, token);
  assert.deepEqual([file.statusCode, file.json<{ error: string }>().error], [404, 'not_found']);

  clock.advance(minute);
  for (const [label, secondFactor] of [
    ['later', 'sms'],
    ['free', 'off'],
  ] as const) {
    const names = [`${label}.txt`];
    await addDrop({ ...fixture, app, clock }, bob, {
      ...{ label, emails: [email], names, overrides: { secondFactor } },
    });
  }
  const history = (await ask('cgi/get_history.cgi', token)).body;
  assert.match(history, /later\.txt/, 'the key was there before');
  assert.match(history, /free\.txt/);
  assert.doesNotMatch(history, /secret-scan/);
});

test('a program reads what demands a code with any key of its own: it has them from the operator', async (t) => {
  const { app, bob, clock, installation, ...fixture } = await open(t, 'sms');
  const account = sampleAccount('robot@example.com', { role: 'api', createdAt: clock.now() });
  await fixture.database.accounts.add(account);
  const names = ['job.txt'];
  const { receivers } = await addDrop({ ...fixture, installation, app, clock }, bob, {
    ...{ label: 'job', emails: [account.email], names, overrides: { secondFactor: 'sms' } },
  });
  clock.advance(minute);
  const key = `vk_${'A'.repeat(43)}`;
  await fixture.database.apiKeys.add({
    ...{
      id: idFor('a later key'),
      accountId: account.id,
      hash: installation.apiKeyHasher.hash(key),
    },
    ...{ salt: undefined, createdAt: clock.now(), expiresAt: undefined },
  });
  const authorization = `Basic ${Buffer.from(`${account.email}:${key}`).toString('base64')}`;
  const ask = (path: string, headers = {}) =>
    app.inject({ url: `/${account.email}/${path}`, headers: { host, authorization, ...headers } });
  const page = await ask('');
  const [, csrf = ''] = /name="csrftoken" value="([^"]+)"/.exec(page.body) ?? [];
  const token = { 'csrf-token': csrf };
  assert.match((await ask('cgi/get_history.cgi', token)).body, /job\.txt/);
  const file = await ask(`${receivers[0]?.inboxToken}/files/job.txt`, token);
  assert.notEqual(file.statusCode, 404, 'it is there, without the bytes that nobody stored');
});
