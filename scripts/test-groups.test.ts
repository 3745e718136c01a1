import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { codeThatLoads, groupFiles } from './test-groups.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'valise-test-groups-'));
after(() => {
  rmSync(folder, { recursive: true });
});

test('unit tests share processes, but for those that need one', () => {
  const names = Array.from('abcdefghijkl', (letter) => `server/src/${letter}.test.ts`);
  const files = ['e2e/a.test.ts', ...names, 'scripts/a.test.ts'].map((name) => join(root, name));
  const processes = groupFiles(files, ['server/src/b.test.ts'], folder);
  assert.deepEqual(
    processes.map(({ label }) => label),
    [
      'e2e/a.test.ts',
      'server/src/a.test.ts and 9 more',
      'server/src/b.test.ts',
      'server/src/l.test.ts',
      'scripts/a.test.ts',
    ],
  );
});

/** Runs test files as a group, and returns what they write. */
function runGroup(...codes: string[]): { status: number | null; lines: string[] } {
  const files = codes.map((code, at) => {
    const file = join(folder, `${at}.test.mjs`);
    writeFileSync(file, `import { after, before, test } from 'node:test';\n${code}`);
    return file;
  });
  const group = join(folder, 'group.mjs');
  writeFileSync(group, codeThatLoads(files));
  const args = ['--test-reporter=dot', group];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env: {} });
  return { status, lines: stdout.split('\n').filter((line) => line.startsWith('> ')) };
}

/** A test file that needs a while to load, with hooks for its start and its end. */
function slowFile(name: string): string {
  return `
    await new Promise((resolve) => setTimeout(resolve, 50));
    before(() => console.log('\\n> ${name} begins'));
    after(() => console.log('\\n> ${name} ends'));
    test('t', () => console.log('\\n> ${name} is tested'));
  `;
}

test('hooks for the end wait for the tests of all files, however long those take to load', () => {
  const { status, lines } = runGroup(slowFile('one'), slowFile('two'));
  assert.equal(status, 0);
  assert.deepEqual(lines.slice(-4), [
    '> one is tested',
    '> two is tested',
    '> one ends',
    '> two ends',
  ]);
  assert.deepEqual(lines.slice(0, -4), ['> one begins', '> two begins']);
});

test('a file that fails, or that does not load, fails the group', () => {
  const failing = "test('t', () => { throw new Error('why'); });";
  assert.equal(runGroup(slowFile('one'), failing).status, 1);
  assert.notEqual(runGroup(slowFile('one'), "import './missing.mjs';").status, 0);
});
