import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { test } from 'node:test';
import { newestInInbox, prepareDrop, sendFiles } from '../contract/send-files.ts';
import { makeBucketFolder, missingCeph } from '../harness/bucket.ts';
import { eventually } from '../harness/eventually.ts';
import type { Answer } from '../harness/exchange.ts';
import { unreadBytes } from '../harness/process-vitals.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { TusClient } from '../harness/tus-client.ts';
import { demandSuccess } from '../harness/valise-command.ts';
import { lendPage } from '../journeys/lend-page.ts';
import { linkIn, operatorOf } from '../journeys/operator.ts';

/** Much more than the buffers between a store, a server and a client who does not read. */
const fileBytes = 24_000_000;
/** Of a resumable upload, before and after the outage. */
const halves = [Buffer.alloc(300_000, 'a'), Buffer.alloc(300_000, 'b')] as const;

interface Line {
  level: number;
  msg: string;
}

test(
  'a bucket that is away or does not answer is a 503 for what needs bytes, all else goes on, and it comes back by itself; one that is older than the database is noticed',
  { skip: missingCeph, timeout: 300_000 },
  async () => {
    const { dataDir, bucket, line } = await makeBucketFolder();
    const { server, clients } = await startExchange(['anna', 'bert'], {
      dataDir,
      settings: ['--workers', '2'],
    });
    const { anna, bert } = clients;
    const large = Buffer.alloc(fileBytes, 'l');
    await sendFiles(anna, [bert.email], { 'small.txt': 'kept', 'large.bin': large });
    const { url } = await newestInInbox(bert);
    const link = linkIn(await operatorOf(server).listSettledMails(), 'download', bert.email);

    await lendPage(anna, ['carl@example.org']);
    const page = linkIn(await operatorOf(server).listSettledMails(), 'upload', 'carl@example.org');
    const carl = new TusClient(server, new URL(page).pathname);
    const [head, tail] = halves;
    const video = await carl.create('video.mov', head.length + tail.length);
    assert.equal((await carl.append(video, 0, head)).status, 204);
    await prepareDrop(anna, [bert.email], { 'waiting.txt': 'in the tray' });

    const zip = await begin(`${link}/all.zip`);
    assert.equal(zip.statusCode, 200);
    const logged = server.logs().length;
    line.cut();
    const broken = await readToEnd(zip);
    assert.ok(broken.wasCut, 'the archive breaks off');
    assert.ok(broken.bytes < Number(zip.headers['content-length']), 'and is not whole');

    const refused = await Promise.all([
      anna.upload({ 'small-too.txt': 'x' }),
      anna.upload({ 'large-too.bin': large }),
      bert.download(url, 'small.txt'),
      bert.download(url, 'large.bin'),
      anna.bare({ path: `${new URL(link).pathname}/all.zip` }),
      carl.append(video, head.length, tail),
    ]);
    for (const [index, answer] of refused.entries()) assertUnavailable(answer, `call ${index}`);
    assert.equal(await carl.offsetOf(video), head.length, 'what was acknowledged is kept');
    const ready = await anna.bare({ path: '/readyz' });
    assert.equal(ready.status, 200, 'a balancer elsewhere would do no better');
    assert.match(ready.text(), /"status":"degraded".*"files":"cannot be written"/);

    assert.equal((await anna.call('get_files')).status, 200);
    assert.equal((await anna.call('contacts_read')).status, 200);
    assert.equal((await bert.call('get_history')).status, 200);
    assert.equal((await anna.bare({ path: new URL(link).pathname })).status, 200);
    assert.equal(
      (await anna.call('createdrop', { json: {} })).status,
      200,
      'a drop of stored files',
    );

    line.mend();
    const backAt = performance.now();
    await eventually('the file can be downloaded', async () => {
      const answer = await bert.download(url, 'small.txt');
      return answer.status === 200 ? true : undefined;
    });
    assert.ok(performance.now() - backAt < 10_000, 'it is back within ten seconds');
    assert.ok((await bert.download(url, 'large.bin')).body.equals(large));
    const sent = await newestInInbox(bert);
    assert.equal((await bert.download(sent.url, 'waiting.txt')).text(), 'in the tray');
    await prepareDrop(anna, [bert.email], { 'after.txt': 'after' });
    assert.equal((await carl.append(video, head.length, tail)).status, 204);
    assert.equal((await carl.send([video], 'resumed')).status, 200);
    const returned = await newestInInbox(anna);
    const whole = await anna.download(returned.url, 'video.mov');
    assert.ok(whole.body.equals(Buffer.concat(halves)), 'the resumed upload is whole');
    await eventually('the server is well', async () => {
      const now = await anna.bare({ path: '/readyz' });
      return /"files":"ok"/.test(now.text()) ? true : undefined;
    });

    const lines = linesOf(server.logs().slice(logged));
    assert.ok(!lines.some(({ msg }) => msg.includes('ended unexpectedly')), 'no worker died');
    assert.deepEqual(
      lines.filter(({ msg }) => msg === 'request failed'),
      [],
    );
    const refusals = lines.filter(({ msg }) => msg === 'requests are refused').length;
    assert.ok(refusals >= 1 && refusals <= 2, `${refusals} lines on refusals of two workers`);

    const film = await carl.create('film.mov', head.length + tail.length);
    const draft = new TusClient(server, await makeDraft(server.url, dataDir));
    const scan = await draft.create('scan.dcm', fileBytes);
    const { promise: rest, resolve: sendRest } = Promise.withResolvers<Buffer>();
    const half = fileBytes / 2;
    const running = draft.appendPieces(scan, 0, [large.subarray(0, half), rest]);
    await eventually('half of the file of a draft has arrived', async () =>
      (await unreadBytes(Number(new URL(server.url).port))) === 0 ? true : undefined,
    );
    const loggedBefore = server.logs().length;
    line.freeze();
    sendRest(large.subarray(half));
    const silent = await Promise.all([
      within30s(anna.upload({ 'small-three.txt': 'x', 'small-four.txt': 'y' })),
      within30s(anna.upload({ 'large-three.bin': large })),
      within30s(bert.download(url, 'small.txt')),
      within30s(carl.append(film, 0, head)),
      within30s(running),
    ]);
    for (const [index, answer] of silent.entries()) assertUnavailable(answer, `silent ${index}`);
    assert.equal((await anna.call('get_files')).status, 200);
    line.thaw();
    await eventually('a file is stored', async () =>
      (await anna.upload({ 'thawed.txt': 'x' })).status === 200 ? true : undefined,
    );
    const since = linesOf(server.logs().slice(loggedBefore));
    assert.deepEqual(
      since.filter(({ msg }) => msg === 'the client went away'),
      [],
      'no client is blamed',
    );
    const [blamed] = since.filter(({ level }) => level >= 50);
    assert.equal(blamed?.msg, 'requests are refused');
    assert.match(JSON.stringify(blamed), /The file store does not work/);

    await server.stop();
    const lost = new Map<string, Buffer>();
    for (const name of await bucket.listBlobs()) {
      lost.set(name, await bucket.readBlob(name));
      await bucket.deleteBlob(name);
    }
    await server.start();
    const untilFiles = (says: string) =>
      eventually(`files: ${says}`, async () => {
        const answer = await anna.bare({ path: '/readyz' });
        const isSaid = answer.status === 200 && answer.text().includes(`"files":"${says}`);
        return isSaid ? answer.text() : undefined;
      });
    assert.match(await untilFiles('are missing'), /"status":"degraded".*the store is older/);
    assert.match(server.logs(), /"level":50[^\n]*the store is older than the database/);
    for (const [name, content] of lost) await bucket.writeBlob(name, content);
    await untilFiles('ok');
  },
);

function linesOf(log: string): Line[] {
  const lines = log.split('\n').filter((each) => each.startsWith('{'));
  return lines.map((each) => JSON.parse(each) as Line);
}

async function within30s(answered: Promise<Answer>): Promise<Answer> {
  const askedAt = performance.now();
  const answer = await answered;
  assert.ok(performance.now() - askedAt < 30_000, 'it is answered within 30 s');
  return answer;
}

function assertUnavailable(answer: Answer, what: string): void {
  assert.equal(answer.status, 503, `${what}: ${answer.text().slice(0, 200)}`);
  assert.match(answer.headers['retry-after'] ?? '', /^\d+$/, what);
}

/** Invites a person, who joins and begins a draft; returns the path that takes its uploads. */
async function makeDraft(origin: string, dataDir: string): Promise<string> {
  const account = ['account', 'add', 'dora@example.org', '46700000001', '--role', 'user'];
  const stdout = await demandSuccess([...account, '--data', dataDir]);
  const cookies = new Map<string, string>();
  async function ask(path: string, body?: FormData | URLSearchParams): Promise<string> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, accept: 'text/html' };
    const answer = await fetch(new URL(path, origin), {
      ...(body && { method: 'POST', body }),
      ...{ headers, redirect: 'manual' },
    });
    for (const each of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      cookies.set(name, value);
    }
    return await answer.text();
  }
  const find = (text: string, pattern: RegExp) => pattern.exec(text)?.[1] ?? assert.fail(text);
  const token = /name="csrf" value="([^"]+)"/;
  const join = find(stdout, /(\/join\/[\w-]{43})/);
  const entered = { name: 'Dora', password: 'tram 7 to Slussen is late' };
  await ask(join, new URLSearchParams({ csrf: find(await ask(join), token), ...entered }));
  const page = await ask('/app/send');
  const form = new FormData();
  form.set('csrf', find(page, token));
  form.set('ticket', find(page, /name="ticket" value="([^"]+)"/));
  form.set('act', 'remember');
  form.set('chosen', '[]');
  await ask(find(page, /action="(\/app\/send\/[\w-]{22})"/), form);
  return find(page, /data-endpoint="([^"]+)\/tus"/);
}

/** Begins a download, and reads nothing of it. */
async function begin(url: string): Promise<IncomingMessage> {
  const outgoing = request(url, { agent: false }).end();
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return answer;
}

async function readToEnd(answer: IncomingMessage): Promise<{ bytes: number; wasCut: boolean }> {
  let bytes = 0;
  try {
    for await (const piece of answer) bytes += (piece as Buffer).length;
  } catch {
    return { bytes, wasCut: true };
  }
  return { bytes, wasCut: !answer.complete };
}
