import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '../../i18n/language.ts';
import { ourTranslations } from '../../i18n/texts/translation.ts';
import { host, openPeopleFixture } from '../app/people-fixture.ts';

test('the front page leads to the sign-in, in the language of the reader', async (context) => {
  const { app } = await openPeopleFixture(context, { args: ['--service-name', 'St. Anna & Co'] });
  for (const language of languages) {
    const headers = { host, accept: 'text/html', 'accept-language': language };
    const { body, statusCode } = await app.inject({ url: '/', headers });
    assert.equal(statusCode, 200);
    assert.match(body, new RegExp(`<html lang="${language}">`));
    assert.ok(body.includes('St. Anna &amp; Co'));
    const [, href = '', text] =
      /<a class="button primary big wide" href="([^"]+)"\s*>([^<]+)<\/a/.exec(body) ?? [];
    assert.equal(text, ourTranslations[language].say('signIn.title'));
    const next = await app.inject({ url: href, headers: { host, accept: 'text/html' } });
    assert.match(next.body, new RegExp(`<html lang="${language}">[^]*<input[^>]*\\sid="email"`));
  }
});

test('the front page sends a signed-in person on, and nobody who still lacks a code', async (context) => {
  const fixture = await openPeopleFixture(context);
  const ann = await fixture.addPerson('ann@example.com');
  const { statusCode, headers } = await ann.get('/');
  assert.deepEqual([statusCode, headers.location], [303, '/app/']);
  const half = await fixture.signIn(ann.account, 'half');
  assert.equal((await half.get('/')).statusCode, 200);
});

test('the sign-in page begins in its first field, and with the problem where there is one', async (context) => {
  const { app } = await openPeopleFixture(context);
  const { body } = await app.inject({ url: '/sign-in', headers: { host, accept: 'text/html' } });
  assert.match(body, /<input[^>]*\sid="email"[^>]*\sautofocus/);
  assert.equal(body.match(/autofocus/g)?.length, 1);
});

test('browsers and password managers find the icon and the page of the password', async (context) => {
  const { app } = await openPeopleFixture(context);
  const icon = await app.inject({ url: '/favicon.ico', headers: { host } });
  assert.equal(icon.headers.location, '/assets/logo');
  const { headers } = await app.inject({
    url: '/.well-known/change-password',
    headers: { host, accept: 'text/html' },
  });
  assert.equal(headers.location, '/app/security');
});
