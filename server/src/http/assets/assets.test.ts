import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadAssets } from './assets.ts';

const web = new URL('../../../../web/', import.meta.url).pathname;
const css = '/assets/valise.css';

test('every style sheet, image and script of the folder is served, with its type', async () => {
  const assets = await loadAssets(web);
  const served = assets.get(css)?.body.toString() ?? '';
  for (const sheet of await readdir(join(web, 'styles'))) {
    assert.ok(served.includes(await readFile(join(web, 'styles', sheet), 'utf8')), sheet);
  }
  assert.deepEqual(await readdir(join(web, 'images')), ['logo.svg']);
  const scripts = (await readdir(join(web, 'scripts'))).filter(
    (name) => !name.endsWith('.test.js'),
  );
  assert.deepEqual(
    [...assets.keys()].sort(),
    [...scripts.map((name) => `/assets/${name}`), '/assets/logo', css].sort(),
  );
  assert.equal(assets.get('/assets/download-page.js')?.type, 'text/javascript; charset=utf-8');
  assert.equal(assets.get(css)?.type, 'text/css; charset=utf-8');
  assert.equal(assets.get('/assets/logo')?.type, 'image/svg+xml');
});

test('another accent stands after ours and before all that uses it, and colours our logo', async () => {
  const accent = {
    light: { ink: '#111111', ground: '#eeeeee' },
    dark: { ink: '#dddddd', ground: '#222222' },
  };
  const [ours, own] = [await loadAssets(web), await loadAssets(web, { accent })];
  const base = await readFile(join(web, 'styles', 'base.css'), 'utf8');
  const [before, after] = (ours.get(css)?.body.toString() ?? '').split(base);
  assert.equal(
    own.get(css)?.body.toString(),
    `${before}:root {
  --color-accent: #111111;
  --color-accent-ground: #eeeeee;
}

@media (prefers-color-scheme: dark) {
  :root {
    --color-accent: #dddddd;
    --color-accent-ground: #222222;
  }
}
${base}${after}`,
  );
  assert.notEqual(own.get(css)?.etag, ours.get(css)?.etag);

  const logo = ours.get('/assets/logo')?.body.toString() ?? '';
  const drawn = own.get('/assets/logo')?.body.toString() ?? '';
  assert.match(logo, /#0f766e/);
  assert.equal(drawn, logo.replaceAll('#0f766e', '#111111'));
});

test('without looks of their own, pages have ours to the byte', async () => {
  const assets = await loadAssets(web, { logo: undefined, accent: undefined });
  const sheets = [
    'tokens',
    'base',
    'frame',
    'panel',
    'table',
    'account',
    'notice',
    'download-page',
    'upload-page',
    'code',
    'app',
    'sign-in-ways',
    'sent',
    'admin',
    'compose',
    'requests',
  ];
  const read = sheets.map((name) => readFile(join(web, 'styles', `${name}.css`)));
  assert.deepEqual(assets.get(css)?.body, Buffer.concat(await Promise.all(read)));
  assert.deepEqual(
    assets.get('/assets/logo')?.body,
    await readFile(join(web, 'images', 'logo.svg')),
  );
});

test('the styles fetch nothing, and the whole of it is small', async () => {
  const assets = await loadAssets(web);
  const served = assets.get(css)?.body.toString() ?? '';
  assert.doesNotMatch(served, /url\(|@import|@font-face/);
  assert.ok(served.length < 40_000);
});

test('an entity tag is strong, the same for the same bytes, and another for others', async (t) => {
  const copy = await mkdtemp(join(tmpdir(), 'valise-assets-'));
  t.after(() => rm(copy, { recursive: true }));
  await cp(web, copy, { recursive: true });
  const first = (await loadAssets(copy)).get(css)?.etag;
  assert.match(first ?? '', /^"[\w-]{43}"$/);
  assert.equal((await loadAssets(copy)).get(css)?.etag, first);

  await writeFile(join(copy, 'styles', 'notice.css'), '.notice { color: red }');
  assert.notEqual((await loadAssets(copy)).get(css)?.etag, first);
});

test('a missing file is an error at the start, not at a request', async () => {
  await assert.rejects(loadAssets(join(web, 'nowhere')), { code: 'ENOENT' });
});
