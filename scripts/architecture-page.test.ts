import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/ARCHITECTURE.md'), 'utf8');
const tree = /## The tree\n\n```\n([^]*?)```/.exec(page)?.[1] ?? '';

function foldersOf(path: string): string[] {
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** The rows of the tree: the folder, and what stands beside it and on the lines that go on. */
const rows = new Map<string, string>();
let folder = '';
for (const line of tree.split('\n')) {
  const [, name, text = ''] = /^(?: {2})?(\S+)? +(\S.*)$/.exec(line) ?? [];
  folder = name ?? folder;
  rows.set(folder, `${rows.get(folder) ?? ''} ${text}`);
}

test('the tree has every folder of the sources, and no other', () => {
  const shown = [...rows.keys()].filter((name) => /^[a-z0-9-]+\/$/.test(name));
  const outside = ['protocol', 'client', 'web', 'e2e', 'bench', 'scripts', 'deploy', 'docs'];
  const expected = [...foldersOf('server/src'), ...outside].map((name) => `${name}/`);
  assert.deepEqual(shown.sort(), expected.sort());
});

for (const each of ['domain', 'http']) {
  test(`the tree has every folder of ${each}, and no other`, () => {
    const named = [...(rows.get(`${each}/`) ?? '').matchAll(/\b([a-z0-9-]+)\/(?=[ ,:]|$)/g)];
    const inside = named.map(([, name = '']) => name).filter((name) => name !== 'frame');
    assert.deepEqual(inside.sort(), foldersOf(`server/src/${each}`).sort());
  });
}

test('what a newcomer reads first is short', () => {
  for (const [path, most] of [
    ['README.md', 130],
    ['docs/ARCHITECTURE.md', 150],
  ] as const) {
    const lines = readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length;
    assert.ok(lines <= most, `${path} has ${lines} lines`);
  }
});
