import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, test } from 'node:test';
import pino from 'pino';
import type { AuditRecord } from '../../domain/model/audit.ts';
import { IntegrityError } from '../../sealing/crypto/sealed-format.ts';
import { OutcomeUnknown } from '../../domain/model/valise-error.ts';
import { actor } from '../../testing/exchange-fixture.ts';
import { pagePolicy } from '../connection/response-headers.ts';
import type { DownloadPageFixture, SentDrop } from './download-page-fixture.ts';
import { fileAddress, openDownloadPageFixture } from './download-page-fixture.ts';

const text = 'abcdefghij'.repeat(10);

async function receipts(
  { database }: DownloadPageFixture,
  { receiver }: SentDrop,
): Promise<number> {
  const mails = await database.outbox.listFor(receiver.id);
  return mails.filter(({ kind }) => kind === 'receipt').length;
}

/** Reads the first megabyte of an address over a real connection, then disconnects. */
async function breakOff({ app, database }: DownloadPageFixture, url: string): Promise<void> {
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  await new Promise<void>((resolve, reject) => {
    let bytes = 0;
    const request = get(`${origin}${url}`, (response) => {
      response.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (bytes < 1_000_000) return;
        request.destroy();
        resolve();
      });
    });
    request.once('error', reject);
  });
  await untilFailureIsNoted(database);
}

/** A transfer is recorded after its connection is gone, and so after its client knows. */
async function untilFailureIsNoted({
  audit,
}: DownloadPageFixture['database']): Promise<AuditRecord> {
  for (let tries = 0; tries < 200; tries += 1) {
    // What was whole is recorded at the same time, and either may come first.
    const failed = (await audit.listNewest(3)).find(({ outcome }) => outcome === 'failed');
    if (failed !== undefined) return failed;
    await delay(10);
  }
  return assert.fail('the transfer that broke off was never written down');
}

/** Waits until the kernel takes no more from a sender. */
async function untilStalled(socket: Socket): Promise<void> {
  let bytesSeen = -1;
  for (let steadyLooks = 0; steadyLooks < 20;) {
    const isSteady = socket.writableLength > 0 && socket.bytesWritten === bytesSeen;
    steadyLooks = isSteady ? steadyLooks + 1 : 0;
    bytesSeen = socket.bytesWritten;
    await delay(10);
  }
}

describe('a file counts as downloaded', () => {
  test('when its last byte was handed over, once, and the last file tells the sender', async (context) => {
    const side = await openDownloadPageFixture(context);
    const sent = await side.drop({ 'a.txt': text, 'b.txt': '' });
    const { body } = await side.app.inject({ url: await side.press(fileAddress(sent, 'a.txt')) });
    assert.equal(body, text);
    assert.deepEqual(await side.completed(sent), ['a.txt']);
    assert.equal(await receipts(side, sent), 0);
    for (const name of ['b.txt', 'a.txt', 'b.txt']) {
      await side.app.inject({ url: await side.press(fileAddress(sent, name)) });
    }
    assert.deepEqual(await side.completed(sent), ['a.txt', 'b.txt']);
    assert.equal(await receipts(side, sent), 1);
  });

  test('when its ranges, in any order and overlapping, make it whole', async (context) => {
    const side = await openDownloadPageFixture(context);
    const sent = await side.drop({ 'a.txt': text });
    const url = await side.press(fileAddress(sent, 'a.txt'));
    for (const [range, whole] of [
      ['bytes=60-', false],
      ['bytes=0-29', false],
      ['bytes=20-49', false],
      ['bytes=51-70', false],
      ['bytes=50-50', true],
    ] as const) {
      const { statusCode } = await side.app.inject({ url, headers: { range } });
      assert.equal(statusCode, 206);
      assert.deepEqual(await side.completed(sent), whole ? ['a.txt'] : [], range);
    }
  });

  test('for the receiver who took it, and for no other', async (context) => {
    const side = await openDownloadPageFixture(context);
    const emails = ['bob@example.com', 'carol@example.com'];
    const sent = await side.drop({ 'a.txt': text }, { emails });
    await side.app.inject({ url: await side.press(fileAddress(sent, 'a.txt')) });
    for (const receiver of sent.receivers) {
      const names = await side.completed({ ...sent, receiver });
      assert.equal(names.length, receiver.id === sent.receiver.id ? 1 : 0);
    }
  });

  test('not by HEAD, by what the client has already, or by an impossible range', async (context) => {
    const side = await openDownloadPageFixture(context);
    const sent = await side.drop({ 'a.txt': text });
    const url = await side.press(fileAddress(sent, 'a.txt'));
    const { headers } = await side.app.inject({ method: 'HEAD', url });
    const etag = String(headers.etag);
    const cached = await side.app.inject({ url, headers: { 'if-none-match': etag } });
    assert.equal(cached.statusCode, 304);
    const beyond = await side.app.inject({ url, headers: { range: 'bytes=100-' } });
    assert.equal(beyond.statusCode, 416);
    assert.deepEqual(await side.database.downloads.listFor(sent.receiver.id), []);
  });

  test('not when nobody pressed its button, though the bytes are there for everyone', async (context) => {
    const side = await openDownloadPageFixture(context);
    const sent = await side.drop({ 'a.txt': text, 'b.txt': text });
    const [one, other] = [fileAddress(sent, 'a.txt'), fileAddress(sent, 'b.txt')];
    const all = `/d/${sent.secret}/all.zip`;
    const ticketOf = async (url: string) => new URL(await side.press(url), 'http://x').search;
    const unasked = [
      one,
      all,
      `${one}?ticket=`,
      `${one}?ticket=${'A'.repeat(43)}`,
      `${one}${await ticketOf(other)}`,
      `${one}${await ticketOf(all)}`,
      `${all}${await ticketOf(one)}`,
      `${one}${await ticketOf(one)}&ticket=x`,
      `${one}${await ticketOf(fileAddress(await side.drop({ 'a.txt': text }), 'a.txt'))}`,
    ];
    for (const url of unasked) {
      const { statusCode, rawPayload } = await side.app.inject({ url });
      assert.deepEqual([statusCode, rawPayload.length >= text.length], [200, true], url);
    }
    assert.deepEqual(await side.database.downloads.listFor(sent.receiver.id), []);
    assert.equal(await receipts(side, sent), 0);
    const [last] = await side.database.audit.listNewest(1);
    assert.equal(last?.details['wasAskedFor'], false);
  });

  test('not when it broke off, until the rest was fetched', async (context) => {
    const side = await openDownloadPageFixture(context);
    const large = Buffer.alloc(24_000_000, 7);
    const sent = await side.drop({ 'large.bin': large });
    const url = await side.press(fileAddress(sent, 'large.bin'));
    await breakOff(side, url);
    assert.deepEqual(await side.completed(sent), []);
    const [{ spans } = { spans: [] }] = await side.database.downloads.listFor(sent.receiver.id);
    const end = spans[0]?.end ?? 0;
    assert.ok(end > 0 && end < large.length);
    await side.app.inject({ url, headers: { range: `bytes=${end - 1}-` } });
    assert.deepEqual(await side.completed(sent), ['large.bin']);
  });
});

test('what cannot be written down was still sent, and stands in the log', async (context) => {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  const side = await openDownloadPageFixture(context, { log });
  const sent = await side.drop({ 'a.txt': text, 'b.txt': text });
  const { linkDownloads } = side;
  const record = linkDownloads.recordTransfer.bind(linkDownloads);
  linkDownloads.recordTransfer = (actor, delivery, file, transfer) =>
    file.name === 'a.txt'
      ? Promise.reject(new OutcomeUnknown(new Error('who knew is gone')))
      : record(actor, delivery, file, transfer);

  const one = await side.app.inject({ url: await side.press(fileAddress(sent, 'a.txt')) });
  assert.deepEqual([one.statusCode, one.body], [200, text]);
  const all = await side.app.inject({ url: await side.press(`/d/${sent.secret}/all.zip`) });
  assert.equal(all.rawPayload.length, Number(all.headers['content-length']));
  await side.transfers.ended();
  assert.deepEqual(await side.completed(sent), ['b.txt']);
  assert.equal(lines.length, 2);
  for (const line of lines) assert.match(line, /a download could not be written down/);
});

for (const [what, addressOf] of [
  ['a file', (sent: SentDrop) => fileAddress(sent, 'large.bin')],
  ['the archive', ({ secret }: SentDrop) => `/d/${secret}/all.zip`],
] as const) {
  test(
    `${what} is cut off when its drop is revoked, though nobody reads on`,
    { timeout: 300_000 },
    async (context) => {
      const side = await openDownloadPageFixture(context);
      const large = Buffer.alloc(24_000_000, 7);
      const sent = await side.drop({ 'large.bin': large });
      const origin = await side.app.listen({ port: 0, host: '127.0.0.1' });
      const connected = once(side.app.server, 'connection') as Promise<[Socket]>;
      const limit = AbortSignal.timeout(20_000);
      const request = get(`${origin}${addressOf(sent)}`, { signal: limit });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      const [first] = (await once(response, 'data')) as [Buffer];
      response.pause();
      // While more is sent, the next look at the right to read ends it, too.
      await untilStalled((await connected)[0]);
      await side.control.revoke(actor, sent.dispatch.id);
      await side.transfers.ended();
      assert.ok(!limit.aborted, 'it ended before its reader gave up');
      const [record] = await side.database.audit.listNewest(1);
      assert.deepEqual([record?.action, record?.outcome], ['file.fetched', 'failed']);
      const { bytes, bytesAfterEnd } = record?.details ?? {};
      assert.ok(Number(bytes) < large.length, `${String(bytes)} bytes were handed over`);
      const after = `${String(bytesAfterEnd)} of ${String(bytes)} bytes after the end`;
      assert.ok(Number(bytesAfterEnd) <= Number(bytes), after);
      let arrived = first.length;
      response.on('data', (piece: Buffer) => (arrived += piece.length));
      await assert.rejects(finished(response.resume()));
      assert.ok(arrived < large.length, `${arrived} bytes arrived`);
    },
  );
}

describe('the archive of all files', () => {
  test('is valid, as long as announced, and counts every file', async (context) => {
    const side = await openDownloadPageFixture(context);
    const files = { 'a.txt': text, 'empty.txt': '', 'Ö ä.bin': Buffer.alloc(300_000, 5) };
    const sent = await side.drop(files);
    const url = await side.press(`/d/${sent.secret}/all.zip`);
    const { rawPayload, headers } = await side.app.inject({ url });
    assert.equal(headers['content-type'], 'application/zip');
    assert.equal(Number(headers['content-length']), rawPayload.length);
    assert.match(
      String(headers['content-disposition']),
      /^attachment; filename="Valise 2026-11-15/,
    );
    assert.deepEqual(await side.completed(sent), Object.keys(files));
    assert.equal(await receipts(side, sent), 1);

    const dir = await mkdtemp(join(tmpdir(), 'valise-all-'));
    context.after(() => rm(dir, { recursive: true }));
    const path = join(dir, 'all.zip');
    await writeFile(path, rawPayload);
    const list = spawnSync(
      'python3',
      [
        '-c',
        'import sys,zipfile\nz=zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nprint(*z.namelist(),sep="/")',
        path,
      ],
      {
        encoding: 'utf8',
        env: { PYTHONIOENCODING: 'utf-8', PATH: '/usr/bin:/bin:/usr/local/bin' },
      },
    );
    assert.equal(list.stdout.trim(), Object.keys(files).join('/'), list.stderr);
  });

  test('is resumed from any byte, as the same archive, and then counts', async (context) => {
    const side = await openDownloadPageFixture(context);
    const files = { 'a.txt': text, 'empty.txt': '', 'large.bin': Buffer.alloc(300_000, 5) };
    const sent = await side.drop(files);
    const url = await side.press(`/d/${sent.secret}/all.zip`);
    const scanned = await side.app.inject({ url: `/d/${sent.secret}/all.zip` });
    const whole = scanned.rawPayload;
    const etag = String(scanned.headers.etag);
    assert.match(etag, /^"[\w-]{43}"$/);
    assert.equal(scanned.headers['accept-ranges'], 'bytes');
    assert.deepEqual(await side.completed(sent), []);

    const cut = whole.length - 150_000;
    const ask = (range: string, ifRange = etag) =>
      side.app.inject({ url, headers: { range, 'if-range': ifRange } });
    const first = await ask(`bytes=0-${cut - 1}`);
    assert.deepEqual(await side.completed(sent), ['a.txt', 'empty.txt']);
    const rest = await ask(`bytes=${cut}-`);
    assert.equal(rest.statusCode, 206);
    assert.equal(rest.headers['content-range'], `bytes ${cut}-${whole.length - 1}/${whole.length}`);
    assert.ok(Buffer.concat([first.rawPayload, rest.rawPayload]).equals(whole));
    assert.deepEqual(await side.completed(sent), Object.keys(files));
    assert.equal(await receipts(side, sent), 1);

    assert.equal((await ask(`bytes=${whole.length}-`)).statusCode, 416);
    const other = await ask('bytes=5-', '"other"');
    assert.equal(other.statusCode, 200);
    assert.ok(other.rawPayload.equals(whole));
  });

  test('is no longer read for a checksum when its client is gone', async (context) => {
    const side = await openDownloadPageFixture(context);
    const sent = await side.drop({ 'a.txt': text, 'b.txt': text });
    const begun = Promise.withResolvers<undefined>();
    const ended = Promise.withResolvers<undefined>();
    const open = side.linkDownloads.open.bind(side.linkDownloads);
    side.linkDownloads.open = async (file) => ({
      ...(await open(file)),
      async *read() {
        begun.resolve(undefined);
        try {
          for (;;) yield await delay(1, Buffer.alloc(1));
        } finally {
          ended.resolve(undefined);
        }
      },
    });
    const origin = await side.app.listen({ port: 0, host: '127.0.0.1' });
    const stop = new AbortController();
    const asked = fetch(`${origin}/d/${sent.secret}/all.zip`, {
      headers: { range: 'bytes=-150' },
      signal: stop.signal,
    });
    await begun.promise;
    stop.abort();
    await assert.rejects(asked);
    await ended.promise;
  });

  test('counts nothing by HEAD', async (context) => {
    const side = await openDownloadPageFixture(context);
    const sent = await side.drop({ 'a.txt': text });
    await side.app.inject({ method: 'HEAD', url: await side.press(`/d/${sent.secret}/all.zip`) });
    assert.deepEqual(await side.database.downloads.listFor(sent.receiver.id), []);
  });

  test('counts what was whole when it broke off, and no more', async (context) => {
    const side = await openDownloadPageFixture(context);
    const sent = await side.drop({ 'a.txt': text, 'large.bin': Buffer.alloc(24_000_000, 7) });
    await breakOff(side, await side.press(`/d/${sent.secret}/all.zip`));
    assert.deepEqual(await side.completed(sent), ['a.txt']);
    assert.equal(await receipts(side, sent), 0);
  });

  test('is cut where stored data is damaged, and that file does not count', async (context) => {
    const side = await openDownloadPageFixture(context);
    const { app, linkDownloads, database } = side;
    const sent = await side.drop({ 'good.txt': text, 'bad.txt': text, 'never.txt': text });
    const open = linkDownloads.open.bind(linkDownloads);
    linkDownloads.open = async (file) => {
      const opened = await open(file);
      return file.name === 'bad.txt' ? { ...opened, read: damagedContent } : opened;
    };
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const response = await fetch(`${origin}/d/${sent.secret}/all.zip`, { method: 'POST' });
    await assert.rejects(response.arrayBuffer());
    const { action, object } = await untilFailureIsNoted(database);
    assert.deepEqual({ action, object }, { action: 'file.integrity_failed', object: 'bad.txt' });
    const names = await side.completed(sent);
    assert.ok(!names.includes('bad.txt') && !names.includes('never.txt'));
  });
});

for (const [accept, type] of [
  ['text/html', /^text\/html/],
  ['*/*', /^application\/json/],
] as const) {
  test(`bytes that are missing are answered with an error to who accepts ${accept}`, async (context) => {
    const side = await openDownloadPageFixture(context);
    const sent = await side.drop({ 'a.txt': text });
    const url = await side.press(fileAddress(sent, 'a.txt'));
    for (const { id } of sent.files) await side.blobs.delete(id);
    const range = 'bytes=0-49';
    const { statusCode, headers, body } = await side.app.inject({
      url,
      headers: { accept, range },
    });
    assert.equal(statusCode, 500);
    assert.match(String(headers['content-type']), type);
    assert.match(body, /content of this file is missing/);
    assert.equal(headers['content-security-policy'], pagePolicy);
    for (const name of ['etag', 'content-range', 'content-disposition', 'repr-digest']) {
      assert.equal(headers[name], undefined, name);
    }
    const { action, object } = await untilFailureIsNoted(side.database);
    assert.deepEqual({ action, object }, { action: 'file.integrity_failed', object: 'a.txt' });
    assert.deepEqual(await side.completed(sent), []);
  });
}

async function* damagedContent(): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from(text.slice(0, 50)));
  throw new IntegrityError('The data is not what was stored.');
}
