import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { functionsOfEveryRound } from './coverage.ts';

const root = join(import.meta.dirname, '..');
const source = join(root, 'server/src/platform/concurrency/concurrency.ts');
const text = await readFile(source, 'utf8');

/** The characters of some whole lines. */
function linesAt(first: number, last: number) {
  const lines = text.split('\n');
  const start = lines.slice(0, first - 1).join('\n').length + 1;
  return { start, end: start + lines.slice(first - 1, last).join('\n').length };
}

function seen(name: string, place: { start: number; end: number }, hasRun = true, file = source) {
  return { url: pathToFileURL(file).href, name, ...place, hasRun };
}

test('a line counts once, for the innermost function, and not where that did not run', async () => {
  const outer = seen('outer', linesAt(2, 31));
  const inner = seen('inner', linesAt(5, 10));
  const other = seen('other', linesAt(15, 20), false);
  const counted = await functionsOfEveryRound([
    [
      { thread: 'main', functions: [outer, inner, other] },
      { thread: 'writer', functions: [outer] },
    ],
  ]);
  const isBlank = text.split('\n').map((line) => line.trim() === '');
  const linesIn = (first: number, last: number) =>
    isBlank.slice(first - 1, last).filter((blank) => !blank).length;
  const file = relative(root, source);
  const innerLines = linesIn(5, 10);
  const outerLines = linesIn(2, 31) - innerLines - linesIn(15, 20);
  assert.deepEqual(counted, [
    { file, name: 'outer', firstLine: 2, lines: outerLines, threads: ['main', 'writer'] },
    { file, name: 'inner', firstLine: 5, lines: innerLines, threads: ['main'] },
  ]);
});

test('a function counts that ran in every round, and that is ours', async () => {
  const always = seen('always', linesAt(2, 4));
  const job = seen('job', linesAt(6, 8));
  const foreign = seen('foreign', { start: 0, end: 9 }, true, join(root, 'node_modules/a.js'));
  const counted = await functionsOfEveryRound([
    [{ thread: 'main', functions: [always, job, foreign] }],
    [{ thread: 'main', functions: [always, foreign] }],
  ]);
  assert.deepEqual(
    counted.map(({ name }) => name),
    ['always'],
  );
});
