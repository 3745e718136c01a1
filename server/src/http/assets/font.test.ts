import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { languages } from '../../i18n/language.ts';
import { ourTexts } from '../../i18n/texts/texts.ts';
import { loadAssets } from './load-assets.ts';
import { loadFont } from './font.ts';

const web = new URL('../../../../web/', import.meta.url).pathname;
const built = new URL('../../../../build/font/', import.meta.url).pathname;

test('the font that set-up cut is two small files, each named in the sheet with its letters', async () => {
  const { files, sheet } = await loadFont(built);
  const [[latin, plain] = [], [extended, other] = [], ...rest] = files;
  assert.deepEqual(rest, []);
  assert.match(latin ?? '', /^\/assets\/inter-latin-[0-9a-f]{12}\.woff2$/);
  assert.match(extended ?? '', /^\/assets\/inter-latin-ext-[0-9a-f]{12}\.woff2$/);
  for (const [path, asset] of files) {
    assert.ok(sheet.includes(`url('${path}')`), path);
    assert.equal(asset.type, 'font/woff2');
    assert.equal(asset.body.subarray(0, 4).toString(), 'wOF2');
  }
  assert.ok((plain?.body.length ?? Infinity) <= 26_000);
  assert.ok((other?.body.length ?? Infinity) <= 14_000);
  assert.match(sheet, /font-weight: 400 700;/);
});

test('every letter of our texts is in the font', async () => {
  const { sheet } = await loadFont(built);
  const spans = [...sheet.matchAll(/U\+([0-9A-F]{4})(?:-([0-9A-F]{4}))?/g)].map(
    ([, from = '', to = from]) => ({ from: parseInt(from, 16), to: parseInt(to, 16) }),
  );
  for (const language of languages) {
    const letters = new Set(JSON.stringify(ourTexts[language]).match(/\p{L}/gu));
    const missing = [...letters].filter((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      return !spans.some(({ from, to }) => from <= code && code <= to);
    });
    assert.deepEqual(missing, [], language);
  }
});

test('the sheet of the pages begins with the font, and its files are served', async () => {
  const font = await loadFont(built);
  const assets = loadAssets(web, { font });
  assert.ok(assets.get('/assets/valise.css')?.body.toString().startsWith(font.sheet));
  for (const [path, asset] of font.files) assert.equal(assets.get(path), asset);
});

test('without a font, pages name none', async () => {
  const { files, sheet } = await loadFont(join(built, 'nowhere'));
  assert.equal(files.size, 0);
  assert.equal(sheet, '');
});

test('a font that was made in part is an error at the start', async (t) => {
  const copy = await mkdtemp(join(tmpdir(), 'valise-font-'));
  t.after(() => rm(copy, { recursive: true }));
  await cp(built, copy, { recursive: true });
  await rm(join(copy, 'inter-latin.woff2'));
  await assert.rejects(loadFont(copy), { code: 'ENOENT' });
});

test('another font has another address', async (t) => {
  const copy = await mkdtemp(join(tmpdir(), 'valise-font-'));
  t.after(() => rm(copy, { recursive: true }));
  await cp(built, copy, { recursive: true });
  await writeFile(join(copy, 'inter-latin.woff2'), 'wOF2 another');
  const [[first] = [], [second] = []] = (await loadFont(built)).files;
  const [[otherFirst] = [], [otherSecond] = []] = (await loadFont(copy)).files;
  assert.notEqual(otherFirst, first);
  assert.equal(otherSecond, second);
});
