import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { compressedAsset, pageScripts, workerScripts } from './assets.ts';
import { loadAssets } from './load-assets.ts';

const web = new URL('../../../../web/', import.meta.url).pathname;
const sheets = ['/assets/app.css', '/assets/valise.css'] as const;
const [css] = sheets;

async function readSheets(): Promise<Map<string, string>> {
  const names = (await readdir(join(web, 'styles'), { recursive: true })).filter((name) =>
    name.endsWith('.css'),
  );
  const read = names.map(
    async (name) => [name, await readFile(join(web, 'styles', name), 'utf8')] as const,
  );
  return new Map(await Promise.all(read));
}

test('every style sheet and image of the folder, and the script of each page, is served, with its type', async () => {
  const assets = loadAssets(web);
  const served = sheets.map((name) => assets.get(name)?.body.toString() ?? '').join('');
  for (const [name, text] of await readSheets()) {
    // Its tokens depend on a colour: a route of its own serves it.
    if (name !== 'appearance.css') assert.ok(served.includes(text), name);
  }
  assert.deepEqual(await readdir(join(web, 'images')), ['logo.svg']);
  assert.deepEqual(
    [...assets.keys()].sort(),
    [
      ...pageScripts.map((name) => `/assets/${name}`),
      ...Object.keys(workerScripts),
      ...['/assets/logo', ...sheets],
    ].sort(),
  );
  assert.equal(assets.get('/assets/download-page.js')?.type, 'text/javascript; charset=utf-8');
  for (const name of sheets) assert.equal(assets.get(name)?.type, 'text/css; charset=utf-8');
  assert.equal(assets.get('/assets/logo')?.type, 'image/svg+xml');
});

test('another accent stands after ours and before all that uses it, and colours our logo', async () => {
  const accent = {
    light: { ink: '#111111', ground: '#eeeeee' },
    dark: { ink: '#dddddd', ground: '#222222' },
  };
  const [ours, own] = [loadAssets(web), loadAssets(web, { accent })];
  for (const name of sheets) {
    const tokens = await readFile(join(web, 'styles', 'tokens.css'), 'utf8');
    const [before, after] = (ours.get(name)?.body.toString() ?? '').split(tokens);
    assert.equal(before, '');
    assert.equal(
      own.get(name)?.body.toString(),
      `${tokens}@layer tokens {
  :root {
    --accent: #111111;
    --accent-ground: #eeeeee;
  }

  @media (prefers-color-scheme: dark) {
    :root {
      --accent: #dddddd;
      --accent-ground: #222222;
    }
  }
}
${after}`,
    );
    assert.notEqual(own.get(name)?.etag, ours.get(name)?.etag);
  }

  const logo = ours.get('/assets/logo')?.body.toString() ?? '';
  const drawn = own.get('/assets/logo')?.body.toString() ?? '';
  assert.match(logo, /#0b5f5a/);
  assert.equal(drawn, logo.replaceAll('#0b5f5a', '#111111'));
});

test('without looks of their own, pages have ours to the byte', async () => {
  const [plain, given] = [loadAssets(web), loadAssets(web, { logo: undefined, accent: undefined })];
  for (const name of sheets) assert.deepEqual(given.get(name)?.body, plain.get(name)?.body);
  assert.deepEqual(
    given.get('/assets/logo')?.body,
    await readFile(join(web, 'images', 'logo.svg')),
  );
});

test('the styles fetch nothing, and the whole of each sheet is small', async () => {
  const assets = loadAssets(web);
  for (const name of sheets) {
    const asset = assets.get(name) ?? assert.fail(name);
    assert.doesNotMatch(asset.body.toString(), /url\(|@import/);
    const { body } = await compressedAsset(asset, 'br');
    // Signed-in people have it from the first page on; receivers have the other one. Send as a whole, and what a
    // receiver fetches, have bars of their own: these keep what no page uses any more out of the sheets.
    const most = name === '/assets/app.css' ? 16_800 : 14_000;
    assert.ok(body.length < most, `${name}: ${body.length}`);
  }
});

test('an entity tag is strong, the same for the same bytes, and another for others', async (t) => {
  const copy = await mkdtemp(join(tmpdir(), 'valise-assets-'));
  t.after(() => rm(copy, { recursive: true }));
  await cp(web, copy, { recursive: true });
  const first = loadAssets(copy).get(css)?.etag;
  assert.match(first ?? '', /^"[\w-]{43}"$/);
  assert.equal(loadAssets(copy).get(css)?.etag, first);

  await writeFile(join(copy, 'styles', 'notes.css'), '.note { color: red }');
  assert.notEqual(loadAssets(copy).get(css)?.etag, first);
});

test('a missing file is an error at the start, not at a request', () => {
  assert.throws(() => loadAssets(join(web, 'nowhere')), { code: 'ENOENT' });
});
