import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openCommandLine } from './command-fixture.ts';
import { explainDataFault } from './open-data.ts';

test('a database that is none is a sentence and an exit status, not a crash', async (t) => {
  const line = await openCommandLine(t);
  await line.type('account add a@example.com 46700000001');
  await writeFile(join(line.dataDir, 'valise.db'), 'not a database at all, whatever its name is');
  for (const typed of ['account list', 'serve --port 0']) {
    const { status, stderr } = await line.type(typed);
    assert.equal(status, 6, typed);
    assert.match(stderr, /cannot be used: file is not a database.+valise doctor/, typed);
  }
});

test('a data folder that is a file is a sentence and an exit status', async (t) => {
  const line = await openCommandLine(t);
  await writeFile(line.dataDir, '');
  const { status, stderr } = await line.type('account add a@example.com 46700000001');
  assert.equal(status, 3);
  assert.match(stderr, /ENOTDIR/);
});

test('files without their database are not taken over', async (t) => {
  const line = await openCommandLine(t);
  await mkdir(join(line.dataDir, 'blobs'), { recursive: true });
  assert.equal((await line.type('account add a@example.com 46700000001')).status, 6);
});

test('a bug stays a bug', () => {
  const bug = new TypeError('x is not a function');
  assert.equal(explainDataFault(bug, '/data'), bug);
});
