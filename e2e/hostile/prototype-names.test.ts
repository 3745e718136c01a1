import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doUpload, filePart } from '../harness/multipart.ts';
import { startTarget, withstands } from './target.ts';

const names = ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', 'valueOf'];
const target = await startTarget();
const { owner } = target;

async function postJson(operation: string, body: string): Promise<number> {
  const answer = await owner.signed({
    method: 'POST',
    path: owner.path(`cgi/${operation}.cgi`),
    headers: { 'content-type': 'application/json' },
    body,
  });
  return answer.status;
}

/** An object that, merged without care, would change every other object of the server. */
function poison(name: string): string {
  const payload = { email: 'evil@example.com', desttime: 1, status: 'done', isAdmin: true };
  return `{"${name}":${JSON.stringify({ ...payload, prototype: payload })}}`;
}

test('names that JavaScript knows set nothing as JSON keys', async () => {
  await withstands(target, async () => {
    for (const name of names) {
      const attacks = [
        ['contacts_add', `[${poison(name)}]`],
        ['contacts_add', poison(name)],
        ['receivers_set', `[${poison(name)}]`],
        ['createdrop', `{"desttime":"never","x":${poison(name)}}`],
        ['givedrop', `{"desttime":"never","x":${poison(name)}}`],
      ] as const;
      for (const [operation, body] of attacks) {
        const status = await postJson(operation, body);
        assert.ok(status === 400 || status === 422, `${status} for ${operation} ${body}`);
      }
    }
  });
});

test('as headers, query parameters, fields and files they are names like any other', async () => {
  await withstands(target, async () => {
    for (const name of names) {
      const header = await owner.call('get_files', { headers: { [name]: 'x' } });
      assert.equal(header.status, 200);
      const path = await owner.signed({ path: owner.path(`${name}/files/${name}`) });
      assert.equal(path.status, 404);

      const form = [doUpload, { name, value: 'x' }, filePart(name, 'data')];
      assert.equal((await owner.uploadForm(form)).status, 200);

      const queries = [
        [`${name}=kept.txt`, 400],
        [`filename[${name}]=kept.txt`, 400],
        [`filename=${name}&${name}=x`, 200],
        [`filename=${name}`, 404],
      ] as const;
      for (const [query, status] of queries) {
        assert.equal((await owner.call('remove_file', { query })).status, status, query);
      }
    }
  });
});

test('a value of the wrong kind is refused, not bent into the right one', async () => {
  const wrongFields = {
    email: ['{"toString":1}', '["a@example.com"]', 'true', '1e999', 'null'],
    number: ['{"toString":1}', '["123456"]', 'true', '1e999', '1.5', '-123456'],
    language: ['{"toString":1}', '["en"]', 'true', '1'],
    nick: ['{"toString":1}', '["x"]', 'true', '1'],
    groups: ['{"length":1}', '"x"', 'true', '1', '[["x"]]', '[null]'],
  };
  const wrongTimes = ['1e999', '-1', '0.5', '"0x10"', '[60]', '{"valueOf":60}', '"1e3"'];
  await withstands(target, async () => {
    for (const [field, values] of Object.entries(wrongFields)) {
      for (const value of values) {
        const contact = `{"email":"a@example.com","${field}":${value}}`;
        assert.equal(await postJson('contacts_add', `[${contact}]`), 422, contact);
      }
    }
    for (const desttime of wrongTimes) {
      assert.equal(await postJson('createdrop', `{"desttime":${desttime}}`), 422, desttime);
    }
  });
});
