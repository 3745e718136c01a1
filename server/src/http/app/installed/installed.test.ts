import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { ourTexts } from '../../../i18n/texts/texts.ts';
import { languages } from '../../../i18n/language.ts';
import { readPageColors } from '../../../testing/page-colors.ts';
import { host, openPeopleFixture, ownForm } from '../people-fixture.ts';
import { sizeOfPng } from './png.ts';

const tokens = await readFile(new URL('../../../../../web/styles/tokens.css', import.meta.url));
const manifestLink = '<link rel="manifest" href="/app/manifest.webmanifest" />';

interface Manifest {
  id: string;
  name: string;
  scope: string;
  start_url: string;
  theme_color: string;
  background_color: string;
  icons: { src: string; sizes: string; purpose: string }[];
  share_target: { action: string; method: string };
}

test('the pages of people as an application', async (t) => {
  const { app, addPerson } = await openPeopleFixture(t, {
    args: ['--service-name', 'Müller & Co', '--accent-color', '#7a1f5c'],
  });
  const ann = await addPerson('ann@example.com');
  const open = (url: string, headers = {}) => app.inject({ url, headers: { host, ...headers } });

  await t.test(
    'the manifest has the name and the colour of the operator, and the pages below /app/',
    async () => {
      const answer = await open('/app/manifest.webmanifest');
      assert.equal(answer.headers['content-type'], 'application/manifest+json');
      const manifest = answer.json<Manifest>();
      const { id, scope, start_url: start } = manifest;
      assert.deepEqual([id, scope, start], ['/app/', '/app/', '/app/']);
      assert.deepEqual([manifest.name, manifest.theme_color], ['Müller & Co', '#7a1f5c']);
      assert.equal(
        manifest.background_color.slice(1),
        readPageColors(tokens.toString()).light.get('page'),
      );
      assert.deepEqual(
        manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`),
        ['192x192 any', '512x512 any', '192x192 maskable', '512x512 maskable'],
      );
      for (const { src, sizes } of manifest.icons) {
        const icon = await open(src);
        assert.equal(icon.headers['content-type'], 'image/png');
        const { width, height } = sizeOfPng(icon.rawPayload);
        assert.equal(`${width}x${height}`, sizes);
      }
      assert.equal((await open('/app/icons/icon-7.png')).statusCode, 404);
    },
  );

  await t.test(
    'the worker is told which page to keep, and nothing of the person who asks',
    async () => {
      const [asked, stranger] = await Promise.all([
        ann.get('/app/worker.js?lang=de'),
        open('/app/worker.js?lang=de'),
      ]);
      assert.equal(asked.body, stranger.body);
      assert.equal(asked.headers['content-type'], 'text/javascript; charset=utf-8');
      assert.equal(
        asked.headers['content-security-policy'],
        "default-src 'none'; connect-src 'self'",
      );
      assert.equal(asked.headers['service-worker-allowed'], undefined);
      const [, shell = ''] = /^self\.valiseShell = (.*);$/m.exec(asked.body) ?? [];
      const { page, assets } = JSON.parse(shell) as { page: string; assets: string[] };
      assert.equal(page, '/app/offline?lang=de');
      for (const path of assets) assert.equal((await open(path)).statusCode, 200, path);
      assert.notEqual((await open('/app/worker.js?lang=fr')).body, asked.body);
    },
  );

  await t.test(
    'the page without a line is in each language, and has neither a form nor anybody’s name',
    async () => {
      for (const language of languages) {
        const { body, headers } = await ann.get(`/app/offline?lang=${language}`);
        assert.ok(body.includes(ourTexts[language].app.offline.title), language);
        assert.doesNotMatch(body, /<form|csrf|ann@|rel="manifest"/);
        assert.equal(headers['set-cookie'], undefined);
      }
    },
  );

  await t.test('pages below /app/ have the manifest, and may have a worker', async () => {
    for (const url of ['/app/', '/app/send', '/app/nowhere']) {
      const { body, headers } = await ann.get(url);
      assert.ok(body.includes(manifestLink), url);
      const policy = String(headers['content-security-policy']);
      assert.match(policy, /; manifest-src 'self'; worker-src 'self'$/);
    }
  });

  await t.test('no other page has either: the address of some is a secret', async () => {
    const secret = 'A'.repeat(43);
    const others = ['/sign-in', '/forgot', `/d/${secret}`, `/u/${secret}`, `/join/${secret}`];
    for (const url of [...others, `/reset/${secret}`, '/nowhere']) {
      const { body, headers } = await open(url, { accept: 'text/html' });
      assert.doesNotMatch(body, /rel="manifest"|signed-in\.js/, url);
      assert.doesNotMatch(String(headers['content-security-policy']), /manifest|worker/, url);
    }
  });

  await t.test(
    'the server takes nothing that is shared: a worker does, in the browser',
    async () => {
      const payload = new URLSearchParams({ text: 'shared' }).toString();
      const send = (headers: Record<string, string>) =>
        app.inject({
          method: 'POST',
          url: '/app/share',
          headers: { ...ownForm, accept: 'text/html', ...headers },
          payload,
        });
      assert.equal((await send({})).statusCode, 401);
      assert.equal((await send({ cookie: ann.cookie })).statusCode, 404);
      const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
      assert.equal((await send({ cookie: ann.cookie, ...multipart })).statusCode, 404);
      const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
      assert.equal((await send({ cookie: ann.cookie, ...foreign })).statusCode, 403);
    },
  );

  await t.test(
    'the page for signing in removes the worker, and signing out tells the browser to',
    async () => {
      assert.match((await open('/sign-in')).body, /src="\/assets\/signed-out\.js"/);
      const bob = await addPerson('bob@example.com');
      const { headers } = await bob.post('/sign-out');
      assert.equal(headers['clear-site-data'], '"storage"');
      assert.equal((await ann.get('/app/')).headers['clear-site-data'], undefined);
    },
  );
});

test('where the operator wants none, pages have no manifest, and a worker that browsers have removes itself', async (t) => {
  const { app, addPerson } = await openPeopleFixture(t, { args: ['--installable=false'] });
  const ann = await addPerson('ann@example.com');
  assert.doesNotMatch((await ann.get('/app/')).body, /rel="manifest"/);
  assert.equal((await app.inject({ url: '/app/manifest.webmanifest' })).statusCode, 404);
  assert.equal((await app.inject({ url: '/app/icons/icon-192.png' })).statusCode, 404);
  const { body, statusCode } = await app.inject({ url: '/app/worker.js' });
  assert.equal(statusCode, 200);
  assert.match(body, /unregister\(\)/);
  assert.doesNotMatch(body, /'fetch'/);
});

test('bars of browsers have the colour of the page', async (t) => {
  const { app } = await openPeopleFixture(t);
  const { body } = await app.inject({ url: '/sign-in', headers: { host } });
  const colors = readPageColors(tokens.toString());
  for (const scheme of ['light', 'dark'] as const) {
    const [, color] =
      new RegExp(`media="\\(prefers-color-scheme: ${scheme}\\)"\\s+content="#(\\w+)"`).exec(body) ??
      [];
    assert.equal(color, colors[scheme].get('page'));
  }
});
