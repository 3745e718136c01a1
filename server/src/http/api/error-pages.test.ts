import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryOf, wireErrorCodes } from '#protocol/errors.ts';
import { host, openPeopleFixture } from '../app/people-fixture.ts';

test('every code of an error has a page that anyone may read', async (t) => {
  const { app } = await openPeopleFixture(t, {});
  const read = (code: string) => app.inject({ url: `/api/v1/errors/${code}`, headers: { host } });
  for (const code of wireErrorCodes) {
    const { statusCode, headers, body } = await read(code);
    assert.equal(statusCode, 200);
    assert.match(String(headers['content-type']), /^text\/html/);
    assert.match(body, new RegExp(`<code>${code}</code>, HTTP \\d{3}`));
    assert.equal(
      body.includes('Idempotency-Key, which does it once'),
      retryOf(code) === 'same_key',
    );
  }
  const missing = await read('no_such_code');
  assert.equal(missing.json<{ code: string }>().code, 'not_found');
});

test('what does not exist below /api/v1 is a problem document', async (t) => {
  const { app } = await openPeopleFixture(t, {});
  for (const url of ['/api/v1', '/api/v1/nothing', '/api/v1/me/x']) {
    const answer = await app.inject({ url, headers: { host, accept: 'text/html' } });
    assert.equal(answer.statusCode, 404, url);
    assert.match(String(answer.headers['content-type']), /^application\/problem\+json/);
  }
});
