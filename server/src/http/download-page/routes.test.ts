import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { day, hour } from '../../domain/model/clock.ts';
import { actor } from '../../testing/exchange-fixture.ts';
import { maxMisses } from '../routing/link-misses.ts';
import type { DownloadPageFixture, SentDrop } from './download-page-fixture.ts';
import { fileAddress, openDownloadPageFixture } from './download-page-fixture.ts';

const accept = 'text/html,application/xhtml+xml';
const files = { 'scan.dcm': 'the scan', 'summary.pdf': 'the summary' };

/** Everything that a request could have changed. */
async function stateOf({ database }: DownloadPageFixture, { receiver, dispatch }: SentDrop) {
  return {
    downloads: await database.downloads.listFor(receiver.id),
    audit: await database.audit.findHead(),
    mails: await database.outbox.listFor(receiver.id),
    dispatch: await database.dispatches.find(dispatch.id),
  };
}

describe('the download page', () => {
  test('shows who sent what and until when, before anything is downloaded', async (context) => {
    const { app, drop } = await openDownloadPageFixture(context);
    const { secret, senderEmail } = await drop(files, { message: 'The X-rays.\nCall me.' });
    const { statusCode, body, headers } = await app.inject({ url: `/d/${secret}` });
    assert.equal(statusCode, 200);
    assert.ok(
      body
        .replaceAll(/<wbr \/>|<\/?span[^>]*>/g, '')
        .includes(`<h1 class="display">${senderEmail} sent you 2 files</h1>`),
    );
    assert.ok(body.includes('The X-rays.\nCall me.'));
    assert.match(body, /scan\.dcm[^]*DCM[^]*8 bytes[^]*summary\.pdf[^]*PDF[^]*11 bytes/);
    assert.match(body, /Download all \(19 bytes, \.zip\)/);
    assert.match(body, /Available for[^]*7 days<[^]*Deleted on[^]*22 November 2026/);
    assert.match(body, /<code>[0-9a-f]{64}<\/code>/);
    assert.match(String(headers['content-security-policy']), /script-src 'self'/);
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.match(String(headers['cache-control']), /no-store/);
  });

  test('shows the part of a long list that its address names, else the first', async (context) => {
    const { app, drop } = await openDownloadPageFixture(context);
    const names = Array.from({ length: 201 }, (_, at) => `scan-${at + 1}.dcm`);
    const { secret } = await drop(Object.fromEntries(names.map((name) => [name, ''])));
    const shown = async (query: string) => {
      const { body } = await app.inject({ url: `/d/${secret}${query}` });
      return [body.includes('>scan-1.dcm<'), body.includes('>scan-201.dcm<')];
    };
    assert.deepEqual(await shown('?lang=en&page=2'), [false, true]);
    for (const query of ['', '?page=1', '?page=-1', '?page=x', '?page=1&page=2']) {
      assert.deepEqual(await shown(query), [true, false], query);
    }
  });

  test('names the service for a sender who stays unnamed', async (context) => {
    const { app, drop } = await openDownloadPageFixture(context);
    const { secret, senderEmail } = await drop(files, { visibility: { email: false } });
    const { body } = await app.inject({ url: `/d/${secret}` });
    assert.ok(body.includes('<h1 class="display">2 files for you from Valise</h1>'));
    assert.ok(!body.includes(senderEmail));
  });

  test('reveals nothing of other receivers', async (context) => {
    const { app, drop } = await openDownloadPageFixture(context);
    const emails = ['bob@example.com', 'carol@example.com'];
    const { secret, receivers } = await drop(files, { emails });
    const { body } = await app.inject({ url: `/d/${secret}` });
    assert.ok(!body.includes('carol'));
    for (const { id, inboxToken } of receivers) {
      assert.ok(!body.includes(id) && !body.includes(inboxToken));
    }
  });

  test('warns when the end is near, and says what was downloaded', async (context) => {
    const { app, drop, press, clock } = await openDownloadPageFixture(context);
    const sent = await drop(files, { lifetimeMs: 3 * hour });
    const page = () => app.inject({ url: `/d/${sent.secret}` });
    clock.advance(2 * hour);
    assert.match((await page()).body, /expire soon[^]*1 hour</);
    assert.doesNotMatch((await page()).body, /is-good/);
    await app.inject({ url: await press(fileAddress(sent, 'scan.dcm')) });
    assert.equal((await page()).body.match(/<span>Downloaded /g)?.length, 1);
    assert.doesNotMatch((await page()).body, /downloaded all the files/);
    await app.inject({ url: await press(fileAddress(sent, 'summary.pdf')) });
    assert.match((await page()).body, /downloaded all the files/);
  });

  test('speaks the language chosen, else the receiver’s, else the browser’s, else the operator’s', async (context) => {
    const { app, drop } = await openDownloadPageFixture(context, { language: 'pl' });
    const known = await drop(files, { language: 'sv' });
    const unknown = await drop(files);
    const languageAt = async (url: string, wish?: string) => {
      const headers = wish === undefined ? {} : { 'accept-language': wish };
      const { body } = await app.inject({ url, headers });
      return /<html lang="([^"]+)"/.exec(body)?.[1];
    };
    assert.equal(await languageAt(`/d/${known.secret}?lang=fi`, 'de'), 'fi');
    assert.equal(await languageAt(`/d/${known.secret}?lang=xx`, 'de'), 'sv');
    assert.equal(await languageAt(`/d/${known.secret}`, 'de'), 'sv');
    assert.equal(await languageAt(`/d/${unknown.secret}`, 'ja, de-AT;q=0.8'), 'de');
    assert.equal(await languageAt(`/d/${unknown.secret}`, 'ja'), 'pl');
    assert.equal(await languageAt(`/d/${unknown.secret}`), 'pl');
  });

  test('fifty looks of a mail scanner change nothing, not even the audit trail', async (context) => {
    const side = await openDownloadPageFixture(context);
    const sent = await side.drop(files);
    const before = await stateOf(side, sent);
    for (let count = 0; count < 50; count += 1) {
      const method = count % 2 === 0 ? 'GET' : 'HEAD';
      const { statusCode } = await side.app.inject({ method, url: `/d/${sent.secret}` });
      assert.equal(statusCode, 200);
      for (const url of [fileAddress(sent, 'scan.dcm'), `/d/${sent.secret}/all.zip`]) {
        await side.app.inject({ method: 'HEAD', url });
        const headers = { 'sec-purpose': 'prefetch;prerender' };
        assert.equal((await side.app.inject({ url, headers })).statusCode, 503);
      }
    }
    assert.deepEqual(await stateOf(side, sent), before);
  });
});

describe('a link that leads nowhere', () => {
  test('gets one and the same answer, whether unknown, expired or revoked', async (context) => {
    const side = await openDownloadPageFixture(context);
    const { app, control, clock, drop } = side;
    const [revoked, revokedForOne, expired] = [
      await drop(files),
      await drop(files),
      await drop(files),
    ];
    await control.revoke(actor, revoked.dispatch.id);
    await control.revokeReceiver(actor, revokedForOne.dispatch.id, 'bob@example.com');
    await control.extend(actor, expired.dispatch.id, clock.now() + 1000);
    clock.advance(2000);
    const addresses = [revoked, revokedForOne, expired].flatMap((sent) => [
      `/d/${sent.secret}`,
      fileAddress(sent, 'scan.dcm'),
      `/d/${sent.secret}/all.zip`,
    ]);
    const seen = new Set<string>();
    for (const url of [...addresses, `/d/${'A'.repeat(43)}`, '/d/nonsense']) {
      const { statusCode, headers, body } = await app.inject({ url, headers: { accept } });
      assert.equal(statusCode, 404);
      const { date, 'x-request-id': requestId, ...others } = headers;
      assert.ok(date !== undefined && requestId !== undefined);
      seen.add(JSON.stringify([others, body]));
    }
    assert.equal(seen.size, 1);
    assert.match([...seen].join(''), /These files are no longer available[^]*ask the sender/);
    assert.match([...seen].join(''), /\?lang=sv/);
  });

  test('is told to programs in JSON, and to people in their language', async (context) => {
    const { app } = await openDownloadPageFixture(context);
    const url = `/d/${'A'.repeat(43)}`;
    const { statusCode, body } = await app.inject({ url });
    assert.equal(statusCode, 404);
    assert.equal((JSON.parse(body) as { error: string }).error, 'not_found');
    const german = await app.inject({ url, headers: { accept, 'accept-language': 'de' } });
    assert.match(german.body, /Diese Dateien sind nicht mehr verfügbar/);
  });

  test('is answered 429 when one network tries too many, while good links still work', async (context) => {
    const { app, clock, drop } = await openDownloadPageFixture(context);
    const { secret } = await drop(files);
    const guess = (remoteAddress: string) =>
      app.inject({ url: `/d/${'B'.repeat(43)}`, remoteAddress, headers: { accept } });
    for (let count = 0; count < maxMisses; count += 1) {
      assert.equal((await guess('2001:db8::1')).statusCode, 404);
    }
    const refused = await guess('2001:db8::2');
    assert.equal(refused.statusCode, 429);
    assert.equal(refused.headers['retry-after'], '60');
    assert.match(refused.body, /Please wait a moment/);
    const good = { url: `/d/${secret}`, remoteAddress: '2001:db8::1' };
    assert.equal((await app.inject(good)).statusCode, 200);
    assert.equal((await guess('192.0.2.7')).statusCode, 404);
    clock.advance(day);
    assert.equal((await guess('2001:db8::1')).statusCode, 404);
  });

  test('is what a made-up suffix, another file or another name makes of a good one', async (context) => {
    const { app, drop } = await openDownloadPageFixture(context);
    const [mine, other] = [await drop(files), await drop(files)];
    const file = fileAddress(mine, 'scan.dcm');
    for (const url of [
      `/d/${mine.secret}/x.css`,
      `/d/${mine.secret}/`,
      `/d/${mine.secret}/files/x.css`,
      file.replace('scan.dcm', 'invoice.exe'),
      `${file}/x.css`,
      fileAddress({ ...other, secret: mine.secret }, 'scan.dcm'),
    ]) {
      assert.equal((await app.inject({ url })).statusCode, 404, url);
    }
    assert.equal((await app.inject({ url: file })).statusCode, 200);
  });
});

test('a pressed button leads to the address of the route, not to what the request named', async (context) => {
  const { app, drop } = await openDownloadPageFixture(context);
  const { secret } = await drop(files);
  for (const url of [`/d/${secret}/all.zip?x=y`, `/d/${secret}/all.zip?ticket=other`]) {
    const { statusCode, headers } = await app.inject({ method: 'POST', url });
    assert.equal(statusCode, 303);
    assert.ok(String(headers.location).startsWith(`/d/${secret}/all.zip?ticket=`), url);
  }
  const foreign = await app.inject({
    method: 'POST',
    url: `http://evil.example/d/${secret}/all.zip`,
    headers: { host: 'localhost' },
  });
  assert.doesNotMatch(String(foreign.headers.location), /evil/);
});
