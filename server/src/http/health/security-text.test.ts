import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openUploadPageFixture } from '../upload-page/upload-page-fixture.ts';

const url = '/.well-known/security.txt';

test('security.txt names the operator’s contact, an end, and the policy', async (t) => {
  const { app } = await openUploadPageFixture(
    t,
    ...['--security-contact', 'https://clinic.example/report', '--support-address', 'a@b.example'],
    ...['--security-policy-url', 'https://clinic.example/policy', '--language', 'sv'],
    ...['--public-url', 'https://files.clinic.example'],
  );
  const answer = await app.inject({ url, headers: { host: 'files.clinic.example' } });
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8');
  const [, expires = ''] = /^Expires: (.*)$/m.exec(answer.body) ?? [];
  assert.match(expires, /^\d{4}-\d\d-\d\dT00:00:00Z$/);
  const days = (Date.parse(expires) - Date.now()) / 86_400_000;
  assert.ok(days > 30 && days < 365, expires);
  assert.deepEqual(answer.body.replace(expires, '…').split('\n'), [
    'Contact: https://clinic.example/report',
    'Expires: …',
    'Preferred-Languages: sv, en',
    'Canonical: https://files.clinic.example/.well-known/security.txt',
    'Policy: https://clinic.example/policy',
    '',
  ]);
});

test('security.txt falls back on the support address, and is not there without either', async (t) => {
  const supported = await openUploadPageFixture(t, '--support-address', 'help@clinic.example');
  assert.match(
    (await supported.app.inject({ url })).body,
    /^Contact: mailto:help@clinic\.example$/m,
  );
  const silent = await openUploadPageFixture(t);
  assert.equal((await silent.app.inject({ url })).statusCode, 404);
});
