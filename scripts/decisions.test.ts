import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'docs/decisions');
const names = readdirSync(folder).filter((name) => name !== 'README.md');

function textOf(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

/** What stands between the title and the first section. */
function statusOf(name: string): string {
  return textOf(name).split('\n## ')[0]?.split('\n').slice(2).join(' ') ?? '';
}

test('the index has one line for each decision', () => {
  const rows = textOf('README.md').matchAll(/^\| \[(\d{4})\]\(([^)]+)\) \| \S.* \|$/gm);
  const listed = [...rows].map(([, number = '', name = '']) => {
    assert.ok(name.startsWith(`${number}-`), name);
    return name;
  });
  assert.deepEqual(listed.sort(), names.sort());
});

test('every decision has its number in its title, and a status', () => {
  for (const name of names) {
    assert.ok(textOf(name).startsWith(`# ${name.slice(0, 4)}: `), name);
    assert.match(
      statusOf(name),
      /^\*\*Status:\*\* (?:accepted|accepted in part|superseded)\b/,
      name,
    );
  }
});

test('a decision that is added to, changed or replaced names the later one in its status', () => {
  let found = 0;
  for (const name of names) {
    for (const [sentence] of statusOf(name).matchAll(
      /\b(?:Adds to|Changes|Replaces) [^.]*(?:\.md[^.]*)*\./g,
    )) {
      for (const [, earlier = ''] of sentence.matchAll(/\]\((\d{4}-[^)#]+)/g)) {
        found += 1;
        assert.ok(statusOf(earlier).includes(`](${name}`), `${earlier} does not name ${name}`);
      }
    }
  }
  assert.ok(found > 10, 'statuses name earlier decisions');
});

test('every decision that a comment of the sources names exists', () => {
  const sources = globSync(['bin/valise', '{protocol,server,web}/**/*.{ts,js,mjs,cjs}'], {
    cwd: root,
  });
  let found = 0;
  for (const path of sources) {
    const text = readFileSync(join(root, path), 'utf8');
    for (const [list] of text.matchAll(/\bdecisions?[ /]\d{4}(?:, \d{4})*/g)) {
      for (const [number] of list.matchAll(/\d{4}/g)) {
        found += 1;
        assert.ok(
          names.some((name) => name.startsWith(`${number}-`)),
          `${path} names ${number}`,
        );
      }
    }
  }
  assert.ok(found > 10, 'comments name decisions');
});
