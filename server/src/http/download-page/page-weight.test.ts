import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DownloadPageFixture } from './download-page-fixture.ts';
import { openDownloadPageFixture } from './download-page-fixture.ts';

/** What a browser asks for that has never been here, as it comes over the line: without headers. */
async function firstVisit(
  { app }: DownloadPageFixture,
  page: string,
): Promise<{ bytes: number; paths: string[] }> {
  const loaded = new Map<string, number>();

  async function load(path: string): Promise<void> {
    if (loaded.has(path)) return;
    const headers = { accept: 'text/html', 'accept-encoding': 'br' };
    const [plain, sent] = await Promise.all([
      app.inject({ url: path, headers: { accept: 'text/html' } }),
      app.inject({ url: path, headers }),
    ]);
    assert.equal(sent.statusCode, 200, path);
    loaded.set(path, sent.rawPayload.length);
    for (const next of neededBy(plain.body, String(plain.headers['content-type']))) {
      await load(next);
    }
  }

  /** Of the files of a font, those with a letter of the page. */
  function neededBy(body: string, type: string): string[] {
    if (type.startsWith('text/html')) {
      wording = body.replace(/<[^<>]*>/g, '');
      const named = [...body.matchAll(/ (?:src|href)="(\/assets\/[^"#]+)/g)];
      return named.map(([, path = '']) => path);
    }
    if (type.startsWith('text/javascript')) {
      const imported = [...body.matchAll(/(?:from|import) '\.\/([^']+)'/g)];
      return imported.map(([, name = '']) => `/assets/${name}`);
    }
    if (!type.startsWith('text/css')) return [];
    const faces = [...body.matchAll(/url\('([^']+)'\)[^}]*unicode-range: ([^;]+);/g)];
    return faces.flatMap(([, path = '', range = '']) => (hasLetterOf(range) ? [path] : []));
  }

  let wording = '';
  function hasLetterOf(range: string): boolean {
    const spans = range.split(', ').map((span) => span.slice(2).split('-'));
    return Array.from(wording).some((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      return spans.some(
        ([from = '', to = from]) => parseInt(from, 16) <= code && code <= parseInt(to, 16),
      );
    });
  }

  await load(page);
  const bytes = [...loaded.values()].reduce((sum, size) => sum + size, 0);
  return { bytes, paths: [...loaded.keys()] };
}

const files = { 'scan.dcm': 'the scan', 'summary.pdf': 'the summary' };

test('a receiver’s first visit loads at most 60 kB', async (context) => {
  const fixture = await openDownloadPageFixture(context);
  const { secret } = await fixture.drop(files, { message: 'The scans we spoke about.' });
  const { bytes, paths } = await firstVisit(fixture, `/d/${secret}`);
  assert.ok(bytes <= 60_000, `${bytes} bytes`);
  assert.equal(paths.filter((path) => path.endsWith('.woff2')).length, 1);
});

test('with letters of Latin Extended it loads at most 75 kB', async (context) => {
  const fixture = await openDownloadPageFixture(context);
  const { secret } = await fixture.drop(files, { message: 'Zdjęcia, o których mówiliśmy.' });
  const { bytes, paths } = await firstVisit(fixture, `/d/${secret}?lang=pl`);
  assert.ok(bytes <= 75_000, `${bytes} bytes`);
  assert.equal(paths.filter((path) => path.endsWith('.woff2')).length, 2);
});

test('a file of the font is kept for a year, and its address is its own', async (context) => {
  const fixture = await openDownloadPageFixture(context);
  const { secret } = await fixture.drop(files);
  const { paths } = await firstVisit(fixture, `/d/${secret}`);
  const font = paths.find((path) => path.endsWith('.woff2')) ?? 'none';
  const { headers } = await fixture.app.inject({ url: font });
  assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(headers.expires, undefined);
  assert.equal(headers.pragma, undefined);
  const page = await fixture.app.inject({ url: `/d/${secret}` });
  assert.match(String(page.headers['content-security-policy']), /; font-src 'self';/);
});
