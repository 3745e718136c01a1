import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { newestInInbox, sendFiles } from '../contract/send-files.ts';
import { eventually } from '../harness/eventually.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { storedFiles } from '../harness/stored-files.ts';
import { runValise } from '../harness/valise-command.ts';

const diskBytes = 48 * 1024 * 1024;
const settings = ['--min-free-space', '0', '--ballast', '2MiB'];

const disk = await mkdtemp(join(tmpdir(), 'valise-disk-'));
const mounted = spawnSync(
  'mount',
  ['-t', 'tmpfs', '-o', `size=${diskBytes},mode=0700`, 'tmpfs', disk],
  { encoding: 'utf8' },
);
after(async () => {
  if (mounted.status === 0) spawnSync('umount', ['--lazy', disk]);
  await rm(disk, { recursive: true, force: true });
});
const skip =
  mounted.status === 0 ? false : `no small disk can be mounted here: ${mounted.stderr.trim()}`;

const dataDir = join(disk, 'data');
const filler = join(disk, 'filler');
const ballast = join(dataDir, 'valise.ballast');

/** Takes up the last byte of the disk. */
async function fill(): Promise<void> {
  const file = await open(filler, 'a');
  try {
    for (let pieceBytes = 1024 * 1024; pieceBytes >= 1; pieceBytes = Math.floor(pieceBytes / 2)) {
      const piece = Buffer.alloc(pieceBytes, 1);
      for (;;) {
        const { bytesWritten } = await file.write(piece);
        if (bytesWritten < pieceBytes) break;
      }
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    await file.close();
  }
}

test(
  'on a full disk due drops end, downloads go on, and the next start is no riddle',
  { skip },
  async () => {
    const { server, clients } = await startExchange(['alice', 'bob'], { settings, dataDir });
    const { alice, bob } = clients;
    const body = Buffer.alloc(200_000, 7);
    await sendFiles(alice, [bob.email], { 'kept.bin': body }, { desttime: 86_400 });
    const { url } = await newestInInbox(bob);
    await sendFiles(alice, [bob.email], { 'due.bin': body }, { desttime: 4 });
    const stored = (await storedFiles(dataDir)).whole.length;
    await eventually('room is kept', () => (existsSync(ballast) ? true : undefined));

    await fill();
    await eventually(
      'the drop that is due has ended, and its bytes are gone',
      async () => ((await storedFiles(dataDir)).whole.length < stored ? true : undefined),
      30_000,
    );
    const downloaded = await bob.download(url, 'kept.bin');
    assert.equal(downloaded.status, 200, downloaded.text().slice(0, 200));
    assert.ok(downloaded.body.equals(body));

    assert.equal(await server.stop(), 0, server.logs());
    await rm(ballast, { force: true });
    await fill();
    const { status, stderr } = await runValise([
      'serve',
      '--data',
      dataDir,
      '--port',
      '0',
      ...settings,
    ]);
    assert.doesNotMatch(stderr, /already running/);
    assert.match(stderr, /disk is full/i);
    assert.notEqual(status, 5);

    await rm(filler);
    await server.start();
    await eventually('room is kept again', () => (existsSync(ballast) ? true : undefined));
    assert.equal((await bob.download(url, 'kept.bin')).status, 200);

    assert.equal(await server.stop(), 0, server.logs());
    assert.ok(existsSync(ballast));
    await fill();
    await server.start();
    assert.equal((await bob.download(url, 'kept.bin')).status, 200);
  },
);
