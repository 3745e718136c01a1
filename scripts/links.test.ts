import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');
const pages = [
  ...readdirSync(root),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((path) =>
    join('docs', path),
  ),
].filter((path) => path.endsWith('.md'));

function textOf(page: string): string {
  return readFileSync(join(root, page), 'utf8');
}

/** The anchor that a heading gets: lower case, without punctuation, spaces as hyphens. */
function anchorsOf(page: string): string[] {
  return Array.from(textOf(page).matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

for (const page of pages) {
  test(`every relative link of ${page} leads somewhere`, () => {
    const links = Array.from(
      textOf(page).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g),
      ([, link = '']) => link,
    );
    const broken = links.filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
    });
    assert.deepEqual(broken, []);
  });
}

test('every source that a page names exists', () => {
  const paths = pages.flatMap((page) =>
    Array.from(
      textOf(page).matchAll(/`((?:[a-z0-9-]+\/)+[a-z0-9.-]+\.ts)`/g),
      ([, path = '']) => path,
    ),
  );
  assert.ok(paths.length > 0);
  const missing = paths.filter(
    (path) => !['', 'server/src'].some((folder) => existsSync(join(root, folder, path))),
  );
  assert.deepEqual(missing, []);
});
