import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHeaders } from './headers.ts';

test('lines of a name and a value are read', () => {
  assert.deepEqual(parseHeaders('Authorization: Bearer a.b=c\r\n# ours\n\nX-Scope-OrgID:7\n'), {
    authorization: 'Bearer a.b=c',
    'x-scope-orgid': '7',
  });
  assert.deepEqual(parseHeaders(''), {});
});

test('anything else is refused', () => {
  for (const text of [
    'a secret',
    'api-key=secret',
    'api-key:',
    'api key: secret',
    'api-key: one\nAPI-Key: two',
    'api-key: secr\u00e9t',
  ]) {
    assert.equal(parseHeaders(text), undefined, text);
  }
});
