import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { alice, formOf, openUploadPageFixture } from '../upload-page/upload-page-fixture.ts';

test('every answer of the customer’s API fits its schema, which the fixture checks', async (context) => {
  const { app } = await openUploadPageFixture(context);
  const headers: Record<string, string> = {
    authorization: `Basic ${Buffer.from(`${alice.email}:${alice.key}`).toString('base64')}`,
  };
  const page = await app.inject({ url: `/${alice.email}/`, headers });
  headers['csrf-token'] = /name="csrftoken" value="([^"]+)"/.exec(page.body)?.[1] ?? '';

  async function ask(operation: string, payload?: object): Promise<unknown> {
    const url = `/${alice.email}/cgi/${operation.replace(/^\w+/, '$&.cgi')}`;
    const answer = await app.inject({
      method: payload === undefined ? 'GET' : 'POST',
      url,
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
    assert.equal(answer.statusCode, 200, `${operation}: ${answer.body}`);
    return answer.json();
  }
  const receivers = [{ email: 'bob@example.com', name: 'Bob' }, { email: alice.email }];
  async function upload(name: string): Promise<void> {
    const { headers: form, payload } = formOf(['do', 'upload'], ['file', 'content', name]);
    const url = `/${alice.email}/cgi/upload.cgi`;
    const answer = await app.inject({
      method: 'POST',
      url,
      headers: { ...headers, ...form },
      payload,
    });
    assert.deepEqual(answer.json(), { status: 'done' });
  }
  await upload('a.txt');
  await upload('b.txt');
  await ask('get_files');
  await ask('remove_file?filename=b.txt');
  await ask('contacts_add', receivers);
  await ask('contacts_read');
  for (const operation of ['createdrop', 'givedrop'] as const) {
    await ask('receivers_set', receivers);
    await ask(operation, { ddmessage: 'Hello' });
  }
  const history = await ask('get_history');
  const { inbox, history: sent } = history as Record<'history' | 'inbox', unknown[]>;
  assert.deepEqual([inbox.length, sent.length], [1, 2]);
});

test('nothing that runs in the server loads TypeBox', () => {
  const root = join(import.meta.dirname, '../../../..');
  const files = globSync('{server/src,bin}/**/*.{ts,js}', { cwd: root });
  assert.ok(files.length > 100);
  for (const file of files) {
    if (/\.d\.ts$|\.test\.ts$|-fixture\.ts$/.test(file)) continue;
    const text = readFileSync(join(root, file), 'utf8');
    const loaded =
      /^(?:import|export) (?!type\b)[^;]*'(?:typebox[^']*|#protocol\/operations\/(?!operation\b|problems|compiled)[^']*)'/m;
    assert.doesNotMatch(text, loaded, file);
  }
});
