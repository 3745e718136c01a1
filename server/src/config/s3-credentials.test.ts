import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseS3Credentials } from './s3-credentials.ts';

const pair = 'aws_access_key_id = AKIA1\naws_secret_access_key=a/b+c=\n';

test('the file that AWS tools write is read', () => {
  const known = { accessKeyId: 'AKIA1', secretAccessKey: 'a/b+c=' };
  assert.deepEqual(parseS3Credentials(pair), known);
  assert.deepEqual(parseS3Credentials(`# ours\r\n[default]\r\n${pair}`), known);
  assert.deepEqual(parseS3Credentials(`${pair}aws_session_token = t==`), {
    ...known,
    sessionToken: 't==',
  });
});

test('anything else is refused', () => {
  for (const text of [
    '',
    'AKIA1:secret',
    'aws_access_key_id = AKIA1',
    'aws_secret_access_key = x',
    `${pair}${pair}`,
    `[one]\n${pair}[two]\n`,
    `${pair}something else`,
  ]) {
    assert.equal(parseS3Credentials(text), undefined, text);
  }
});
