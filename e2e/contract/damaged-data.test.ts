import assert from 'node:assert/strict';
import { open, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { CutAnswer } from '../harness/exchange.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { storedFiles } from '../harness/stored-files.ts';
import { valise } from '../harness/valise-command.ts';
import { newestInInbox, sendFiles } from './send-files.ts';

const { server, clients } = await startExchange(['alice', 'bob']);
const { alice, bob } = clients;

interface SentFile {
  name: string;
  content: Buffer;
  /** Where its sealed bytes are. */
  blob: string;
  url: string;
}

/** Sends a file of a little more than a megabyte to bob. */
async function send(name: string): Promise<SentFile> {
  const content = Buffer.alloc(1_100_000, name);
  const before = await storedFiles(server.dataDir);
  await sendFiles(alice, [bob.email], { [name]: content });
  const { whole } = await storedFiles(server.dataDir);
  const [key] = whole.filter((stored) => !before.whole.includes(stored));
  if (key === undefined) throw new Error('The file was not stored');
  const blob = join(server.dataDir, 'blobs', key.slice(0, 2), key);
  const { url } = await newestInInbox(bob);
  assert.ok((await bob.download(url, name)).body.equals(content));
  return { name, content, blob, url };
}

async function flipByte(path: string, position: number): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const byte = Buffer.alloc(1);
    await file.read(byte, 0, 1, position);
    await file.write(Buffer.from([byte.readUInt8() ^ 1]), 0, 1, position);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The bytes that come of a damaged file before the connection is cut. It must be cut. */
async function bytesBeforeCut({ url, name }: SentFile, range?: string): Promise<Buffer> {
  const headers = range === undefined ? {} : { range };
  const outcome = await bob.download(url, name, { headers }).catch((error: unknown) => error);
  if (outcome instanceof CutAnswer) return outcome.partial.body;
  assert.ok(outcome instanceof Error, 'damaged data was answered as if it were whole');
  assert.match(outcome.message, /socket hang up|ECONNRESET/);
  return Buffer.alloc(0);
}

async function integrityFailures(): Promise<string[]> {
  const printed = await valise(
    'audit',
    'list',
    '--limit',
    '1000',
    '--json',
    '--data',
    server.dataDir,
  );
  const { records } = JSON.parse(printed) as {
    records: { action: string; object: string; outcome: string }[];
  };
  return records
    .filter(({ action, outcome }) => action === 'file.integrity_failed' && outcome === 'failed')
    .map(({ object }) => object);
}

test('Download: data that fails its integrity check is never served as good: the connection is cut, no wrong byte comes', async () => {
  const file = await send('middle.bin');
  await flipByte(file.blob, (await stat(file.blob)).size >> 1);
  const bytes = await bytesBeforeCut(file);
  assert.ok(bytes.length > 0 && bytes.length < file.content.length);
  assert.ok(bytes.equals(file.content.subarray(0, bytes.length)));
});

test('Download: damaged data, first byte, last byte, header, a cut and a missing end, is never served as good', async () => {
  const faults: Record<string, (path: string, size: number) => Promise<void>> = {
    'header.bin': (path) => flipByte(path, 0),
    'salt.bin': (path) => flipByte(path, 20),
    'first.bin': (path) => flipByte(path, 64),
    'last.bin': (path, size) => flipByte(path, size - 1),
    'cut.bin': (path, size) => truncate(path, size - 1),
    'halved.bin': (path, size) => truncate(path, size >> 1),
  };
  for (const [name, harm] of Object.entries(faults)) {
    const file = await send(name);
    await harm(file.blob, (await stat(file.blob)).size);
    const bytes = await bytesBeforeCut(file);
    assert.ok(bytes.length < file.content.length, name);
    assert.ok(bytes.equals(file.content.subarray(0, bytes.length)), name);
  }
});

test('Download: a file whose bytes are missing is an error, which says so', async () => {
  const file = await send('gone.bin');
  await rm(file.blob);
  const answer = await bob.download(file.url, file.name);
  assert.equal(answer.status, 500);
  assert.match(answer.text(), /"internal".*content of this file is missing/);
});

test('Download: a range of damaged data is never served as good', async () => {
  const file = await send('range.bin');
  await flipByte(file.blob, 600_000);
  const bytes = await bytesBeforeCut(file, 'bytes=590000-610000');
  assert.ok(bytes.length < 20_001);
  assert.ok(bytes.equals(file.content.subarray(590_000, 590_000 + bytes.length)));
});

test('Download: the fault is logged: file.integrity_failed stands in the audit trail', async () => {
  const failures = await integrityFailures();
  for (const name of ['middle.bin', 'first.bin', 'last.bin', 'cut.bin', 'gone.bin', 'range.bin']) {
    assert.ok(failures.includes(name), `${name} is not among ${failures.join(', ')}`);
  }
});
