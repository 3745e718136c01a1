import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { base64, bytesType, version } from '../tus/tus-fixture.ts';
import { openApi, refusalAt } from './api-fixture.ts';

interface UploadJson {
  id: string;
  name: string;
  path: string;
  type: string;
  size: number;
  received: number;
  state: string;
  sha256: string | null;
  created_at: string;
  expires_at: string;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();

describe('a plain body', () => {
  test('of any media type becomes an upload that is complete', async (t) => {
    const { program } = await openApi(t);
    for (const [type, text] of [
      ['application/pdf', '%PDF'],
      ['application/json', '{"not": parsed'],
      ['multipart/form-data', 'no parts'],
      ['text/plain; charset=utf-8', ''],
    ] as const) {
      const answer = await program.ask('POST', '/uploads?name=a.x', { 'content-type': type }, text);
      assert.equal(answer.statusCode, 201, answer.body);
      const upload = answer.json<UploadJson>();
      assert.equal(answer.headers.location, `/api/v1/uploads/${upload.id}`);
      const { id, created_at, expires_at, ...said } = upload;
      assert.deepEqual(said, {
        name: 'a.x',
        path: 'a.x',
        type,
        size: text.length,
        received: text.length,
        state: 'complete',
        sha256: sha256(text).toString('hex'),
      });
      assert.ok(created_at < expires_at);
      const read = await program.ask('GET', `/uploads/${id}`);
      assert.deepEqual(read.json(), upload);
    }
  });

  test('needs a usable name', async (t) => {
    const { program } = await openApi(t);
    for (const path of [
      '/uploads',
      '/uploads?name=',
      '/uploads?name=a&name=b',
      '/uploads?name=%00',
    ]) {
      const answer = await program.ask('POST', path, { 'content-type': 'text/plain' }, 'x');
      const { code, errors } = answer.json<{ code: string; errors: { pointer: string }[] }>();
      assert.deepEqual(
        [answer.statusCode, code, errors[0]?.pointer],
        [400, 'bad_request', '/name'],
      );
    }
    const { items } = (await program.ask('GET', '/uploads')).json<{ items: unknown[] }>();
    assert.deepEqual(items, []);
  });

  test('has a folder where it has a path, which is taken as it is or refused', async (t) => {
    const { program } = await openApi(t);
    const post = (query: string) =>
      program.ask('POST', `/uploads?${query}`, { 'content-type': 'text/plain' }, 'x');
    const { name, path } = (await post('path=Scans%2F2026%2Fa.txt')).json<UploadJson>();
    assert.deepEqual([name, path], ['a.txt', 'Scans/2026/a.txt']);
    const named = (await post('name=Scans%2Fa.txt')).json<UploadJson>();
    assert.deepEqual([named.name, named.path], ['a.txt', 'a.txt']);
    for (const query of [
      ...[
        'path=',
        'path=%2Fetc%2Fa',
        'path=a%2F..%2Fb',
        'path=a%5Cb',
        'path=a%2F',
        'path=a%2F%2Fb',
      ],
      ...[`path=${'a%2F'.repeat(33)}b`, 'path=a%2Fb&name=b'],
    ]) {
      assert.deepEqual(
        refusalAt(await post(query)),
        [400, 'bad_request', 'never', 'query', '/path'],
        query,
      );
    }
  });

  test('is checked against its digest', async (t) => {
    const { program } = await openApi(t);
    for (const header of ['content-digest', 'repr-digest']) {
      const send = (of: string) =>
        program.ask(
          'POST',
          '/uploads?name=a',
          { 'content-type': 'text/plain', [header]: `sha-256=:${sha256(of).toString('base64')}:` },
          'text',
        );
      assert.equal((await send('text')).statusCode, 201);
      const refused = await send('other');
      const { code, errors } = refused.json<{ code: string; errors: { pointer: string }[] }>();
      assert.deepEqual(
        [refused.statusCode, code, errors[0]?.pointer.toLowerCase()],
        [400, 'bad_request', `/${header}`],
      );
    }
    const { items } = (await program.ask('GET', '/uploads')).json<{ items: unknown[] }>();
    assert.equal(items.length, 2);
  });

  test('is refused over the quota', async (t) => {
    const { program } = await openApi(t, '--tray-quota', '1000');
    const send = (bytes: number) =>
      program.ask('POST', '/uploads?name=a', { 'content-type': 'text/plain' }, 'x'.repeat(bytes));
    assert.equal((await send(600)).statusCode, 201);
    const refused = await send(401);
    assert.deepEqual(
      [refused.statusCode, refused.json<{ code: string }>().code],
      [413, 'too_large'],
    );
    assert.equal((await send(400)).statusCode, 201);
  });
});

describe('tus with a key', () => {
  const tus = { ...version, 'upload-metadata': `filename ${base64('b.txt')}` };

  test('creates, continues, asks for and deletes an upload', async (t) => {
    const { program } = await openApi(t);
    const options = await program.ask('OPTIONS', '/uploads');
    assert.equal(options.statusCode, 204);
    assert.equal(
      options.headers['tus-extension'],
      'creation,creation-with-upload,creation-defer-length,termination,expiration,checksum',
    );
    const created = await program.ask('POST', '/uploads', { ...tus, 'upload-length': '6' });
    assert.equal(created.statusCode, 201, created.body);
    assert.equal(created.headers['tus-resumable'], '1.0.0');
    assert.equal(created.json<UploadJson>().state, 'open');
    const path = String(created.headers.location);
    const patch = (offset: number, text: string, headers: Record<string, string> = {}) =>
      program.ask(
        'PATCH',
        path,
        { ...version, ...bytesType, 'upload-offset': String(offset), ...headers },
        text,
      );
    assert.equal((await patch(0, 'abc')).headers['upload-offset'], '3');
    assert.equal((await patch(0, 'abc')).statusCode, 409);
    const wrong = { 'upload-checksum': `sha256 ${sha256('x').toString('base64')}` };
    assert.equal((await patch(3, 'def', wrong)).statusCode, 460);
    const digest = (text: string) => ({
      'content-digest': `sha-256=:${sha256(text).toString('base64')}:`,
    });
    for (const refused of [digest('x'), { 'content-digest': 'sha-256=x' }]) {
      assert.equal((await patch(3, 'def', refused)).statusCode, 400);
    }
    const head = await program.ask('HEAD', path, version);
    // As for every GET, without tus.
    const plain = await program.ask('HEAD', path);
    assert.deepEqual([plain.statusCode, plain.headers['upload-offset']], [200, '3']);
    assert.equal((await program.ask('HEAD', path, { 'tus-resumable': '0.2.0' })).statusCode, 412);
    assert.deepEqual([head.headers['upload-offset'], head.headers['upload-length']], ['3', '6']);
    assert.equal((await patch(3, 'def', digest('def'))).statusCode, 204);
    const read = async () => (await program.ask('GET', path)).json<UploadJson>();
    let whole = await read();
    // What came in pieces is read back before its hash is known.
    for (let tries = 0; whole.sha256 === null && tries < 200; tries += 1) {
      await setTimeout(10);
      whole = await read();
    }
    assert.deepEqual([whole.state, whole.name, whole.type], ['complete', 'b.txt', 'text/plain']);
    assert.equal(whole.sha256, sha256('abcdef').toString('hex'));
    assert.equal((await program.ask('DELETE', path, version)).statusCode, 204);
    assert.equal((await program.ask('GET', path)).statusCode, 404);
    assert.equal((await program.ask('DELETE', path)).statusCode, 404);
  });

  test('takes bytes with the creation', async (t) => {
    const { program } = await openApi(t);
    const headers = { ...tus, ...bytesType, 'upload-length': '3' };
    const created = await program.ask('POST', '/uploads', headers, 'abc');
    assert.equal(created.headers['upload-offset'], '3');
    assert.equal(created.json<UploadJson>().state, 'complete');
  });

  test('checks both digests of a file that comes whole with the creation, small or large', async (t) => {
    const { program } = await openApi(t);
    for (const text of ['abc', 'a'.repeat(2 ** 20 + 1)]) {
      const headers = { ...tus, ...bytesType, 'upload-length': String(text.length) };
      const digestOf = (content: string) => `sha-256=:${sha256(content).toString('base64')}:`;
      for (const name of ['Repr-Digest', 'Content-Digest']) {
        const wrong = { ...headers, [name]: digestOf('other') };
        const refused = await program.ask('POST', '/uploads', wrong, text);
        assert.deepEqual(refusalAt(refused), [
          ...[400, 'bad_request', 'later', 'header', `/${name}`],
        ]);
      }
      const { items } = (await program.ask('GET', '/uploads')).json<{ items: UploadJson[] }>();
      assert.deepEqual(items, []);
      const right = { ...headers, 'repr-digest': digestOf(text) };
      const created = await program.ask('POST', '/uploads', right, text);
      assert.equal(created.statusCode, 201, created.body);
      await program.ask('DELETE', String(created.headers.location), tus);
    }
  });

  test('refuses what tus does not allow, and names its version', async (t) => {
    const { program } = await openApi(t);
    const one = { ...tus, 'upload-length': '1' };
    for (const [headers, status, code, pointer] of [
      [{ ...one, 'tus-resumable': '0.2.0' }, 412, 'tus_version', '/Tus-Resumable'],
      [tus, 400, 'bad_request', '/Upload-Length'],
      [{ ...tus, 'upload-length': '-1' }, 400, 'bad_request', '/Upload-Length'],
      [{ ...one, 'upload-concat': 'partial' }, 400, 'bad_request', '/Upload-Concat'],
      [{ ...one, 'upload-defer-length': '1' }, 400, 'bad_request', '/Upload-Defer-Length'],
      [{ ...one, 'upload-metadata': 'a !' }, 400, 'bad_request', '/Upload-Metadata'],
      [{ ...one, 'upload-metadata': 'filename Li4=' }, 422, 'invalid', '/Upload-Metadata/filename'],
    ] as const) {
      const answer = await program.ask('POST', '/uploads', { ...headers });
      assert.deepEqual(refusalAt(answer), [status, code, 'never', 'header', pointer]);
      assert.equal(answer.headers['tus-version'], '1.0.0');
    }
    const made = await program.ask('POST', '/uploads', { ...tus, 'upload-length': '5' });
    const path = made.headers.location ?? '';
    const piece = { ...tus, 'content-type': 'application/offset+octet-stream' };
    const wrong = `sha1 ${Buffer.alloc(20).toString('base64')}`;
    for (const [headers, body, ...expected] of [
      [{ 'upload-offset': '1' }, 'a', 409, 'offset_conflict', 'never', 'header', '/Upload-Offset'],
      [{ 'upload-offset': '0' }, 'abcdef', 413, 'too_large', 'never', 'body', ''],
      [
        ...([{ 'upload-offset': '0', 'upload-checksum': wrong }, 'a'] as const),
        ...([460, 'checksum_mismatch', 'later', 'header', '/Upload-Checksum'] as const),
      ],
    ] as const) {
      const answer = await program.ask('PATCH', path, { ...piece, ...headers }, body);
      assert.deepEqual(refusalAt(answer), expected);
    }
  });
});

describe('uploads of programs', () => {
  test('are listed a page at a time, to their account alone', async (t) => {
    const { program, other, clock } = await openApi(t);
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      clock.advance(1);
      const path = `/uploads?name=${name}`;
      const made = await program.ask('POST', path, { 'content-type': 'text/plain' }, name);
      ids.push(made.json<UploadJson>().id);
    }
    interface Page {
      items: UploadJson[];
      next: string | null;
    }
    const first = (await program.ask('GET', '/uploads?limit=2')).json<Page>();
    const next = `/uploads?limit=2&after=${first.next ?? ''}`;
    const last = (await program.ask('GET', next)).json<Page>();
    assert.deepEqual(
      [...first.items, ...last.items].map(({ id }) => id),
      ids,
    );
    assert.equal(last.next, null);
    assert.deepEqual((await other.ask('GET', '/uploads')).json(), { items: [], next: null });
    assert.equal((await other.ask('GET', next)).statusCode, 400);
    for (const query of ['limit=0', 'limit=201', 'limit=x', 'after=x', 'after=']) {
      assert.equal((await program.ask('GET', `/uploads?${query}`)).statusCode, 400, query);
    }
    const path = `/uploads/${ids[0] ?? ''}`;
    const bytes = { ...version, ...bytesType, 'upload-offset': '1' };
    for (const answer of [
      await other.ask('GET', path),
      await other.ask('HEAD', path, version),
      await other.ask('PATCH', path, bytes, 'x'),
      await other.ask('DELETE', path),
    ]) {
      assert.equal(answer.statusCode, 404);
    }
    assert.equal((await program.ask('GET', path)).statusCode, 200);
  });

  test('end with their time, and with their account', async (t) => {
    const { program, clock, accounts, operator, database } = await openApi(
      t,
      '--tray-lifetime',
      '1h',
    );
    const create = () =>
      program.ask('POST', '/uploads?name=a', { 'content-type': 'text/plain' }, 'x');
    const path = String((await create()).headers.location);
    clock.advance(3_600_000);
    assert.equal((await program.ask('GET', path)).statusCode, 404);
    assert.deepEqual((await program.ask('GET', '/uploads')).json(), { items: [], next: null });
    await create();
    await accounts.remove(operator, program.account.email);
    assert.deepEqual(await database.uploads.listFor(program.account.id), []);
  });
});
