import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { host } from '../app/people-fixture.ts';
import { formOf } from '../upload-page/upload-page-fixture.ts';
import { openApi } from './api-fixture.ts';

/** One account as two jobs have it: one at API v1, one at the machine API. */
async function open(context: TestContext) {
  const { app, program } = await openApi(context);
  const { account, key, ask } = program;
  const headers: Record<string, string> = {
    ...{
      host,
      authorization: `Basic ${Buffer.from(`${account.email}:${key}`).toString('base64')}`,
    },
  };
  const page = await app.inject({ url: `/${account.email}/`, headers });
  headers['csrf-token'] = /name="csrftoken" value="([^"]+)"/.exec(page.body)?.[1] ?? '';

  async function call(operation: string, payload?: object, more: Record<string, string> = {}) {
    const answer = await app.inject({
      method: payload === undefined ? 'GET' : 'POST',
      url: `/${account.email}/cgi/${operation}.cgi`,
      headers: { ...headers, ...more },
      ...(payload !== undefined && { payload }),
    });
    assert.equal(answer.statusCode, 200, `${operation}: ${answer.body}`);
    return answer;
  }

  /** What `createdrop.cgi` sends: a receiver, and a file of the tray. */
  async function prepare() {
    await call('receivers_set', [{ email: 'zoe@example.com' }]);
    const form = formOf(['do', 'upload'], ['file', Buffer.from('same'), 'a.txt']);
    await call('upload', form.payload, form.headers);
    await call('get_files');
  }

  const files = async () => (await call('get_files')).json<{ name: string }[]>().length;
  const upload = (name: string, body: string | PassThrough) =>
    ask('POST', `/uploads?name=${name}`, { 'content-type': 'text/plain' }, body);
  const uploads = async () => {
    const { items } = (await ask('GET', '/uploads')).json<{ items: { id: string }[] }>();
    return items;
  };

  await call('contacts_add', [{ email: 'zoe@example.com', nick: 'Zoë' }]);
  return { ...program, call, prepare, files, upload, uploads };
}

test('an upload of API v1 holds up no send at the machine API, and a repeat of that leaves it as it is', async (t) => {
  const { call, prepare, files, upload, uploads } = await open(t);
  await upload('a.txt', 'same');
  const body = new PassThrough();
  body.write('half of ');
  const running = upload('half.txt', body);
  const before = await uploads();

  const key = { 'idempotency-key': 'letter 1' };
  await prepare();
  await call('createdrop', { desttime: 3600 }, key);
  assert.equal(await files(), 0);
  await prepare();
  await call('createdrop', { desttime: 3600 }, key);
  assert.equal(await files(), 0, 'what was prepared again is taken away');
  assert.deepEqual(await uploads(), before);

  body.end('it');
  assert.equal((await running).statusCode, 201);
});

test('a send at API v1 leaves the tray as it is, with files of the same name', async (t) => {
  const { post, prepare, files, upload, uploads, call } = await open(t);
  await prepare();
  const { id } = (await upload('a.txt', 'same')).json<{ id: string }>();
  const sent = await post('/drops', { receivers: [{ email: 'bob@example.com' }], uploads: [id] });
  assert.equal(sent.statusCode, 201, sent.body);
  assert.deepEqual([await files(), await uploads()], [1, []]);
  await call('createdrop', { desttime: 3600 });
  const { history } = (await call('get_history')).json<{ history: object[] }>();
  assert.equal(history.length, 2);
});
