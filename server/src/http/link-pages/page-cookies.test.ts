import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { tokenHasherOf } from '../../testing/token-hasher-fixture.ts';
import { setPageCookie } from './page-cookies.ts';

/** What a page sets for a browser that has so many cookies of other pages. */
async function setBeside(count: number, isSecure: boolean): Promise<string[]> {
  const app = fastify();
  app.get('/', (_request, reply) => {
    const cookie = { kind: 'browser', secret: 'x'.repeat(43), maxAgeSeconds: 60 } as const;
    setPageCookie(reply, tokenHasherOf('pages'), { path: '/u/one', isSecure }, cookie);
    return reply.send('');
  });
  const names = Array.from(
    { length: count },
    (_, at) => `__Host-valise-${at.toString(16).padStart(16, '0')}`,
  );
  const others = ['__Host-valise-session=s', 'theme=dark'];
  const cookie = [...others, ...names.map((name) => `${name}=value`)].join('; ');
  const answer = await app.inject({ url: '/', headers: { cookie } });
  await app.close();
  return [answer.headers['set-cookie'] ?? []].flat();
}

test('a browser keeps 40 cookies of pages: a new one takes the place of the oldest', async () => {
  assert.equal((await setBeside(39, true)).length, 1);
  const [added = '', ...expired] = await setBeside(42, true);
  assert.match(added, /^__Host-valise-[0-9a-f]{16}=x{43}; Max-Age=60; Path=\/; Secure/);
  assert.deepEqual(
    expired.map((cookie) => cookie.slice(0, cookie.indexOf('; Path'))),
    ['0', '1', '2'].map((digit) => `__Host-valise-${digit.padStart(16, '0')}=; Max-Age=0`),
  );
});

test('over plain http, where cookies are limited to paths, none is expired', async () => {
  assert.equal((await setBeside(60, false)).length, 1);
});
