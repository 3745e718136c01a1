import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { describe, test } from 'node:test';
import { base64, bytesType, openTus, version } from './tus-fixture.ts';

function checksumOf(content: string, algorithm = 'sha256'): Record<string, string> {
  const digest = createHash(algorithm).update(content).digest('base64');
  return { 'upload-checksum': `${algorithm} ${digest}` };
}

describe('every answer of the tus routes', () => {
  test('carries Tus-Resumable, refusals too', async (t) => {
    const { ask, begin, url, app } = await openTus(t);
    const path = await begin(3);
    const refusals = {
      405: () => ask('GET', path),
      415: () => ask('PATCH', path, { 'upload-offset': '0', 'content-type': 'text/plain' }, 'x'),
      404: () => ask('HEAD', `/u/${'x'.repeat(43)}/tus`.concat('/AAAAAAAAAAAAAAAAAAAAAA')),
      400: () => ask('PATCH', path, { ...bytesType, 'upload-offset': 'x' }, 'x'),
      403: () => ask('DELETE', path, { 'sec-fetch-site': 'cross-site' }),
      409: () => ask('PATCH', path, { ...bytesType, 'upload-offset': '2' }, 'x'),
      412: () => app.inject({ method: 'POST', url: `${url}/tus` }),
      413: () => ask('PATCH', path, { ...bytesType, 'upload-offset': '0' }, 'four'),
    };
    for (const [status, refused] of Object.entries(refusals)) {
      const answer = await refused();
      assert.deepEqual(
        [answer.statusCode, answer.headers['tus-resumable']],
        [Number(status), '1.0.0'],
      );
    }
  });

  test('carries Tus-Resumable when all is well', async (t) => {
    const { ask, create, patch, url } = await openTus(t);
    const created = await create(2);
    const path = String(created.headers.location);
    const answers = {
      'OPTIONS on the endpoint': await ask('OPTIONS', `${url}/tus`),
      'OPTIONS on an upload': await ask('OPTIONS', path),
      POST: created,
      HEAD: await ask('HEAD', path),
      PATCH: await patch(path, 0, 'ok'),
      DELETE: await ask('DELETE', path),
    };
    for (const [what, { statusCode, headers }] of Object.entries(answers)) {
      assert.ok(statusCode < 300, what);
      assert.equal(headers['tus-resumable'], '1.0.0', what);
    }
  });

  test('names the largest file there can be, where there is one', async (t) => {
    for (const [args, expected] of [
      [['--max-file-size', '1MB'], '1000000'],
      [['--grant-max-bytes', '5MB'], '5000000'],
      [['--grant-max-bytes', '5MB', '--max-file-size', '7MB'], '5000000'],
    ] as const) {
      const { ask, url } = await openTus(t, ...args);
      const { headers } = await ask('OPTIONS', `${url}/tus`);
      assert.equal(headers['tus-max-size'], expected);
    }
  });
});

describe('what a client says about its file', () => {
  test('comes back word for word, with keys of its own', async (t) => {
    const { create, ask } = await openTus(t);
    const metadata = `patient_id ${base64('17')},filename ${base64('a.txt')},is_urgent`;
    const path = String((await create(3, metadata)).headers.location);
    assert.equal((await ask('HEAD', path)).headers['upload-metadata'], metadata);
  });

  test('may be nothing at all', async (t) => {
    const { ask, patch, send, url } = await openTus(t);
    const created = await ask('POST', `${url}/tus`, { 'upload-length': '2' });
    assert.equal(created.statusCode, 201, created.body);
    const path = String(created.headers.location);
    assert.equal('upload-metadata' in (await ask('HEAD', path)).headers, false);
    await patch(path, 0, 'ok');
    assert.deepEqual((await send([path.split('/').at(-1)])).json(), {
      status: 'done',
      files: ['file'],
    });
  });

  test('has a name under either key, and an end', async (t) => {
    const { create, patch, send } = await openTus(t);
    const path = String((await create(2, `name ${base64('b.txt')}`)).headers.location);
    await patch(path, 0, 'ok');
    const sent = await send([path.split('/').at(-1)]);
    assert.deepEqual(sent.json<{ files: unknown }>().files, ['b.txt']);
    assert.equal((await create(1, `filename ${base64('x'.repeat(4096))}`)).statusCode, 431);
    const malformed = await create(1, 'filename !');
    assert.match(malformed.json<{ message: string }>().message, /pairs of a key and a Base64/);
  });
});

describe('creation with upload', () => {
  test('takes the first bytes, or all of them', async (t) => {
    const { ask, patch, send, url } = await openTus(t);
    const headers = { ...bytesType, 'upload-length': '5' };
    for (const [first, rest] of [
      ['hel', 'lo'],
      ['hello', ''],
    ] as const) {
      const created = await ask('POST', `${url}/tus`, headers, first);
      assert.equal(created.statusCode, 201, created.body);
      assert.equal(created.headers['upload-offset'], String(first.length));
      const path = String(created.headers.location);
      if (rest !== '') await patch(path, first.length, rest);
      assert.equal((await send([path.split('/').at(-1)])).statusCode, 200);
    }
  });

  test('takes bytes whose number nobody announced', async (t) => {
    const { app, url } = await openTus(t);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const post = request(`${app.listeningOrigin}${url}/tus`, {
      method: 'POST',
      headers: { ...version, ...bytesType, 'upload-length': '5', 'transfer-encoding': 'chunked' },
    });
    const [answer] = (await once(post.end('hello'), 'response')) as [IncomingMessage];
    answer.resume();
    assert.deepEqual([answer.statusCode, answer.headers['upload-offset']], [201, '5']);
  });

  test('leaves nothing when its bytes are refused', async (t) => {
    const { ask, url, database, receiver } = await openTus(t);
    const length = { 'upload-length': '5' };
    const typed = { ...length, ...bytesType };
    const plain = { ...length, 'content-type': 'text/plain' };
    assert.equal((await ask('POST', `${url}/tus`, plain, 'hello')).statusCode, 415);
    assert.equal((await ask('POST', `${url}/tus`, typed, 'hello!')).statusCode, 413);
    const wrong = { ...typed, ...checksumOf('other') };
    assert.equal((await ask('POST', `${url}/tus`, wrong, 'hello')).statusCode, 460);
    assert.deepEqual(await database.uploads.listFor(receiver.id), []);
  });
});

describe('creation with upload, repeated after a lost answer', () => {
  const length = { 'upload-length': '5' };
  const keyed = (key: string) => ({
    ...length,
    'upload-metadata': `filename ${base64('a.txt')},key ${base64(key)}`,
  });

  test('finds the upload that the key names, whole or not', async (t) => {
    const { ask, patch, send, url, database, receiver } = await openTus(t);
    const whole = { ...keyed('one'), ...bytesType };
    const first = await ask('POST', `${url}/tus`, whole, 'hello');
    const again = await ask('POST', `${url}/tus`, whole, 'hello');
    assert.deepEqual([first.statusCode, again.statusCode], [201, 201]);
    assert.equal(again.headers.location, first.headers.location);
    assert.equal(again.headers['upload-offset'], '5');
    assert.equal(again.headers['upload-expires'], first.headers['upload-expires']);

    const part = await ask('POST', `${url}/tus`, { ...keyed('two'), ...bytesType }, 'hel');
    const path = String(part.headers.location);
    for (const body of ['hello', undefined]) {
      const headers = body === undefined ? keyed('two') : { ...keyed('two'), ...bytesType };
      const known = await ask('POST', `${url}/tus`, headers, body);
      assert.equal(known.statusCode, 201, known.body);
      assert.deepEqual([known.headers.location, known.headers['upload-offset']], [path, '3']);
    }
    await patch(path, 3, 'lo');
    assert.equal((await database.uploads.listFor(receiver.id)).length, 2);
    const ids = [first.headers.location, path].map((each) => String(each).split('/').at(-1));
    const sent = (await send(ids)).json<{ files: string[] }>();
    assert.deepEqual(sent.files, ['a.txt', 'a (2).txt']);
  });

  test('begins another for another key, another size, or without a key', async (t) => {
    const { ask, url, database, receiver } = await openTus(t);
    const nameless = { ...length, 'upload-metadata': `filename ${base64('a.txt')},key` };
    for (const headers of [
      keyed('one'),
      keyed('two'),
      { ...keyed('one'), 'upload-length': '6' },
      ...[nameless, nameless, length, length],
    ]) {
      assert.equal((await ask('POST', `${url}/tus`, headers)).statusCode, 201);
    }
    assert.equal((await database.uploads.listFor(receiver.id)).length, 7);
  });

  test('makes one upload when two requests come at once', async (t) => {
    const { ask, url, database, receiver, blobs } = await openTus(t);
    const headers = { ...keyed('one'), ...bytesType };
    const answers = await Promise.all(
      [1, 2, 3].map(() => ask('POST', `${url}/tus`, headers, 'hello')),
    );
    const [location] = answers.map((answer) => answer.headers.location);
    for (const answer of answers) {
      assert.equal(answer.statusCode, 201, answer.body);
      assert.equal(answer.headers.location, location);
      assert.equal(answer.headers['upload-offset'], '5');
    }
    assert.equal((await database.uploads.listFor(receiver.id)).length, 1);
    assert.equal((await Array.fromAsync(blobs.list())).length, 1);
  });

  test('fits where the file fills all the room there is', async (t) => {
    const { ask, url } = await openTus(t, '--grant-max-bytes', '5');
    const headers = { ...keyed('one'), ...bytesType };
    assert.equal((await ask('POST', `${url}/tus`, headers, 'hello')).statusCode, 201);
    assert.equal((await ask('POST', `${url}/tus`, headers, 'hello')).statusCode, 201);
    const other = { ...keyed('two'), ...bytesType };
    assert.equal((await ask('POST', `${url}/tus`, other, 'hello')).statusCode, 413);
  });
});

describe('a checksum', () => {
  test('is compared, and of what differs nothing is kept', async (t) => {
    const { ask, begin, blobs } = await openTus(t);
    const path = await begin(8);
    function send(offset: number, payload: string, checksum: Record<string, string>) {
      const headers = { ...bytesType, 'upload-offset': String(offset), ...checksum };
      return ask('PATCH', path, headers, payload);
    }
    const wrong = await send(0, 'help', checksumOf('hell'));
    assert.deepEqual(
      [wrong.statusCode, wrong.json<{ error: string }>().error],
      [460, 'checksum_mismatch'],
    );
    assert.equal((await ask('HEAD', path)).headers['upload-offset'], '0');
    assert.equal((await Array.fromAsync(blobs.list())).length, 0);

    assert.equal((await send(0, 'hell', checksumOf('hell'))).headers['upload-offset'], '4');
    const old = await send(4, 'o yo', checksumOf('o yo', 'sha1'));
    assert.equal(old.headers['upload-offset'], '8');
  });

  test('that cannot be read is refused, and not passed over', async (t) => {
    const { ask, begin } = await openTus(t);
    const path = await begin(4);
    const short = createHash('sha1').update('hell').digest('base64');
    for (const checksum of ['', 'sha256', 'md5 AAAA', `sha256 ${short}`, 'sha256 !', 'toString ']) {
      const headers = { ...bytesType, 'upload-offset': '0', 'upload-checksum': checksum };
      assert.equal((await ask('PATCH', path, headers, 'hell')).statusCode, 400, checksum);
    }
    assert.equal((await ask('HEAD', path)).headers['upload-offset'], '0');
  });

  test('of a request that breaks off keeps nothing of it', async (t) => {
    const { app, begin, ask } = await openTus(t);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const path = await begin(8);
    const patch = request(`${app.listeningOrigin}${path}`, {
      method: 'PATCH',
      headers: {
        ...version,
        ...bytesType,
        ...checksumOf('hello yo'),
        'upload-offset': '0',
        'content-length': '8',
      },
    });
    const cut = once(patch, 'error');
    await new Promise((resolve) => patch.write('hell', resolve));
    assert.equal((await ask('HEAD', path)).headers['upload-offset'], '0');
    patch.destroy(new Error('gone'));
    await cut;
  });
});

describe('X-HTTP-Method-Override', () => {
  const asPatch = { 'x-http-method-override': 'PATCH' };
  const asDelete = { 'x-http-method-override': 'DELETE' };

  test('makes a POST a PATCH or a DELETE', async (t) => {
    const { ask, begin } = await openTus(t);
    const path = await begin(5);
    const headers = { ...bytesType, 'upload-offset': '0', ...asPatch };
    const patched = await ask('POST', path, headers, 'hello');
    assert.deepEqual([patched.statusCode, patched.headers['upload-offset']], [204, '5']);
    const inLowerCase = { 'x-http-method-override': 'delete' };
    assert.equal((await ask('POST', path, inLowerCase)).statusCode, 204);
    assert.equal((await ask('HEAD', path)).statusCode, 404);
    const other = await begin(5);
    assert.equal((await ask('POST', other, asDelete)).statusCode, 204);
    assert.equal((await ask('HEAD', other)).statusCode, 404);
  });

  test('goes around no check of the method that it names', async (t) => {
    const { ask, begin, app } = await openTus(t);
    const path = await begin(5);
    const offset = { 'upload-offset': '0' };
    const foreign = { 'sec-fetch-site': 'cross-site' };
    assert.equal((await ask('POST', path, { ...offset, ...asPatch }, 'hello')).statusCode, 415);
    assert.equal((await ask('POST', path, { ...asDelete, ...foreign })).statusCode, 403);
    const silent = await app.inject({ method: 'POST', url: path, headers: asDelete });
    assert.equal(silent.statusCode, 412);
    assert.equal((await ask('HEAD', path)).headers['upload-offset'], '0');
  });

  test('means nothing on another method, to another route, or with another name', async (t) => {
    const { ask, begin, url } = await openTus(t);
    const path = await begin(5);
    assert.equal((await ask('GET', path, asDelete)).statusCode, 405);
    assert.equal((await ask('HEAD', path, asDelete)).statusCode, 200);
    for (const name of ['HEAD', 'GET', 'OPTIONS', 'PUT', 'CONNECT', '']) {
      const answer = await ask('POST', path, { 'x-http-method-override': name });
      assert.equal(answer.statusCode, 405, name);
    }
    const created = await ask('POST', `${url}/tus`, { 'upload-length': '1', ...asDelete });
    assert.equal(created.statusCode, 201);
    assert.equal((await ask('HEAD', path)).statusCode, 200);
  });
});

test('what is not offered is refused, and not taken for something else', async (t) => {
  const { ask, url, database, receiver } = await openTus(t);
  const partial = { 'upload-length': '5', 'upload-concat': 'partial' };
  const answer = await ask('POST', `${url}/tus`, partial);
  assert.equal(answer.statusCode, 400);
  assert.match(answer.json<{ message: string }>().message, /Upload-Concat/);
  assert.equal((await ask('POST', `${url}/tus`, { 'upload-defer-length': '1' })).statusCode, 400);
  assert.deepEqual(await database.uploads.listFor(receiver.id), []);
});

test('a file that no disk could hold is too large, and says nothing about the disk', async (t) => {
  const { create, database, receiver } = await openTus(t);
  const answer = await create(Number.MAX_SAFE_INTEGER);
  assert.equal(answer.statusCode, 413);
  assert.equal(answer.json<{ error: string }>().error, 'too_large');
  assert.deepEqual(await database.uploads.listFor(receiver.id), []);
});
