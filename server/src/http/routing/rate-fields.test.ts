import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wireErrorCodes } from '#protocol/errors.ts';
import { openApi } from '../api/api-fixture.ts';
import { errorStatus } from '../error-pages/error-status.ts';
import { usualWait } from '../error-pages/error-answer.ts';

test('every answer says how many requests are left, refusals too', async (t) => {
  const { program } = await openApi(t, '--request-rate', '2');
  const policy = '"requests";q=2;w=60';
  for (const [path, status, left] of [
    ['/drops', 200, 1],
    ['/drops/none', 404, 0],
    ['/drops', 429, 0],
  ] as const) {
    const { statusCode, headers } = await program.ask('GET', path);
    assert.equal(statusCode, status);
    assert.equal(headers['ratelimit-policy'], policy);
    assert.match(String(headers['ratelimit']), new RegExp(`^"requests";r=${left};t=[0-9]+$`));
    if (status === 429) assert.match(String(headers['retry-after']), /^[1-9]/);
  }
});

test('without a limit of requests, only /me tells what is left: of mails', async (t) => {
  const { program } = await openApi(t, '--mails-per-day', '7');
  const plain = await program.ask('GET', '/drops');
  assert.equal(plain.headers['ratelimit-policy'], undefined);
  const { headers } = await program.ask('GET', '/me');
  assert.deepEqual(
    [headers['ratelimit-policy'], headers['ratelimit']],
    ['"mails";q=7;w=86400', '"mails";r=7'],
  );
});

test('every 429 and 503 of the API says when to come back', () => {
  const busy = wireErrorCodes.filter((code) => [429, 503].includes(errorStatus[code]));
  assert.ok(busy.length > 2);
  for (const code of busy) assert.ok((usualWait(code, true) ?? 0) > 0, code);
});
