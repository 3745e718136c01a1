import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { scopes } from '#protocol/access.ts';
import { day, hour } from '../../domain/model/clock.ts';
import { actions, addressOf } from '../routing/route-table-fixture.ts';
import { openApi } from './api-fixture.ts';
import { openDropsFixture } from './drops-fixture.ts';

interface Receiver {
  id: string;
  email: string;
  state: string;
}

async function open(context: TestContext) {
  const fixture = await openDropsFixture(context);
  const program = await fixture.addProgram('program@example.com');
  const other = await fixture.addProgram('other@example.com');
  const { drop, receivers } = await program.send('letter', ['bob@example.com', 'zoe@example.com']);
  const [bob = assert.fail(), zoe = assert.fail()] = receivers;
  // Links are not mailed again at once.
  fixture.clock.advance(2 * hour);
  const mailsTo = async (email: string) =>
    (await fixture.database.outbox.list(99)).filter(({ to }) => to === email).length;
  return { ...fixture, ...program, other, drop, bob, zoe, mailsTo, path: `/drops/${drop.id}` };
}

const keyed = (key: string) => ({ 'idempotency-key': key });

test('a repeat of each verb is answered as the first time, and nothing is done again', async (t) => {
  const { path, bob, zoe, post, mailsTo, clock } = await open(t);
  const before = await mailsTo('zoe@example.com');
  const verbs: [path: string, body?: object][] = [
    [`${path}/receivers/${zoe.id}/resend`],
    [`${path}/receivers/${bob.id}/correct`, { email: 'robert@example.com' }],
    [`${path}/receivers`, { receivers: [{ email: 'eve@example.com' }] }],
    [`${path}/extend`, { expires_in: 3600 }],
    [`${path}/receivers/${zoe.id}/revoke`],
    [`${path}/revoke`],
  ];
  for (const [index, [verb, body]] of verbs.entries()) {
    const first = await post(verb, body, keyed(`key ${index}`));
    assert.equal(first.statusCode, 200, first.body);
    assert.equal(first.headers['idempotent-replayed'], undefined);
    clock.advance(1);
    const second = await post(verb, body, keyed(`key ${index}`));
    assert.deepEqual([second.statusCode, second.json()], [200, first.json()]);
    assert.equal(second.headers['idempotent-replayed'], 'true');
  }
  assert.equal(await mailsTo('zoe@example.com'), before + 1);
  assert.equal(await mailsTo('robert@example.com'), 1);
  assert.equal(await mailsTo('eve@example.com'), 1);
});

test('a repeat shows what is there now', async (t) => {
  const { path, zoe, post } = await open(t);
  const resend = () => post(`${path}/receivers/${zoe.id}/resend`, undefined, keyed('again'));
  assert.equal((await resend()).json<Receiver>().state, 'waiting');
  await post(`${path}/revoke`);
  const replayed = await resend();
  assert.deepEqual([replayed.statusCode, replayed.json<Receiver>().state], [200, 'revoked']);
});

test('two at once with one key are one act', async (t) => {
  const { path, post, mailsTo } = await open(t);
  const add = () =>
    post(`${path}/receivers`, { receivers: [{ email: 'eve@example.com' }] }, keyed('both'));
  const answers = await Promise.all([add(), add(), add()]);
  for (const { statusCode, headers, body } of answers) {
    if (statusCode === 200) continue;
    assert.equal(statusCode, 409, body);
    assert.match(String(headers['retry-after']), /^[1-9]/);
    const { code, retry } = JSON.parse(body) as { code: string; retry: string };
    assert.deepEqual([code, retry], ['request_running', 'later']);
  }
  const repeated = await add();
  assert.deepEqual([repeated.statusCode, repeated.headers['idempotent-replayed']], [200, 'true']);
  assert.equal(await mailsTo('eve@example.com'), 1);
});

test('a key that was used for another request is refused, and one of another account is another key', async (t) => {
  const { path, zoe, post, other } = await open(t);
  const resend = `${path}/receivers/${zoe.id}/resend`;
  await post(resend, undefined, keyed('order 5'));
  for (const [verb, body] of [
    [`${path}/extend`, { expires_in: 3600 }],
    [`${path}/receivers/${zoe.id}/revoke`, undefined],
  ] as const) {
    const refused = await post(verb, body, keyed('order 5'));
    const { code, errors } = refused.json<{ code: string; errors: object[] }>();
    assert.deepEqual([refused.statusCode, code], [422, 'idempotency_mismatch']);
    const [{ in: place, pointer } = assert.fail()] = errors as { in: string; pointer: string }[];
    assert.deepEqual([place, pointer], ['header', '/Idempotency-Key']);
  }
  const foreign = await other.post(resend, undefined, keyed('order 5'));
  assert.equal(foreign.statusCode, 404);
});

test('a refused request does not use up its key, and a key ends after seven days', async (t) => {
  const { path, post, clock } = await open(t);
  const extend = (body: object) => post(`${path}/extend`, body, keyed('end'));
  assert.equal((await extend({ expires_in: 10 ** 9 })).statusCode, 422);
  assert.equal((await extend({ expires_in: 20 * 86_400 })).statusCode, 200);
  clock.advance(7 * day - 1);
  assert.equal((await extend({ expires_in: 20 * 86_400 })).headers['idempotent-replayed'], 'true');
  clock.advance(1);
  assert.equal((await extend({ expires_in: 3600 })).headers['idempotent-replayed'], undefined);
});

test('a key that is no key is refused with a pointer to the header', async (t) => {
  const { path, post, read } = await open(t);
  for (const key of ['', 'k'.repeat(256), 'a\tb', 'ä']) {
    const refused = await post(`${path}/revoke`, undefined, keyed(key));
    const { errors } = refused.json<{ errors: { in: string; pointer: string }[] }>();
    assert.equal(refused.statusCode, 400, refused.body);
    assert.deepEqual([errors[0]?.in, errors[0]?.pointer], ['header', '/Idempotency-Key']);
  }
  assert.equal((await read<{ state: string }>(path)).state, 'live');
  assert.equal((await post(`${path}/revoke`, undefined, keyed('k'.repeat(255)))).statusCode, 200);
});

test('every POST of the API takes a key, and refuses one that is no key', async (t) => {
  const { program, addKey } = await openApi(t);
  const authorization = `Bearer ${await addKey(program.account, scopes)}`;
  const posts = actions.filter(
    ({ method, access }) => method === 'POST' && access !== 'public' && access.scheme === 'bearer',
  );
  assert.ok(posts.length > 5);
  const types = {
    multipart: 'multipart/form-data; boundary=b',
    form: 'text/plain',
    tus: 'text/plain',
  };
  for (const { path, body = 'json' } of posts) {
    const type = body === 'json' ? 'application/json' : types[body];
    const headers = { authorization, 'content-type': type, ...keyed('') };
    const refused = await program.ask('POST', addressOf(path), headers, '{}');
    const { errors } = refused.json<{ errors?: { in: string; pointer: string }[] }>();
    const [error] = errors ?? [];
    assert.deepEqual([error?.in, error?.pointer], ['header', '/Idempotency-Key'], path);
  }
});

test('a file that is uploaded twice with a key is there once, and another file is refused', async (t) => {
  const { ask } = (await openApi(t)).program;
  const upload = (text: string, name = 'a.txt') =>
    ask('POST', `/uploads?name=${name}`, { 'content-type': 'text/plain', ...keyed('file') }, text);
  const first = await upload('hello');
  const again = await upload('hello');
  assert.deepEqual(
    [first.statusCode, again.statusCode, again.json(), again.headers.location],
    [201, 201, first.json(), first.headers.location],
  );
  assert.equal(again.headers['idempotent-replayed'], 'true');
  for (const other of [await upload('hallo'), await upload('hello', 'b.txt')]) {
    assert.deepEqual(
      [other.statusCode, other.json<{ code: string }>().code],
      [422, 'idempotency_mismatch'],
    );
  }
  const listed = await ask('GET', '/uploads');
  assert.equal(listed.json<{ items: object[] }>().items.length, 1);

  await ask('DELETE', `/uploads/${first.json<{ id: string }>().id}`, { 'tus-resumable': '1.0.0' });
  const gone = await upload('hello');
  assert.deepEqual([gone.statusCode, gone.headers['idempotent-replayed']], [404, 'true']);
  assert.equal(gone.headers.location, first.headers.location);
});

test('a creation by tus that is repeated with a key goes on with its upload', async (t) => {
  const { ask } = (await openApi(t)).program;
  const headers = {
    ...{ 'tus-resumable': '1.0.0', 'upload-length': '5', ...keyed('tus') },
    'upload-metadata': `filename ${Buffer.from('a.txt').toString('base64')}`,
  };
  const first = await ask('POST', '/uploads', headers);
  assert.equal(first.statusCode, 201, first.body);
  const { id } = first.json<{ id: string }>();
  const bytes = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };
  await ask('PATCH', `/uploads/${id}`, { ...bytes, 'upload-offset': '0' }, 'hel');
  const again = await ask('POST', '/uploads', headers);
  assert.deepEqual(
    [again.statusCode, again.headers.location, again.headers['upload-offset']],
    [201, first.headers.location, '3'],
  );
  const other = await ask('POST', '/uploads', { ...headers, 'upload-length': '6' });
  assert.equal(other.statusCode, 422);
});
