import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { hour } from '../../domain/model/clock.ts';
import { host } from '../app/people-fixture.ts';
import { formOf } from '../upload-page/upload-page-fixture.ts';
import type { Drop } from './send-fixture.ts';
import { bob, openSends as open, refusal, sent } from './send-fixture.ts';

describe('a send in one request', () => {
  test('takes files before and behind the drop, under distinct names', async (t) => {
    const { form, program, upload, countUnsent } = await open(t);
    const uploads = [await upload('a.txt', 'uploaded')];
    const drop = JSON.stringify({ receivers: [bob], uploads });
    const answer = await form(
      ['file', 'first', 'a.txt'],
      ['drop', drop],
      ['file', Buffer.alloc(300_000, 'b'), 'b.pdf'],
      ['file', 'last', 'a.txt'],
    );
    const { id, files } = sent(answer);
    assert.deepEqual(
      files.map(({ name, size }) => [name, size]),
      [
        ['a.txt', 8],
        ['a (2).txt', 5],
        ['b.pdf', 300_000],
        ['a (3).txt', 4],
      ],
    );
    assert.equal(await countUnsent(), 0);
    const { items } = (await program.ask('GET', '/events?types=drop.created')).json<{
      items: { drop: string }[];
    }>();
    assert.deepEqual(
      items.map((each) => each.drop),
      [id],
    );
  });

  test('takes a path before the file that it is of, and a drop again keeps it', async (t) => {
    const { form, program } = await open(t);
    const answer = await form(
      ['path', 'Scans/2026/IM1.dcm'],
      ['file', 'first', 'blob'],
      ['path', 'Scans/IM1.dcm'],
      ['file', 'second', 'IM1.dcm'],
      ['file', 'third', 'IM1.dcm'],
      ['drop', JSON.stringify({ receivers: [bob] })],
    );
    const { id, files } = sent(answer);
    const expected = [
      ['IM1.dcm', 'Scans/2026/IM1.dcm', 5],
      ['IM1 (2).dcm', 'Scans/IM1.dcm', 6],
      ['IM1 (3).dcm', 'IM1.dcm', 5],
    ];
    assert.deepEqual(
      files.map(({ name, path, size }) => [name, path, size]),
      expected,
    );
    const again = await program.ask(
      'POST',
      '/drops',
      { 'content-type': 'application/json' },
      JSON.stringify({ receivers: [bob], files_of: id }),
    );
    assert.deepEqual(
      sent(again).files.map(({ name, path, size }) => [name, path, size]),
      expected,
    );
  });

  test('is sent by curl as it is: the drop with its type, or as a file of a script', async (t) => {
    const { program } = await open(t);
    const parts = [
      'Content-Disposition: form-data; name="drop"; filename="blob"\r\nContent-Type: application/json',
      'Content-Disposition: form-data; name="drop"\r\nContent-Type: application/json',
    ];
    for (const head of parts) {
      const drop = JSON.stringify({ receivers: [bob], reference: 'Ärende 7' });
      const file = 'Content-Disposition: form-data; name="file"; filename="a.pdf"';
      const body = `--x\r\n${head}\r\n\r\n${drop}\r\n--x\r\n${file}\r\n\r\n%PDF\r\n--x--\r\n`;
      const type = 'multipart/form-data; boundary=x';
      const answer = await program.ask('POST', '/drops', { 'content-type': type }, body);
      assert.equal(sent(answer).reference, 'Ärende 7');
    }
  });

  test('keeps nothing where something is wrong', async (t) => {
    const { form, database, program } = await open(t);
    const drop: [string, string] = ['drop', JSON.stringify({ receivers: [bob] })];
    const file: [string, string, string] = ['file', 'text', 'a.txt'];
    for (const [parts, ...expected] of [
      [[drop, file, drop], 422, 'invalid', 'never', '/drop repeated'],
      [[file], 422, 'invalid', 'never', '/drop missing'],
      [[drop, file, ['other', 'x']], 422, 'invalid', 'never', '/other unknown'],
      [[drop, ['files', 'x', 'a.txt']], 422, 'invalid', 'never', '/files unknown'],
      [[drop, ['file', 'x', '..']], 422, 'invalid', 'never', '/file invalid'],
      [[drop, ['path', '../a.txt'], file], 422, 'invalid', 'never', '/path invalid'],
      [[drop, ['path', 'a'], ['path', 'b'], file], 422, 'invalid', 'never', '/path repeated'],
      [[drop, file, ['path', 'a/b']], 422, 'invalid', 'never', '/path invalid'],
      [[['drop', '{'], file], 400, 'bad_request', 'never', '/drop invalid'],
      [
        [file, ['drop', '{"receivers":[],"receivers":[]}']],
        422,
        'invalid',
        'never',
        '/receivers repeated',
      ],
      [[file, ['drop', '{"x":1}']], 422, 'invalid', 'never', '/receivers missing', '/x unknown'],
      [[file, ['drop', '['.repeat(100)]], 400, 'bad_request', 'never', '/drop invalid'],
      [
        [file, ['drop', JSON.stringify({ receivers: [{ group: 'none' }] })]],
        422,
        'invalid',
        'never',
        '/receivers/0/group invalid',
      ],
      [
        [file, ['drop', JSON.stringify({ receivers: [bob], files_of: 'x' })]],
        404,
        'not_found',
        'never',
        '/files_of invalid',
      ],
    ] as [Parameters<typeof formOf>, ...unknown[]][]) {
      assert.deepEqual(refusal(await form(...parts)), expected);
    }
    assert.equal((await database.dispatches.list({ limit: 9 })).length, 0);
    assert.equal((await database.uploads.sumFor(program.account.id)).files, 0);
    assert.equal((await database.outbox.list(9)).length, 0);
    assert.equal(await database.files.trayBytes(program.account.id), 0);
  });

  test('needs a file, and no more than a request can carry', async (t) => {
    const { sendForm, program } = await open(t, '--max-upload-files', '1');
    const none = await sendForm({ receivers: [bob] });
    assert.deepEqual(refusal(none), [409, 'no_files', 'never', '/uploads invalid']);
    const bare = await program.post('/drops', { receivers: [bob] });
    assert.deepEqual(refusal(bare), [409, 'no_files', 'never', '/uploads invalid']);
    const many = await sendForm({ receivers: [bob] }, ['file', 'a', 'a'], ['file', 'b', 'b']);
    assert.deepEqual(refusal(many), [413, 'too_large', 'never', '/file invalid']);
  });

  test('is within the quota of the account', async (t) => {
    const { sendForm, upload } = await open(t, '--tray-quota', '1000');
    await upload('a.txt', 'a'.repeat(600));
    const large = await sendForm({ receivers: [bob] }, ['file', 'b'.repeat(500), 'b.txt']);
    assert.deepEqual(refusal(large), [413, 'too_large', 'never', ' invalid']);
    sent(await sendForm({ receivers: [bob] }, ['file', 'b'.repeat(300), 'b.txt']));
    sent(await sendForm({ receivers: [bob] }, ['file', 'b'.repeat(300), 'b.txt']));
  });

  test('refuses what does not match its digest, and other kinds of bodies', async (t) => {
    const { program, database } = await open(t);
    const { headers, payload } = formOf(
      ['drop', JSON.stringify({ receivers: [bob] })],
      ['file', 'text', 'a.txt'],
    );
    for (const [name, pointer] of [
      ['content-digest', '/Content-Digest invalid'],
      ['repr-digest', '/Repr-Digest invalid'],
    ] as const) {
      for (const digest of [`sha-256=:${'A'.repeat(43)}=:`, 'sha-256=x', 'crc32=:AAAA:']) {
        const lying = await program.ask('POST', '/drops', { ...headers, [name]: digest }, payload);
        // The bytes were damaged on their way, perhaps; a digest that is none stays so.
        const retry = digest.endsWith(':') && digest.startsWith('sha') ? 'later' : 'never';
        assert.deepEqual(refusal(lying), [400, 'bad_request', retry, pointer], digest);
      }
    }
    const text = await program.ask('POST', '/drops', { 'content-type': 'text/plain' }, 'x');
    const unsupported = [415, 'unsupported_media_type', 'never', '/Content-Type invalid'];
    assert.deepEqual(refusal(text), unsupported);
    for (const length of [0, 60, payload.length - 4]) {
      const broken = await program.ask('POST', '/drops', headers, payload.subarray(0, length));
      assert.deepEqual(refusal(broken), [400, 'bad_request', 'later', ' invalid'], String(length));
    }
    assert.deepEqual(await database.dispatches.list({ limit: 9 }), []);
    assert.deepEqual(await database.outbox.list(9), []);
  });
});

test('what breaks off keeps nothing and does not use up its Idempotency-Key', async (t) => {
  const { program, app, database } = await open(t);
  const countDrops = async () => (await database.dispatches.list({ limit: 9 })).length;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const { headers, payload } = formOf(
    ['drop', JSON.stringify({ receivers: [bob] })],
    ['file', Buffer.alloc(300_000, 'a'), 'a.txt'],
  );
  const text = { 'content-type': 'text/plain' };
  for (const [path, more, body] of [
    ['/drops', headers, payload],
    ['/uploads?name=a.txt', text, Buffer.alloc(300_000, 'a')],
  ] as const) {
    const keyed = { ...more, 'idempotency-key': path };
    const sending = request({
      ...{ port, host: '127.0.0.1', method: 'POST', path: `/api/v1${path}`, agent: false },
      headers: {
        ...{ ...keyed, host, authorization: `Bearer ${program.key}` },
        'content-length': String(body.length),
      },
    });
    sending.on('error', () => undefined);
    const arrives = once(app.server, 'request');
    sending.write(body.subarray(0, 200_000));
    const [incoming] = (await arrives) as [IncomingMessage];
    // `once` would take the error of the stream for its own.
    const ended = new Promise((resolve) => incoming.once('close', resolve));
    sending.destroy();
    await ended;
    assert.equal(await countDrops(), path === '/drops' ? 0 : 1);
    assert.equal((await database.uploads.sumFor(program.account.id)).files, 0);
    assert.equal(await database.files.trayBytes(program.account.id), 0);
    let again = await program.ask('POST', path, keyed, body);
    for (let tries = 0; again.statusCode === 409 && tries < 200; tries += 1) {
      assert.equal(again.json<{ code: string }>().code, 'request_running');
      await sleep(10);
      again = await program.ask('POST', path, keyed, body);
    }
    assert.equal(again.statusCode, 201, again.body);
    assert.equal(again.headers['idempotent-replayed'], undefined);
  }
});

test('files of a drop are sent again beside uploads, and the first drop keeps them', async (t) => {
  const { program, other, upload, sendForm, clock } = await open(t);
  const first = sent(await sendForm({ receivers: [bob] }, ['file', 'content', 'a.txt']));
  const order = { receivers: [{ email: 'zoe@example.com' }], files_of: first.id };
  const uploads = [await upload('b.txt')];
  const second = sent(await program.post('/drops', { ...order, uploads }));
  const hashes = ({ files }: Drop) => files.map(({ name, sha256 }) => [name, sha256]);
  assert.deepEqual(hashes(second).slice(1), hashes(first));
  assert.equal(second.files[0]?.name, 'b.txt');
  const third = sent(await program.post('/drops', { ...order, files_of: second.id }));
  assert.deepEqual(hashes(third), hashes(second));
  const foreign = await other.post('/drops', order);
  assert.deepEqual(refusal(foreign), [404, 'not_found', 'never', '/files_of invalid']);
  await program.post(`/drops/${first.id}/revoke`, {});
  const ended = await program.post('/drops', order);
  assert.deepEqual(refusal(ended), [409, 'dispatch_ended', 'never', '/files_of invalid']);
  clock.advance(hour);
  assert.deepEqual(hashes((await program.ask('GET', `/drops/${third.id}`)).json()), hashes(second));
});

describe('a repeat with the same Idempotency-Key', () => {
  test('is answered with the drop of the first request, which is sent once', async (t) => {
    const { program, upload, database } = await open(t);
    const key = { 'idempotency-key': 'order 7' };
    const order = { receivers: [bob], uploads: [await upload('a.txt')] };
    const first = await program.post('/drops', order, key);
    const second = await program.post('/drops', order, key);
    assert.deepEqual(sent(second), sent(first));
    assert.equal(second.headers['idempotent-replayed'], 'true');
    const other = await program.post('/drops', { ...order, reference: 'other' }, key);
    assert.equal(other.statusCode, 422);
    assert.equal((await database.outbox.list(9)).length, 1);
  });

  test('compares the drop, the names and the contents of a multipart request', async (t) => {
    const { program, database } = await open(t);
    const drop: [string, string] = ['drop', JSON.stringify({ receivers: [bob] })];
    const send = (name: string, text: string, isBefore = false) => {
      const file: [string, string, string] = ['file', text, name];
      const { headers, payload } = formOf(...(isBefore ? [file, drop] : [drop, file]));
      const keyed = { ...headers, 'idempotency-key': 'order 8' };
      return program.ask('POST', '/drops', keyed, payload);
    };
    const first = sent(await send('a.txt', 'text'));
    const repeated = await send('a.txt', 'text', true);
    assert.equal(repeated.headers['idempotent-replayed'], 'true');
    assert.deepEqual(sent(repeated), first);
    assert.equal((await send('b.txt', 'text')).statusCode, 422);
    assert.equal((await send('a.txt', 'test')).statusCode, 422);
    assert.equal((await database.dispatches.list({ limit: 9 })).length, 1);
  });
});
