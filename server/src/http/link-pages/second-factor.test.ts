import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hour, minute } from '../../domain/model/clock.ts';
import type { DownloadPageFixture, SentDrop } from '../download-page/download-page-fixture.ts';
import { fileAddress, openDownloadPageFixture } from '../download-page/download-page-fixture.ts';

const files = { 'secret-scan.dcm': 'the scan', 'b.txt': 'b' };
const number = '46701234578';
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** What the browser that asks for the codes of a drop keeps. */
const cookies = new WeakMap<SentDrop, string>();

function firstPair(cookie: string | string[] | undefined): string {
  return cookie?.toString().split(';')[0] ?? '';
}

async function post(
  side: DownloadPageFixture,
  sent: SentDrop,
  verb: string,
  payload: string,
  headers = {},
) {
  const url = `/d/${sent.secret}/${verb}`;
  const cookie = cookies.get(sent) ?? '';
  const request = { payload, headers: { ...form, cookie, ...headers } };
  const answer = await side.app.inject({ method: 'POST', url, ...request });
  const set = answer.headers['set-cookie'];
  if (verb === 'code' && set !== undefined) cookies.set(sent, firstPair(set));
  return answer;
}

async function codesOf({ database, codeFor }: DownloadPageFixture, { receiver }: SentDrop) {
  const mails = await database.outbox.listFor(receiver.id);
  return mails
    .filter(({ kind }) => kind === 'code')
    .map(({ id, to }) => ({ to, code: codeFor(id) }));
}

/** What is kept of the newest code. */
async function codeRowOf({ database }: DownloadPageFixture, { receiver }: SentDrop) {
  const [newest] = await database.outbox.listFor(receiver.id);
  return await database.receiverCodes.findByMail(newest?.id ?? assert.fail('no code was sent'));
}

/** Asks for a code and returns it. */
async function ask(side: DownloadPageFixture, sent: SentDrop, channel = 'email'): Promise<string> {
  assert.equal((await post(side, sent, 'code', `channel=${channel}`)).statusCode, 303);
  const [newest] = await codesOf(side, sent);
  return newest?.code ?? assert.fail('no code was sent');
}

async function enter(
  side: DownloadPageFixture,
  sent: SentDrop,
  code: string,
): Promise<string | undefined> {
  const { statusCode, headers } = await post(side, sent, 'verify', `code=${code}`);
  assert.equal(statusCode, 303);
  return headers['set-cookie']?.toString();
}

async function look(side: DownloadPageFixture, url: string, cookie = '') {
  const headers = { accept: 'text/html', cookie: firstPair(cookie) };
  return await side.app.inject({ url, headers });
}

/** The page as the browser sees it that asks for the codes of a drop. */
async function lookAgain(side: DownloadPageFixture, sent: SentDrop): Promise<string> {
  return (await look(side, `/d/${sent.secret}`, cookies.get(sent))).body;
}

function wrongFor(code: string): string {
  return code === '00000000' ? '00000001' : '00000000';
}

describe('a drop that demands a code', () => {
  test('shows who sent it and nothing else, at every address, and looking sends nothing', async (t) => {
    const side = await openDownloadPageFixture(t);
    const sent = await side.drop(files, { secondFactor: 'either', number, message: 'Hush' });
    for (const url of [
      `/d/${sent.secret}`,
      fileAddress(sent, 'secret-scan.dcm'),
      `/d/${sent.secret}/all.zip`,
    ]) {
      const { body, statusCode } = await look(side, url);
      assert.equal(statusCode, url.endsWith(sent.secret) ? 200 : 403);
      assert.doesNotMatch(body, /secret-scan|b\.txt|Hush|bytes|2 files|[0-9a-f]{64}/);
      assert.ok(body.includes(sent.senderEmail) && body.includes('b•••@example.com'));
      assert.ok(body.includes('••• 78') && !body.includes(number));
      await side.app.inject({ method: 'HEAD', url });
    }
    assert.deepEqual(await codesOf(side, sent), []);
    assert.equal(await side.database.outbox.countCodes({ since: 0 }), 0);
  });

  test('opens to the right code, for the browser that entered it, for twelve hours', async (t) => {
    const side = await openDownloadPageFixture(t);
    const [sent, other] = [
      await side.drop(files, { secondFactor: 'email' }),
      await side.drop(files, { secondFactor: 'email' }),
    ];
    const cookie = await enter(side, sent, await ask(side, sent));
    assert.match(
      cookie ?? '',
      /^valise-[0-9a-f]{16}=[\w-]{43}; Max-Age=43200; Path=\/d\/[\w-]{43}; HttpOnly; SameSite=Lax$/,
    );
    const file = fileAddress(sent, 'secret-scan.dcm');
    assert.equal((await look(side, file, cookie)).body, 'the scan');
    assert.equal((await look(side, file)).statusCode, 403);
    const stolen = cookie?.replace(/^[^=]+/, '') ?? '';
    const name = (await enter(side, other, await ask(side, other)))?.split('=')[0] ?? '';
    assert.equal((await look(side, `/d/${other.secret}/all.zip`, name + stolen)).statusCode, 403);
    side.clock.advance(12 * hour);
    assert.equal((await look(side, file, cookie)).statusCode, 403);
  });

  test('takes five tries, in a crowd or one by one, and then not even the right code', async (t) => {
    const side = await openDownloadPageFixture(t);
    const sent = await side.drop(files, { secondFactor: 'email' });
    const code = await ask(side, sent);
    await enter(side, sent, wrongFor(code));
    assert.match(await lookAgain(side, sent), /4 tries left/);
    await Promise.all(Array.from({ length: 20 }, () => enter(side, sent, wrongFor(code))));
    assert.equal(await enter(side, sent, code), undefined);
    assert.match(await lookAgain(side, sent), /entered incorrectly too many times/);
    assert.ok(await enter(side, sent, await ask(side, sent)));
  });

  test('takes no code that is ten minutes old, used or replaced', async (t) => {
    const side = await openDownloadPageFixture(t);
    const sent = await side.drop(files, { secondFactor: 'email' });
    const expired = await ask(side, sent);
    side.clock.advance(10 * minute);
    assert.equal(await enter(side, sent, expired), undefined);
    assert.match(await lookAgain(side, sent), /The code has expired/);
    const replaced = await ask(side, sent);
    const last = await ask(side, sent);
    assert.equal(await enter(side, sent, replaced), undefined);
    assert.ok(await enter(side, sent, last));
    assert.equal(await enter(side, sent, last), undefined);
  });

  test('sends so many codes and no more', async (t) => {
    const side = await openDownloadPageFixture(t);
    const sent = await side.drop(files, { secondFactor: 'either', number });
    for (let count = 0; count < 9; count += 1) await ask(side, sent, 'sms');
    assert.equal((await codesOf(side, sent)).length, 3);
    for (let count = 0; count < 9; count += 1) await ask(side, sent, 'email');
    assert.equal((await codesOf(side, sent)).length, 5);
    assert.match(
      (await look(side, `/d/${sent.secret}`)).body,
      /No more codes can be sent to ••• 78 .*No more codes can be sent to b•••@example/,
    );
    side.clock.advance(hour);
    await ask(side, sent, 'sms');
    assert.equal((await codesOf(side, sent)).length, 6);
  });

  test('reaches nobody by SMS without an allowed number, and refuses other sites', async (t) => {
    const side = await openDownloadPageFixture(t);
    for (const options of [{}, { number: '88213000000' }]) {
      const sent = await side.drop(files, { secondFactor: 'sms', ...options });
      await post(side, sent, 'code', 'channel=sms');
      await post(side, sent, 'code', 'channel=email');
      assert.deepEqual(await codesOf(side, sent), []);
      assert.match((await look(side, `/d/${sent.secret}`)).body, /Please contact the sender/);
    }
    const sent = await side.drop(files, { secondFactor: 'email' });
    const foreign = { 'sec-fetch-site': 'cross-site' };
    for (const verb of ['code', 'verify']) {
      assert.equal((await post(side, sent, verb, 'channel=email', foreign)).statusCode, 403);
    }
    assert.deepEqual(await codesOf(side, sent), []);
  });

  test('keeps no code, and no session, in its rows and records', async (t) => {
    const side = await openDownloadPageFixture(t);
    const sent = await side.drop(files, { secondFactor: 'email' });
    const code = await ask(side, sent);
    const kept = JSON.stringify([
      await codeRowOf(side, sent),
      await side.database.outbox.listFor(sent.receiver.id),
      await side.database.audit.list(0, 100),
    ]);
    assert.ok(!kept.includes(code));
    const [record] = await side.database.audit.listNewest(1);
    assert.deepEqual([record?.action, record?.details], ['code.sent', { channel: 'email' }]);
  });

  test('notes each try that was taken, and nothing that a link alone could fill the trail with', async (t) => {
    const side = await openDownloadPageFixture(t);
    const sent = await side.drop(files, { secondFactor: 'email' });
    for (let count = 0; count < 9; count += 1) await enter(side, sent, '12345678');
    const codes = [];
    for (let count = 0; count < 9; count += 1) codes.push(await ask(side, sent));
    for (let count = 0; count < 9; count += 1) {
      await enter(side, sent, wrongFor(codes.at(-1) ?? ''));
    }
    const actions = (await side.database.audit.listNewest(100)).map(({ action }) => action);
    assert.equal(actions.filter((action) => action === 'code.sent').length, 5);
    assert.equal(actions.filter((action) => action === 'code.refused').length, 5);
  });
});

describe('the browser that asked for a code', () => {
  test('is known by a cookie, and nobody else can spend its tries', async (t) => {
    const side = await openDownloadPageFixture(t);
    const sent = await side.drop(files, { secondFactor: 'email' });
    const url = `/d/${sent.secret}`;
    const asked = await post(side, sent, 'code', 'channel=email');
    assert.match(
      asked.headers['set-cookie']?.toString() ?? '',
      /^valise-[0-9a-f]{16}=[\w-]{43}; Max-Age=4200; Path=\/d\/[\w-]{43}; HttpOnly; SameSite=Lax$/,
    );
    const [newest] = await codesOf(side, sent);
    const code = newest?.code ?? assert.fail('no code was sent');

    const attacker = { ...sent };
    await Promise.all(
      Array.from({ length: 24 }, () => post(side, attacker, 'code', 'channel=email')),
    );
    for (let tries = 0; tries < 20; tries += 1) await enter(side, attacker, wrongFor(code));
    assert.equal(await enter(side, attacker, code), undefined);
    assert.match(await lookAgain(side, attacker), /entered incorrectly too many times/);

    assert.match(await lookAgain(side, sent), /We have sent an 8-digit code/);
    const cookie = await enter(side, sent, code);
    assert.equal((await look(side, `${url}/all.zip`, cookie)).statusCode, 200);
  });

  test('is told when it keeps no cookies', async (t) => {
    const side = await openDownloadPageFixture(t);
    const sent = await side.drop(files, { secondFactor: 'email' });
    const none = { cookie: '' };
    const { headers } = await post(side, sent, 'code', 'channel=email', none);
    assert.equal(headers.location, `/d/${sent.secret}?asked=1`);
    const [newest] = await codesOf(side, sent);
    const tried = await post(side, sent, 'verify', `code=${newest?.code ?? ''}`, none);
    assert.equal(tried.headers['set-cookie'], undefined);
    assert.equal(tried.headers.location, `/d/${sent.secret}?asked=1`);
    assert.match((await look(side, headers.location)).body, /Allow cookies for this page/);
    const kept = await look(side, headers.location, cookies.get(sent));
    assert.doesNotMatch(kept.body, /Allow cookies/);
    assert.match(kept.body, /We have sent an 8-digit code/);
    const first = await look(side, `/d/${sent.secret}`);
    assert.doesNotMatch(first.body, /Allow cookies/);
  });
});
