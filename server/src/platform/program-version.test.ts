import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type * as module from './program-version.ts';
import { findCheckedOut } from './program-version.ts';

const author = ['-c', 'user.name=Anna', '-c', 'user.email=anna@example.com'];

test('the commit of a checkout is found on a branch, with packed references, and without a branch', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-version-'));
  t.after(() => rm(folder, { recursive: true }));
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', folder, ...author, ...args], { encoding: 'utf8' }).trim();
  const find = () => findCheckedOut(pathToFileURL(join(folder, '.git/HEAD')));

  assert.equal(await find(), undefined);
  git('init', '--quiet', '--initial-branch', 'feature/one');
  assert.equal(await find(), undefined);
  git('commit', '--quiet', '--allow-empty', '--message', 'first');
  const first = git('rev-parse', 'HEAD');
  assert.equal(await find(), first);
  git('commit', '--quiet', '--allow-empty', '--message', 'second');
  git('pack-refs', '--all');
  assert.equal(await find(), git('rev-parse', 'HEAD'));
  git('checkout', '--quiet', '--detach', first);
  assert.equal(await find(), first);
});

test('an archive of the sources carries the commit', async (t) => {
  const root = join(import.meta.dirname, '../../..');
  const folder = await mkdtemp(join(tmpdir(), 'valise-archive-'));
  t.after(() => rm(folder, { recursive: true }));
  const git = (...args: string[]): string =>
    execFileSync('git', [`--git-dir=${folder}/.git`, ...author, ...args], {
      encoding: 'utf8',
      cwd: root,
    }).trim();
  git('init', '--quiet');
  git('--work-tree', root, 'add', 'server/commit', '.gitattributes');
  git('commit', '--quiet', '--message', 'first');
  const archived = execFileSync('sh', [
    '-c',
    'git --git-dir="$1"/.git archive HEAD server/commit | tar -xO',
    'sh',
    folder,
  ]);
  assert.equal(archived.toString().trim(), git('rev-parse', 'HEAD'));
});

test('a program in a checkout names the commit of that, and one with a commit of its own names this', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-program-'));
  t.after(() => rm(folder, { recursive: true }));
  const own = join(folder, 'server/src/platform/program-version.ts');
  await mkdir(dirname(own), { recursive: true });
  await copyFile(join(import.meta.dirname, 'program-version.ts'), own);
  await writeFile(join(folder, 'package.json'), '{ "version": "7.8.9", "type": "module" }');
  const { readProgramVersion } = (await import(pathToFileURL(own).href)) as typeof module;
  assert.deepEqual(await readProgramVersion(), { version: '7.8.9', commit: 'unknown' });
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', folder, ...author, ...args], { encoding: 'utf8' }).trim();
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '--message', 'first');
  const commit = git('rev-parse', 'HEAD');
  assert.deepEqual(await readProgramVersion(), { version: '7.8.9', commit });
  await writeFile(join(folder, 'server/commit'), `${'0f'.repeat(20)}\n`);
  assert.equal((await readProgramVersion()).commit, '0f'.repeat(20));
});
