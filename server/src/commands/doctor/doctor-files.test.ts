import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { open, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { examine, findingOf, openWithFiles } from './doctor-fixture.ts';

async function flip(path: string, position: number): Promise<void> {
  const file = await open(path, 'r+');
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, position);
  buffer.writeUInt8(buffer.readUInt8() ^ 1);
  await file.write(buffer, 0, 1, position);
  await file.close();
}

test('after a restore that lost half of the files, each is named', async (t) => {
  const { line, files, drop, pathOf } = await openWithFiles(t, new Array<number>(30).fill(100));
  const lost = files.filter((_, at) => at % 4 < 2);
  for (const file of lost) await rm(pathOf(file));
  const report = await examine(line, '--files');
  assert.equal(report.exit, 7);
  assert.match(findingOf(report, 'comparison').message, /^16 of 30 files cannot be fetched/);
  const comparison = report.files;
  assert.ok(comparison);
  assert.deepEqual(
    { examined: comparison.examined, files: comparison.files, missing: comparison.faults.missing },
    { examined: 30, files: 30, missing: 16 },
  );
  assert.deepEqual(
    comparison.affected
      .map(({ name, account, drop: sentWith }) => [name, account, sentWith])
      .sort(),
    lost.map(({ name, dispatchId }) => [name, 'a@example.com', dispatchId ?? null]).sort(),
  );
  assert.ok(comparison.affected.some(({ drop: sentWith }) => sentWith === drop.id));

  const { stdout, status } = await line.type('doctor --files --min-free-space 1 --port 0');
  assert.equal(status, 7);
  assert.match(stdout, /missing +file-0\.bin \(100 bytes\) of a@example\.com, drop /);
  assert.match(stdout, /missing +file-1\.bin \(100 bytes\) of a@example\.com, in the tray/);
});

test('--files compares names, lengths and keys, and counts what belongs to no file', async (t) => {
  const { line, files, pathOf } = await openWithFiles(t, [100, 200, 300, 400]);
  const healthy = await examine(line, '--files');
  assert.match(findingOf(healthy, 'comparison').message, /^Each of 4 files is there/);
  assert.deepEqual(healthy.files?.orphans, { blobs: 0, bytes: 0 });
  const [cut] = files;
  assert.ok(cut);
  await truncate(pathOf(cut), 60);
  const database = new DatabaseSync(join(line.dataDir, 'valise.db'));
  database.exec("update files set wrapped_key = zeroblob(60) where name = 'file-1.bin'");
  database.exec("update files set key_bucket = 'expiry-2031-01-01' where name = 'file-2.bin'");
  database.exec("delete from files where name = 'file-3.bin'");
  database.close();
  const { files: comparison } = await examine(line, '--files');
  assert.deepEqual(comparison?.faults, {
    no_bucket_key: 1,
    key_damaged: 1,
    missing: 0,
    length: 1,
    damaged: 0,
  });
  assert.equal(comparison.orphans?.blobs, 1);
});

test('--deep opens every file, and finds a flipped bit and a damaged header', async (t) => {
  const { line, files, pathOf } = await openWithFiles(t, [100, 3_000_000, 200, 0]);
  const deep = '--files --deep';
  assert.match(findingOf(await examine(line, deep), 'comparison').message, /is as it was stored/);
  const [header, large] = files;
  assert.ok(header && large);
  await flip(pathOf(header), 20);
  await flip(pathOf(large), 2_000_000);
  assert.equal((await examine(line, '--files')).exit, 0, 'lengths are as they were');
  const { files: comparison, exit } = await examine(line, deep);
  assert.equal(exit, 7);
  assert.deepEqual(comparison?.affected.map(({ name, fault }) => `${fault} ${name}`).sort(), [
    'damaged file-0.bin',
    'damaged file-1.bin',
  ]);
});

test('a comparison that is stopped says how far it came', async (t) => {
  const { line } = await openWithFiles(t, [100, 200]);
  const signals = new EventEmitter();
  signals.on('newListener', (name) => {
    if (name === 'SIGTERM') setImmediate(() => signals.emit('SIGTERM'));
  });
  const typed = 'doctor --files --deep --json --min-free-space 1 --port 0';
  const { status, stdout } = await line.type(typed, { signals });
  const { files } = JSON.parse(stdout) as { files: { isComplete: boolean; orphans: null } };
  assert.equal(files.isComplete, false);
  assert.equal(files.orphans, null);
  assert.equal(status, 1);
  assert.equal(signals.listenerCount('SIGTERM'), 0);
});

test('--deep alone is wrong usage', async (t) => {
  const { line } = await openWithFiles(t, []);
  assert.equal((await line.type('doctor --deep')).status, 2);
});
