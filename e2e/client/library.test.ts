import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { ValiseProblem, connect } from '../../client/node/connect.ts';
import type { UploadMark } from '../../client/node/connect.ts';
import { keyFor } from '../harness/add-account.ts';
import { openCuttableProxy } from '../harness/cuttable-proxy.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { sendFiles } from '../contract/send-files.ts';

const MiB = 2 ** 20;
const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const {
  server,
  clients: { alice },
} = await startExchange(['alice', 'bob']);
const folder = await mkdtemp(join(tmpdir(), 'valise-library-'));
after(() => rm(folder, { recursive: true }));

describe('the library', () => {
  const connectTo = (url: string) =>
    connect({ url, key: keyFor('alice@example.com'), patienceSeconds: 60 });

  test('tells whose key it is, and what a wrong one is', async () => {
    const { account } = await connectTo(server.url).me();
    assert.equal(account.address, 'alice@example.com');
    await assert.rejects(
      connect({ url: server.url, key: 'wrong-key-0123456789-0123456789-01' }).me(),
      { code: 'unauthorized', status: 401, retry: 'never' },
    );
  });

  test('refuses an address that would show the key, and one that is none', () => {
    const key = 'k';
    for (const url of [
      'http://files.example.com',
      'files.example.com',
      'https://a:b@example.com',
    ]) {
      assert.throws(() => connect({ url, key }), /url/i);
    }
    connect({ url: 'http://files.example.com', key, allowPlainHttp: true });
  });

  test('uploads bytes of every kind, and the server has the same digest', async () => {
    const valise = connectTo(server.url);
    const bytes = randomBytes(3 * MiB + 17);
    const path = join(folder, 'letter.pdf');
    await writeFile(path, bytes);
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += 100_000) {
        yield await Promise.resolve(bytes.subarray(at, at + 100_000));
      }
    }
    const size = bytes.length;
    for (const file of [
      path,
      { name: 'letter.pdf', content: bytes },
      new File([bytes], 'letter.pdf'),
      { name: 'letter.pdf', content: new Blob([bytes]) },
      { name: 'letter.pdf', content: new Blob([bytes]).stream(), size },
      { name: 'letter.pdf', content: pieces(), size },
    ]) {
      const upload = await valise.upload(file);
      assert.deepEqual(
        [upload.name, upload.type, upload.size, upload.state, upload.sha256],
        ['letter.pdf', 'application/pdf', size, 'complete', sha256Of(bytes)],
      );
      await valise.removeUpload(upload.id);
    }
  });

  test('uploads an empty file, and streams of unknown size over a line that breaks', async () => {
    const valise = connectTo(server.url);
    const empty = await valise.upload({ name: 'empty.txt', content: new Uint8Array() });
    assert.deepEqual([empty.size, empty.sha256], [0, sha256Of(Buffer.alloc(0))]);
    const stream = new Blob(['hello']).stream();
    assert.equal((await valise.upload({ name: 'note.txt', content: stream })).size, 5);
    const line = await openCuttableProxy(() => server.url);
    for (const size of [MiB, 3 * MiB, 9 * MiB + 17]) {
      const bytes = randomBytes(size);
      const marks: UploadMark[] = [];
      const cutting = line.cutAfter(size / 2).then(() => {
        line.mend();
      });
      const upload = await connectTo(line.url).upload(
        { name: 'dump.bin', content: new Blob([bytes]).stream() },
        { onMark: (mark) => marks.push(mark) },
      );
      await cutting;
      assert.deepEqual([upload.sha256, upload.received], [sha256Of(bytes), size]);
      const [mark] = marks.slice(-1);
      assert.deepEqual(mark, { upload: upload.id, bytes: size, sha256: upload.sha256 });
    }
  });

  test('goes on where the upload is when the line breaks, and sends little twice', async () => {
    const line = await openCuttableProxy(() => server.url);
    const valise = connectTo(line.url);
    const bytes = randomBytes(24 * MiB);
    const progress: number[] = [];
    let cuts = 0;
    const cutting = (async () => {
      for (; cuts < 3; cuts += 1) {
        await line.cutAfter(6 * MiB);
        line.mend();
      }
    })();
    const upload = await valise.upload(
      { name: 'film.mov', content: bytes },
      { onProgress: ({ sentBytes }) => progress.push(sentBytes) },
    );
    await cutting;
    assert.equal(upload.sha256, sha256Of(bytes));
    assert.equal(cuts, 3);
    assert.deepEqual(
      progress,
      progress.toSorted((a, b) => a - b),
    );
    assert.equal(progress.at(-1), bytes.length);
  });

  test('goes on in another process with the same resumeKey', async () => {
    const valise = connectTo(server.url);
    const bytes = randomBytes(5 * MiB);
    const file = { name: 'resumed.bin', content: bytes };
    const cancel = new AbortController();
    const begun = valise.upload(file, {
      resumeKey: 'my-job',
      signal: cancel.signal,
      onProgress: ({ sentBytes }) => {
        if (sentBytes > MiB) cancel.abort(new Error('stopped'));
      },
    });
    await assert.rejects(begun, /stopped/);
    const first: number[] = [];
    const upload = await connectTo(server.url).upload(file, {
      resumeKey: 'my-job',
      onProgress: ({ sentBytes }) => first.push(sentBytes),
    });
    assert.ok((first[0] ?? 0) > MiB, 'what had come was not sent again');
    assert.equal(upload.sha256, sha256Of(bytes));
  });

  test('refuses a file that is not as long as was said, and leaves no such upload complete', async () => {
    const valise = connectTo(server.url);
    for (const size of [2 * MiB, 4 * MiB, 10]) {
      const content = new Blob([randomBytes(3 * MiB)]).stream();
      await assert.rejects(valise.upload({ name: 'odd.bin', content, size }), /changed meanwhile/);
    }
  });

  test('follows and changes what was sent', async () => {
    const valise = connectTo(server.url);
    await sendFiles(alice, ['bob@example.com'], { 'a.txt': 'a' });
    const listed = await Array.fromAsync(valise.drops({ state: 'live' }));
    const [{ id } = assert.fail()] = listed;
    const drop = await valise.status(id);
    assert.deepEqual(
      drop.receivers.map(({ email, state }) => [email, state]),
      [['bob@example.com', 'waiting']],
    );
    const extended = await valise.extend(id, { expiresIn: 3600 });
    assert.notEqual(extended.expires_at, drop.expires_at);
    const rows = await Array.fromAsync(valise.deliveries({ createdAfter: drop.created_at }));
    assert.equal(rows[0]?.drop, id);
    const csv = await new Response(await valise.deliveriesAsCsv()).text();
    assert.match(csv, /bob@example\.com/);
    assert.equal((await valise.revoke(id)).state, 'revoked');
    await assert.rejects(valise.revoke(id), { code: 'dispatch_ended' });
    await assert.rejects(valise.status('no-such-drop'), (error: unknown) => {
      assert.ok(error instanceof ValiseProblem);
      assert.deepEqual([error.status, error.code], [404, 'not_found']);
      return true;
    });
  });

  test('asks for files, and ends that', async () => {
    const valise = connectTo(server.url);
    const asked = { from: ['bob@example.com'], message: 'The contract', expiresIn: 3600 };
    const request = await valise.ask(asked);
    assert.deepEqual(
      [request.state, request.receivers.map(({ email }) => email)],
      ['live', ['bob@example.com']],
    );
    assert.equal((await valise.request(request.id)).message, 'The contract');
    assert.equal((await valise.closeRequest(request.id)).state, 'closed');
    const { created_at: from, expires_at: until } = await valise.ask({ from: ['bob@example.com'] });
    // Its end is counted from a moment before it was written down.
    const days = (Date.parse(until) - Date.parse(from)) / (24 * 60 * 60 * 1000);
    assert.equal(days.toFixed(6), '7.000000');
  });

  test('refuses what cannot be sent before it uploads anything', async () => {
    const valise = connectTo(server.url);
    const { files, to } = { files: ['none.txt'], to: ['bob@example.com'] };
    const soon = { expiresIn: 60, expiresAt: new Date(Date.now() + 60_000) };
    for (const [wrong, message] of [
      [{ files, to: 'bob@example.com' }, 'to must be a list.'],
      [{ files: 'none.txt', to }, 'files must be a list.'],
      [{ files, to, ...soon }, 'Either expiresIn or expiresAt, not both.'],
    ] as const) {
      // @ts-expect-error: programs without types do this.
      await assert.rejects(valise.send(wrong), { name: 'ValiseError', message });
    }
  });

  for (const poll of [false, true]) {
    test(`follows events ${poll ? 'by polls' : 'on a stream'} over a line that breaks`, async () => {
      const line = await openCuttableProxy(() => server.url);
      const valise = connectTo(line.url);
      await sendFiles(alice, ['bob@example.com'], { 'a.txt': 'a' });
      const all: string[] = [];
      for await (const { id, kind } of connectTo(server.url).events({ types: ['drop.created'] })) {
        all.push(id);
        assert.equal(kind, 'drop.created');
        const { length } = await Array.fromAsync(valise.drops());
        if (all.length === length) break;
      }
      const seen: string[] = [];
      let cursor = '';
      for await (const event of valise.events({ types: ['drop.created'], poll })) {
        seen.push(event.id);
        ({ cursor } = event);
        line.cut();
        line.mend();
        if (seen.length === all.length) break;
      }
      assert.deepEqual(seen, all);
      const next = valise.events({ after: cursor, types: ['drop.created'], poll });
      const waiting = next.next();
      await sendFiles(alice, ['bob@example.com'], { 'b.txt': 'b' });
      const found = await waiting;
      assert.ok(found.done !== true && !all.includes(found.value.id));
      await next.return(undefined);
    });
  }
});
