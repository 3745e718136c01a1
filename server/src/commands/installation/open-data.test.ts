import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { openCommandLine } from '../command-fixture.ts';
import { explainDataFault } from './open-data.ts';
import { currentUser, explainWrongUser } from '../../cli-kit/wrong-user.ts';
import { embeddedStores } from '../../stores/store-settings.ts';

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

test('keys that were never used are taken by a new data folder', async (t) => {
  const line = await openCommandLine(t);
  const adding = 'account add a@example.com 46700000001 --key-dir keys --data';
  for (const folder of ['first', 'second']) {
    const { status, stderr } = await line.type(`${adding} ${folder}`);
    assert.equal(status, 0, stderr);
  }
});

test('a bug stays a bug', () => {
  const bug = new TypeError('x is not a function');
  assert.equal(explainDataFault(bug, embeddedStores('/data'), currentUser()), bug);
});

const stranger = {
  id: 4_294_967_290,
  name: 'stranger',
  canUse: () => false,
  ownerIdOf: (path: string) => currentUser().ownerIdOf(path),
};

// No process can listen on that address, so that a server that gets this far ends too.
const unservable = 'serve --host 192.0.2.1 --port 0';

for (const typed of ['account list', 'config', unservable, 'audit verify', 'doctor']) {
  test(`"${typed}" says whose the folder is when the wrong user runs it`, async (t) => {
    const line = await openCommandLine(t);
    await line.type('account add a@example.com 46700000001');
    const { status, stderr } = await line.type(typed, { user: stranger });
    assert.equal(status, 6);
    const owner = currentUser().name;
    assert.ok(stderr.includes(`${line.dataDir} belongs to ${owner}, and this runs as stranger`));
    assert.ok(stderr.includes(`sudo -u ${owner} valise`));
    assert.doesNotMatch(stderr, /EACCES|valise\.json/);
  });
}

test('a key folder of another user is said as such', async (t) => {
  const line = await openCommandLine(t);
  await line.type('account add a@example.com 46700000001');
  const path = join(line.dataDir, 'keys');
  const denied = Object.assign(new Error('EACCES'), { syscall: 'open', code: 'EACCES', path });
  const explained = explainDataFault(denied, embeddedStores(line.dataDir), stranger);
  assert.ok(explained instanceof ValiseError);
  assert.match(explained.message, /keys belongs to .+ this runs as stranger/);
});

test('inside a folder that hides what it holds, the folder is the one that is said', async (t) => {
  const { folder } = await openCommandLine(t);
  const outsider = {
    ...stranger,
    ownerIdOf(path: string) {
      if (path.startsWith(`${folder}/`)) throw Object.assign(new Error(), { code: 'EACCES' });
      return stranger.ownerIdOf(path);
    },
  };
  const said = explainWrongUser(join(folder, 'data', 'valise.db'), outsider);
  assert.ok(
    said?.startsWith(`${folder} belongs to ${currentUser().name}, and this runs as stranger`),
  );
});

test('what is not there yet is nobody’s, and its owner is no stranger', async (t) => {
  const line = await openCommandLine(t);
  assert.equal(explainWrongUser(join(line.folder, 'missing'), stranger), undefined);
  assert.equal(explainWrongUser(line.folder, { ...stranger, id: currentUser().id }), undefined);
});
