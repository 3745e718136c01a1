import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hour } from '../../domain/model/clock.ts';
import type { DownloadPageFixture, SentDrop } from '../download-page/download-page-fixture.ts';
import { fileAddress, openDownloadPageFixture } from '../download-page/download-page-fixture.ts';

const files = { 'secret-scan.dcm': 'the scan', 'b.txt': 'b' };
const password = 'blå båt 42';
const form = { 'content-type': 'application/x-www-form-urlencoded' };

async function enter(
  { app }: DownloadPageFixture,
  { secret }: SentDrop,
  written: string,
  { cookie = '', remoteAddress = '192.0.2.1' } = {},
) {
  const payload = new URLSearchParams({ password: written }).toString();
  const request = { payload, headers: { ...form, cookie, accept: 'text/html' }, remoteAddress };
  return await app.inject({ method: 'POST', url: `/d/${secret}/password?lang=en`, ...request });
}

async function look({ app }: DownloadPageFixture, url: string, cookie = '') {
  return await app.inject({ url, headers: { accept: 'text/html', cookie } });
}

function cookieOf(answer: { headers: Record<string, unknown> }): string {
  return String(answer.headers['set-cookie']).split(';')[0] ?? '';
}

/** Enters the right password; returns the cookie. */
async function unlock(side: DownloadPageFixture, sent: SentDrop): Promise<string> {
  const answer = await enter(side, sent, password);
  assert.equal(answer.statusCode, 303);
  return cookieOf(answer);
}

describe('a drop with a password', () => {
  test('shows who sent it and nothing else, at every address', async (t) => {
    const side = await openDownloadPageFixture(t);
    const sent = await side.drop(files, { password, message: 'Hush' });
    for (const url of [
      `/d/${sent.secret}`,
      fileAddress(sent, 'secret-scan.dcm'),
      `/d/${sent.secret}/all.zip`,
    ]) {
      const { body, statusCode } = await look(side, url);
      assert.equal(statusCode, url.endsWith(sent.secret) ? 200 : 403);
      assert.doesNotMatch(body, /secret-scan|b\.txt|Hush|bytes|2 files|argon2|[0-9a-f]{64}/);
      assert.ok(body.includes(sent.senderEmail) && body.includes('type="password"'));
      const program = await side.app.inject({ url, headers: { accept: 'application/json' } });
      if (!url.endsWith(sent.secret)) {
        assert.equal(program.json<{ error: string }>().error, 'code_needed');
      }
    }
  });

  test('opens to the right password, in this browser, for twelve hours', async (t) => {
    const side = await openDownloadPageFixture(t);
    const [sent, other] = [
      await side.drop(files, { password }),
      await side.drop(files, { password }),
    ];
    const answer = await enter(side, sent, password);
    assert.equal(answer.headers.location, `/d/${sent.secret}?lang=en&asked=1`);
    assert.match(
      String(answer.headers['set-cookie']),
      /^valise-[0-9a-f]{16}=[\w-]{43}; Max-Age=43200; Path=\/d\/[\w-]{43}; HttpOnly; SameSite=Lax$/,
    );
    const cookie = cookieOf(answer);
    const file = fileAddress(sent, 'secret-scan.dcm');
    assert.equal((await look(side, file, cookie)).body, 'the scan');
    assert.match((await look(side, `/d/${sent.secret}`, cookie)).body, /secret-scan/);
    assert.equal((await look(side, file)).statusCode, 403);
    assert.equal((await look(side, fileAddress(other, 'b.txt'), cookie)).statusCode, 403);
    side.clock.advance(12 * hour);
    assert.equal((await look(side, file, cookie)).statusCode, 403);
  });

  test('says that a password is wrong, and what a browser without cookies lacks', async (t) => {
    const side = await openDownloadPageFixture(t);
    const sent = await side.drop(files, { password });
    const wrong = await enter(side, sent, 'wrong password');
    assert.equal(wrong.headers['set-cookie'], undefined);
    assert.equal(wrong.headers.location, `/d/${sent.secret}?lang=en&tried=1`);
    const shown = await look(side, wrong.headers.location ?? '');
    assert.match(shown.body, /That password is not correct/);
    assert.doesNotMatch(shown.body, /wrong password/);
    const { headers } = await enter(side, sent, password);
    assert.match((await look(side, headers.location ?? '')).body, /Allow cookies/);
  });

  test('blocks a network that guesses, which keeps no other one out', async (t) => {
    const side = await openDownloadPageFixture(t);
    const sent = await side.drop(files, { password });
    for (let guess = 0; guess < 10; guess += 1) await enter(side, sent, `guess ${guess}`);
    const blocked = await enter(side, sent, password);
    assert.equal(blocked.statusCode, 429);
    assert.ok(Number(blocked.headers['retry-after']) > 0);
    assert.equal(blocked.headers['set-cookie'], undefined);
    const elsewhere = await enter(side, sent, password, { remoteAddress: '198.51.100.7' });
    assert.ok(elsewhere.headers['set-cookie'] !== undefined);
  });

  test('answers 503 with a time where too many passwords wait', async (t) => {
    const side = await openDownloadPageFixture(t);
    const sent = await side.drop(files, { password });
    const release = await side.hashSlots.drops.take({ isKnown: false, group: 'busy' });
    for (let waiting = 0; waiting < 50; waiting += 1) {
      void side.hashSlots.drops.take({ isKnown: false, group: `network ${waiting}` });
    }
    const busy = await enter(side, sent, password);
    assert.equal(busy.statusCode, 503);
    assert.ok(Number(busy.headers['retry-after']) > 0);
    release();
  });

  test('asks for the code first, and takes no password before it', async (t) => {
    const side = await openDownloadPageFixture(t);
    const sent = await side.drop(files, { password, secondFactor: 'email' });
    const page = `/d/${sent.secret}`;
    assert.match((await look(side, page)).body, /name="channel"/);
    assert.equal((await enter(side, sent, password)).headers['set-cookie'], undefined);
    const post = (verb: string, payload: string, cookie = '') =>
      side.app.inject({
        method: 'POST',
        url: `${page}/${verb}`,
        payload,
        headers: { ...form, cookie },
      });
    const browser = cookieOf(await post('code', 'channel=email'));
    const [mail] = await side.database.outbox.listFor(sent.receiver.id);
    const code = side.codeFor(mail?.id ?? assert.fail('no code was sent'));
    const coded = cookieOf(await post('verify', `code=${code}`, browser));
    const asked = await look(side, page, coded);
    assert.match(asked.body, /type="password"/);
    assert.doesNotMatch(asked.body, /secret-scan/);
    const opened = await enter(side, sent, password, { cookie: coded });
    const both = `${coded}; ${cookieOf(opened)}`;
    assert.match((await look(side, page, both)).body, /secret-scan/);
    assert.doesNotMatch((await look(side, page, cookieOf(opened))).body, /secret-scan/);
  });

  test('is closed again once its sender has set another password, or revoked it', async (t) => {
    const side = await openDownloadPageFixture(t);
    const sent = await side.drop(files, { password });
    const cookie = await unlock(side, sent);
    const sender = (await side.database.accounts.find(sent.dispatch.accountId)) ?? assert.fail();
    await side.dropPasswords.change(side.actor, sender, sent.dispatch.id, 'another one');
    assert.equal((await look(side, fileAddress(sent, 'b.txt'), cookie)).statusCode, 403);
    assert.match((await look(side, `/d/${sent.secret}`, cookie)).body, /type="password"/);
    await side.control.revoke(side.actor, sent.dispatch.id);
    assert.equal((await enter(side, sent, 'another one')).headers['set-cookie'], undefined);
    assert.equal((await look(side, `/d/${sent.secret}`)).statusCode, 404);
  });

  test('is in no record, and in no row of the outbox', async (t) => {
    const side = await openDownloadPageFixture(t);
    const sent = await side.drop(files, { password, message: 'Hush' });
    const records = JSON.stringify([
      await side.database.audit.list(0, 99),
      await side.database.outbox.listFor(sent.receiver.id),
    ]);
    assert.doesNotMatch(records, /blå båt|argon2/);
  });
});
