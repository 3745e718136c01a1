import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
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
