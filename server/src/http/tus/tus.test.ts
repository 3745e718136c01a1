import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { describe, test } from 'node:test';
import { base64, bytesType, openTus, version } from './tus-fixture.ts';

describe('the tus endpoint', () => {
  test('says what it can do', async (t) => {
    const { ask, url } = await openTus(t);
    const answer = await ask('OPTIONS', `${url}/tus`, { 'tus-resumable': '' });
    assert.equal(answer.statusCode, 204);
    assert.equal(answer.headers['tus-version'], '1.0.0');
    assert.equal(
      answer.headers['tus-extension'],
      'creation,creation-with-upload,termination,expiration,checksum',
    );
    assert.equal(answer.headers['tus-checksum-algorithm'], 'sha1,sha256');
    assert.equal(answer.headers['tus-max-size'], '10000000000');
  });

  test('creates, takes, tells and forgets an upload', async (t) => {
    const { create, ask, patch } = await openTus(t);
    const created = await create(
      11,
      `filename ${base64('hej å.txt')},filetype ${base64('text/x')}`,
    );
    assert.equal(created.statusCode, 201);
    const path = String(created.headers.location);
    assert.match(path, /^\/u\/[\w-]{43}\/tus\/[\w-]{22}$/);
    assert.equal(created.headers['tus-resumable'], '1.0.0');
    assert.ok(Date.parse(String(created.headers['upload-expires'])) > Date.now());

    const half = await patch(path, 0, 'hello');
    assert.deepEqual([half.statusCode, half.headers['upload-offset']], [204, '5']);
    const told = await ask('HEAD', path);
    assert.equal(told.statusCode, 200);
    assert.equal(told.headers['upload-offset'], '5');
    assert.equal(told.headers['upload-length'], '11');
    assert.match(String(told.headers['cache-control']), /no-store/);
    assert.match(String(told.headers['upload-metadata']), new RegExp(base64('hej å.txt')));

    assert.equal((await ask('DELETE', path)).statusCode, 204);
    for (const method of ['HEAD', 'DELETE'] as const) {
      assert.equal((await ask(method, path)).statusCode, 404);
    }
    assert.equal((await patch(path, 5, ' world')).statusCode, 404);
  });

  test('refuses another version, and says which it speaks', async (t) => {
    const { ask, begin, url } = await openTus(t);
    const path = await begin(3);
    for (const [method, at] of [
      ['POST', `${url}/tus`],
      ['HEAD', path],
      ['DELETE', path],
    ] as const) {
      const answer = await ask(method, at, { 'tus-resumable': '0.2.2' });
      assert.equal(answer.statusCode, 412);
      assert.equal(answer.headers['tus-version'], '1.0.0');
    }
    assert.equal((await ask('HEAD', path)).statusCode, 200);
  });

  test('refuses a wrong offset, a wrong type and a wrong number', async (t) => {
    const { begin, patch, ask } = await openTus(t);
    const path = await begin(10);
    await patch(path, 0, 'abc');
    assert.equal((await patch(path, 2, 'x')).statusCode, 409);
    assert.equal((await patch(path, 4, 'x')).statusCode, 409);
    for (const offset of ['', '-1', '1.5', '1e3', '99999999999999999', 'three']) {
      assert.equal((await patch(path, offset, 'x')).statusCode, 400, offset);
    }
    const typed = { 'content-type': 'text/plain', 'upload-offset': '3' };
    assert.equal((await ask('PATCH', path, typed, 'x')).statusCode, 415);
    assert.equal((await patch(path, 3, 'x'.repeat(8))).statusCode, 413);
    assert.equal((await ask('HEAD', path)).headers['upload-offset'], '3');
  });

  test('refuses to create what has no size, no usable name, or does not fit', async (t) => {
    const { create, database, receiver } = await openTus(t, '--max-file-size', '10B');
    for (const size of ['', '-1', 'many']) {
      assert.equal((await create(size)).statusCode, 400);
    }
    assert.equal((await create(11)).statusCode, 413);
    for (const metadata of [
      'filename',
      `filename ${base64('..')}`,
      `filename ${base64('a\u0000')}`,
    ]) {
      const { statusCode } = await create(1, metadata);
      assert.ok(statusCode === 422 || statusCode === 400, metadata);
    }
    const twice = `filename ${base64('a')},filename ${base64('b')}`;
    for (const broken of [twice, 'filename !', ',,,', `filename ${base64('\ud800')} x`]) {
      assert.equal((await create(1, broken)).statusCode, 400, broken);
    }
    assert.deepEqual(await database.uploads.listFor(receiver.id), []);
  });

  test('is open to the link alone: others find nothing, other sites are refused', async (t) => {
    const { begin, patch, ask, lend } = await openTus(t);
    const path = await begin(3);
    const other = await lend();
    const foreign = path.replace(/^\/u\/[^/]+/, other.url);
    for (const at of [foreign, path.replace(/^\/u\/[^/]+/, `/u/${'x'.repeat(43)}`)]) {
      assert.equal((await ask('HEAD', at)).statusCode, 404);
      assert.equal((await patch(at, 0, 'abc')).statusCode, 404);
      assert.equal((await ask('DELETE', at)).statusCode, 404);
    }
    const crossing = { 'sec-fetch-site': 'cross-site' };
    assert.equal((await ask('DELETE', path, crossing)).statusCode, 403);
    assert.equal((await ask('HEAD', path)).headers['upload-offset'], '0');
  });
});

describe('sending off over HTTP', () => {
  test('puts finished uploads into the inbox, and the page says so', async (t) => {
    const { begin, patch, send, database, receiver, app, url } = await openTus(t);
    const path = await begin(5);
    await patch(path, 0, 'hello');
    const id = path.split('/').at(-1);
    const answer = await send([id], ' Here. ');
    assert.deepEqual(answer.json(), { status: 'done', files: ['a.txt'] });
    const [sent] = await database.dispatches.listReturns(receiver.id);
    assert.equal(sent?.dispatch.message, 'Here.');
    const page = await app.inject({ url, headers: { accept: 'text/html' } });
    assert.match(page.body, /Your files have arrived[^]*a\.txt/);
  });

  test('names what is missing, and refuses what is no sending', async (t) => {
    const { begin, patch, send } = await openTus(t);
    const path = await begin(5);
    await patch(path, 0, 'he');
    const part = await send([path.split('/').at(-1)]);
    assert.equal(part.statusCode, 409);
    assert.deepEqual(part.json<{ details: unknown }>().details, [
      { field: 'a.txt', problem: '3 of 5 bytes are missing.' },
    ]);
    assert.equal((await send([])).statusCode, 409);
    for (const uploads of [undefined, 'x', [1], { length: 1 }]) {
      assert.equal((await send(uploads)).statusCode, 422);
    }
    assert.equal((await send(['x'], 5)).statusCode, 422);
    assert.equal((await send(['x'])).statusCode, 422);
  });

  test('tells those who come back what was begun, and how far it is', async (t) => {
    const { create, patch, app, url } = await openTus(t);
    const whole = await create(2, `filename ${base64('<b>whole.txt')}`);
    await patch(String(whole.headers.location), 0, 'ok');
    const part = await create(1000, `filename ${base64('part.txt')},fingerprint ${base64('"17')}`);
    await patch(String(part.headers.location), 0, 'x'.repeat(999));
    const page = await app.inject({
      url,
      headers: { accept: 'text/html', 'accept-language': 'en' },
    });
    assert.match(page.body, /Not sent yet[^]*&lt;b&gt;whole[^]*Uploaded, not sent yet/);
    assert.match(page.body, /part\.txt[^]*99% uploaded\. Choose this file again to continue/);
    assert.match(page.body, /data-fingerprint="&#34;17"/);
    assert.match(page.body, /data-limits="\{&#34;files&#34;:\d+/);
    assert.doesNotMatch(page.body, /<b>whole/);
  });
});

test('a file that takes long to check holds no connection up, and is sent off once it is', async (t) => {
  const { app, blobs, begin, url, database, receiver } = await openTus(t, '--stall-time', '3s');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.listeningOrigin;
  const checked = Promise.withResolvers<undefined>();
  const readStart = blobs.readStart.bind(blobs);
  blobs.readStart = async (...asked) => {
    await checked.promise;
    return await readStart(...asked);
  };

  const path = await begin(5);
  // In pieces so small that they were not hashed one after the other.
  for (const [offset, body] of ['hel', 'lo'].entries()) {
    const { status } = await fetch(`${address}${path}`, {
      method: 'PATCH',
      headers: { ...version, ...bytesType, 'upload-offset': String(3 * offset) },
      body,
    });
    assert.equal(status, 204);
  }

  const sendOff = () =>
    fetch(`${address}${url}/send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ uploads: [path.split('/').at(-1)] }),
    });
  // For longer than a connection may be idle.
  for (let asked = 0; asked < 4; asked += 1) {
    const early = await sendOff();
    assert.deepEqual([early.status, early.headers.get('retry-after')], [409, '1']);
  }
  assert.deepEqual(await database.dispatches.listReturns(receiver.id), []);
  checked.resolve(undefined);
  assert.deepEqual(await (await sendOff()).json(), { status: 'done', files: ['a.txt'] });
});

test('over a real socket, a second writer is refused, and a question ends the first', async (t) => {
  const { app, begin } = await openTus(t);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.listeningOrigin;
  const content = randomBytes(3_000_000);
  const path = await begin(content.length);

  function patchOverSocket(offset: number) {
    return request(`${address}${path}`, {
      method: 'PATCH',
      headers: {
        ...version,
        ...bytesType,
        'upload-offset': offset,
        'content-length': content.length - offset,
      },
    });
  }

  const first = patchOverSocket(0);
  const cut = once(first, 'error');
  first.write(content.subarray(0, 1_000_000));
  // The first is at work when the second is refused because of it, and not for another reason.
  const statuses = new Set<number>();
  for (let round = 0; round < 50 && !statuses.has(423); round += 1) {
    const second = patchOverSocket(content.length);
    const [answer] = (await once(second.end(), 'response')) as [{ statusCode: number }];
    statuses.add(answer.statusCode);
  }
  assert.ok(statuses.has(423), [...statuses].join(', '));

  const told = await fetch(`${address}${path}`, { method: 'HEAD', headers: version });
  const offset = Number(told.headers.get('upload-offset'));
  await cut;
  assert.ok(offset > 0 && offset <= 1_000_000, String(offset));
  const rest = await fetch(`${address}${path}`, {
    method: 'PATCH',
    headers: { ...version, ...bytesType, 'upload-offset': String(offset) },
    body: content.subarray(offset),
  });
  assert.equal(rest.status, 204);
  assert.equal(rest.headers.get('upload-offset'), String(content.length));
});
