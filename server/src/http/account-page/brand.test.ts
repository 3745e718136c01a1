import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openUploadPageFixture } from '../upload-page/upload-page-fixture.ts';

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"><path d="M0 0h4v1H0z"/></svg>\n';
const accept = 'text/html';

test('pages carry the operator’s name, logo, colour, texts and address', async (t) => {
  const dir = await mkdtemp(join(tmpdir(), 'valise-brand-'));
  t.after(() => rm(dir, { recursive: true }));
  await writeFile(join(dir, 'logo.svg'), logo);
  const texts = {
    download: { promise: 'Run by <the clinic>.', endedTitle: 'Gone' },
    upload: { title: 'Files, please: {sender}' },
  };
  await writeFile(join(dir, 'en.json'), JSON.stringify(texts));
  const { app, lend } = await openUploadPageFixture(
    t,
    ...['--service-name', 'The Clinic', '--logo-file', join(dir, 'logo.svg')],
    ...['--texts-dir', dir, '--support-address', 'help@clinic.example'],
    ...['--accent-color', 'ffd400'],
  );
  const { url } = await lend();

  const { body: page } = await app.inject({ url, headers: { accept } });
  assert.match(page, /<span class="brand"[^]*?<span>The Clinic<\/span>/);
  assert.match(
    page,
    /<h1 class="display">Files, please: <span class="address"\s*>alice@<wbr \/>clinic\.example<\/span\s*><\/h1>/,
  );
  assert.match(page, /Run by &lt;the clinic&gt;\./);
  assert.match(page, /Write to: <span class="address"\s*>help@<wbr \/>clinic\.example/);

  for (const kind of ['u', 'd']) {
    const ended = await app.inject({ url: `/${kind}/${'x'.repeat(43)}`, headers: { accept } });
    assert.match(ended.body, /Write to: <span class="address"\s*>help@<wbr \/>clinic\.example/);
  }

  const styles = await app.inject({ url: '/assets/valise.css' });
  assert.match(styles.body, /--accent: #806900;/);
  assert.match(styles.body, /--accent: #ffd400;/);

  const picture = await app.inject({ url: '/assets/logo' });
  assert.equal(picture.body, logo);
  assert.equal(picture.headers['content-type'], 'image/svg+xml');
  assert.match(String(picture.headers['content-security-policy']), /^sandbox; default-src 'none'/);
  assert.equal(picture.headers['x-content-type-options'], 'nosniff');
});
