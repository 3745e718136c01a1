import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextPage } from './next-page.ts';

test('a page of the application is kept, with its query', () => {
  assert.equal(nextPage('/app/sent?page=2&q=a%20b'), '/app/sent?page=2&q=a%20b');
  assert.equal(nextPage('/app/sent/AbC_-1'), '/app/sent/AbC_-1');
});

const hosts = ['evil.example', 'evil.example/app/', 'user@evil.example', 'evil.example:443/app/'];
const starts = [
  '//',
  '///',
  '\\\\',
  '/\\',
  'https://',
  'http://',
  'https:',
  '/app//',
  '/app/\\',
  '/%09/',
  '/\t/',
  '/app/..//',
  '/app/../\\',
];
const payloads = [
  ...starts.flatMap((start) => hosts.map((host) => start + host)),
  'javascript:alert(1)',
  'data:text/html,x',
  '/sign-out',
  '/app',
  '/',
  '',
  '/anna@example.com/',
  '/app/\r\nlocation: https://evil.example',
  '/app/\u0000',
  '/app/../sign-out',
  '/app/%2e%2e/sign-out',
  ' /app/sent',
  `/app/${'a'.repeat(3000)}`,
];

test(`${payloads.length} payloads stay home`, () => {
  assert.ok(payloads.length >= 60);
  for (const payload of payloads) {
    const { origin, pathname } = new URL(nextPage(payload), 'https://files.example');
    assert.equal(origin, 'https://files.example', payload);
    assert.ok(pathname.startsWith('/app/'), payload);
  }
  for (const strange of [undefined, null, 7, ['/app/sent'], {}])
    assert.equal(nextPage(strange), '/app/');
});
