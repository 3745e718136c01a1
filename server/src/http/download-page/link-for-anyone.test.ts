import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:http';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { finished } from 'node:stream/promises';
import { actor } from '../../testing/exchange-fixture.ts';
import type { SentDrop } from './download-page-fixture.ts';
import { fileAddress, openDownloadPageFixture } from './download-page-fixture.ts';

const text = 'abcdefghij'.repeat(10);
const files = { 'a.txt': text, 'b.txt': `${text}b` };

type Side = Awaited<ReturnType<typeof open>>;

async function open(context: TestContext) {
  const side = await openDownloadPageFixture(context);
  const { app, sent, transfers, database } = side;

  /** A browser, which keeps cookies or does not, in a network. */
  function browse({ keepsCookies = true, network = '192.0.2.1' } = {}) {
    const kept = new Map<string, string>();
    async function ask(url: string, form?: string) {
      const cookie = [...kept].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await app.inject({
        ...{ method: form === undefined ? 'GET' : 'POST', url, remoteAddress: network },
        headers: {
          'accept-language': 'en',
          ...(cookie !== '' && { cookie }),
          ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(form !== undefined && { payload: form }),
      });
      if (keepsCookies) for (const { name, value } of answer.cookies) kept.set(name, value);
      return answer;
    }

    return {
      ask,
      /** Presses the button of a file, or of all, and reads what it leads to. */
      async fetch(url: string) {
        const pressed = await ask(url, '');
        if (pressed.statusCode !== 303) return pressed;
        const answer = await ask(String(pressed.headers.location));
        await transfers.ended();
        return answer;
      },
    };
  }

  /** How often the link was used. */
  async function usesOf({ dispatch, receiver }: SentDrop): Promise<[number, number]> {
    const drop = await sent.get({ id: dispatch.accountId }, dispatch.id);
    const link = drop.anyoneLinks.find(({ id }) => id === receiver.id) ?? assert.fail();
    return [link.opened, link.downloads];
  }

  /** What a browser has of the link. */
  const listKept = ({ receiver }: SentDrop, visitorHash: Buffer) =>
    database.visits.listFor({ receiverId: receiver.id, visitorHash });

  return { ...side, browse, usesOf, listKept };
}

const archiveOf = ({ secret }: SentDrop) => `/d/${secret}/all.zip`;

test('two browsers with one link have each their own progress, and its receivers theirs', async (context) => {
  const side = await open(context);
  const drop = await side.drop(files);
  const link = await side.openToAnyone(drop);
  const [one, other] = [side.browse(), side.browse()];
  assert.equal((await one.fetch(fileAddress(link, 'a.txt'))).body, text);
  const page = `/d/${link.secret}`;
  assert.match((await one.ask(page)).body, /is-good/);
  assert.doesNotMatch((await other.ask(page)).body, /is-good/);
  // Two halves in two browsers are no file.
  const half = async (browser: typeof one, range: string) => {
    const pressed = await browser.ask(fileAddress(link, 'b.txt'), '');
    const url = String(pressed.headers.location);
    const cookie = String(pressed.headers['set-cookie']).split(';')[0];
    const headers = { range, cookie };
    assert.equal((await side.app.inject({ url, headers })).statusCode, 206);
    await side.transfers.ended();
  };
  const third = side.browse();
  await half(third, 'bytes=0-49');
  await half(other, 'bytes=50-100');
  assert.deepEqual(await side.usesOf(link), [3, 1]);
  await half(third, 'bytes=50-100');
  assert.deepEqual(await side.usesOf(link), [3, 2]);
  assert.deepEqual(await side.completed(drop), []);
});

test('the archive of all files counts for the browser that fetched it, and once', async (context) => {
  const side = await open(context);
  const link = await side.openToAnyone(await side.drop(files));
  const reader = side.browse();
  const archive = await reader.fetch(archiveOf(link));
  assert.equal(archive.rawPayload.length, Number(archive.headers['content-length']));
  await reader.fetch(archiveOf(link));
  assert.deepEqual(await side.usesOf(link), [1, 1]);
  assert.match((await reader.ask(`/d/${link.secret}`)).body, /You have downloaded all the files/);
});

test('browsers that keep no cookies are one for each network', async (context) => {
  const side = await open(context);
  const link = await side.openToAnyone(await side.drop(files));
  const near = () => side.browse({ keepsCookies: false });
  await near().fetch(fileAddress(link, 'a.txt'));
  await near().fetch(fileAddress(link, 'a.txt'));
  await near().fetch(archiveOf(link));
  assert.deepEqual(await side.usesOf(link), [1, 1]);
  const far = side.browse({ keepsCookies: false, network: '198.51.100.1' });
  await far.fetch(fileAddress(link, 'a.txt'));
  assert.deepEqual(await side.usesOf(link), [2, 2]);
});

test('the password of the drop is asked for behind its link, of each browser', async (context) => {
  const side = await open(context);
  const password = 'a password told by telephone';
  const link = await side.openToAnyone(await side.drop(files, { password }));
  const [reader, stranger] = [side.browse(), side.browse()];
  const page = `/d/${link.secret}`;
  assert.doesNotMatch((await reader.ask(page)).body, /a\.txt/);
  await reader.ask(`${page}/password`, 'password=wrong');
  assert.deepEqual(await side.usesOf(link), [0, 0]);
  await reader.ask(`${page}/password`, `password=${encodeURIComponent(password)}`);
  assert.match((await reader.ask(page)).body, /a\.txt/);
  assert.deepEqual(await side.usesOf(link), [1, 0]);
  assert.equal((await reader.fetch(archiveOf(link))).statusCode, 200);
  assert.deepEqual(await side.usesOf(link), [1, 1]);
  assert.doesNotMatch((await stranger.ask(page)).body, /a\.txt/);
  assert.notEqual(
    (await stranger.fetch(archiveOf(link))).headers['content-type'],
    'application/zip',
  );
  assert.deepEqual(await side.usesOf(link), [1, 1]);
});

test('a limit of downloads is that of the link, whoever uses it up, and each receiver has their own', async (context) => {
  const side = await open(context);
  const drop = await side.drop(files, { downloadLimit: 2 });
  const link = await side.openToAnyone(drop);
  const address = fileAddress(link, 'a.txt');
  assert.equal((await side.browse().fetch(address)).body, text);
  assert.equal((await side.browse().fetch(address)).body, text);
  const late = side.browse();
  assert.notEqual((await late.fetch(address)).body, text);
  const page = `/d/${link.secret}`;
  assert.ok(!(await late.ask(page)).body.includes(`action="${address}"`));
  // The other file is left, and the link of the receiver is another one.
  assert.equal((await late.fetch(fileAddress(link, 'b.txt'))).body, `${text}b`);
  assert.equal((await late.fetch(fileAddress(link, 'b.txt'))).body, `${text}b`);
  assert.match((await late.ask(page)).body, /downloaded through this link as often as the sender/);
  assert.equal((await side.browse().fetch(fileAddress(drop, 'a.txt'))).body, text);
  assert.deepEqual(await side.usesOf(link), [3, 3]);
});

test('an archive uses up a limit once for each file', async (context) => {
  const side = await open(context);
  const link = await side.openToAnyone(await side.drop(files, { downloadLimit: 1 }));
  assert.equal((await side.browse().fetch(archiveOf(link))).statusCode, 200);
  assert.deepEqual(await side.usesOf(link), [1, 1]);
  assert.notEqual((await side.browse().fetch(archiveOf(link))).statusCode, 200);
});

const ends: [string, (side: Side, link: SentDrop) => Promise<unknown>][] = [
  [
    'the link is revoked',
    (side, { dispatch, receiver }) =>
      side.senderControl
        .of({ id: dispatch.accountId }, 'drop')
        .revokeLink(actor, dispatch.id, receiver.id),
  ],
  ['the drop is ended', (side, { dispatch }) => side.control.revoke(actor, dispatch.id)],
];

for (const [when, end] of ends) {
  test(
    `a running download is cut when ${when}, and leaves nothing of its browser behind`,
    { timeout: 300_000 },
    async (context) => {
      const side = await open(context);
      const large = Buffer.alloc(24_000_000, 7);
      const link = await side.openToAnyone(await side.drop({ 'large.bin': large }));
      const origin = await side.app.listen({ port: 0, host: '127.0.0.1' });
      const pressed = await side.app.inject({
        method: 'POST',
        url: fileAddress(link, 'large.bin'),
      });
      const [{ name, value } = assert.fail('no cookie')] = pressed.cookies;
      const signal = AbortSignal.timeout(60_000);
      const url = `${origin}${String(pressed.headers.location)}`;
      const request = get(url, { signal, headers: { cookie: `${name}=${value}` } });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      const [first] = (await once(response, 'data')) as [Buffer];
      response.pause();
      await end(side, link);
      await side.transfers.ended();
      assert.ok(!signal.aborted, 'it ended before its reader gave up');
      let arrived = first.length;
      response.on('data', (piece: Buffer) => (arrived += piece.length));
      await assert.rejects(finished(response.resume()));
      assert.ok(arrived < large.length, `${arrived} bytes arrived`);
      const delivery = await side.database.dispatches.findByReceiver(link.receiver.id);
      const visitor = side.linkDownloads.asVisitor(delivery ?? assert.fail(), value);
      assert.deepEqual(await side.listKept(link, visitor.visitorHash ?? assert.fail()), []);
      assert.equal((await side.browse().ask(`/d/${link.secret}`)).statusCode, 404);
    },
  );
}
