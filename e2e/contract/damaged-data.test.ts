import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CutAnswer } from '../harness/exchange.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { changeStoredFile, storedFiles } from '../harness/stored-files.ts';
import { valise } from '../harness/valise-command.ts';
import { newestInInbox, sendFiles } from './send-files.ts';

const { server, clients } = await startExchange(['alice', 'bob']);
const { alice, bob } = clients;

interface SentFile {
  name: string;
  content: Buffer;
  /** The name of its sealed bytes. */
  blob: string;
  url: string;
}

/** Sends a file of a little more than a megabyte to bob. */
async function send(name: string): Promise<SentFile> {
  const content = Buffer.alloc(1_100_000, name);
  const before = await storedFiles(server.dataDir);
  await sendFiles(alice, [bob.email], { [name]: content });
  const { whole } = await storedFiles(server.dataDir);
  const [blob] = whole.filter((stored) => !before.whole.includes(stored));
  if (blob === undefined) throw new Error('The file was not stored');
  const { url } = await newestInInbox(bob);
  assert.ok((await bob.download(url, name)).body.equals(content));
  return { name, content, blob, url };
}

type Harm = (sealed: Buffer) => Buffer | undefined;

async function damage({ blob }: SentFile, harm: Harm): Promise<void> {
  await changeStoredFile(server.dataDir, blob, harm);
}

function flipByte(sealed: Buffer, position: number): Buffer {
  const flipped = Buffer.from(sealed);
  flipped.writeUInt8(flipped.readUInt8(position) ^ 1, position);
  return flipped;
}

/** The bytes that come of a damaged file: those before the damage, or an error in place of the first. */
async function bytesBeforeDamage({ url, name }: SentFile, range?: string): Promise<Buffer> {
  const headers = range === undefined ? {} : { range };
  try {
    const answer = await bob.download(url, name, { headers });
    assert.equal(answer.status, 500, 'damaged data was answered as if it were whole');
    assert.match(answer.text(), /"internal".*content of this file is damaged/);
    return Buffer.alloc(0);
  } catch (error) {
    if (error instanceof CutAnswer) return error.partial.body;
    throw error;
  }
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
  await damage(file, (sealed) => flipByte(sealed, sealed.length >> 1));
  const bytes = await bytesBeforeDamage(file);
  assert.ok(bytes.length > 0 && bytes.length < file.content.length);
  assert.ok(bytes.equals(file.content.subarray(0, bytes.length)));
});

test('Download: damage that is known before the first byte is an error, which says so: first byte, header, a cut, a missing end', async () => {
  const faults: Record<string, Harm> = {
    'header.bin': (sealed) => flipByte(sealed, 0),
    'salt.bin': (sealed) => flipByte(sealed, 20),
    'first.bin': (sealed) => flipByte(sealed, 64),
    'cut.bin': (sealed) => sealed.subarray(0, -1),
    'halved.bin': (sealed) => sealed.subarray(0, sealed.length >> 1),
  };
  for (const [name, harm] of Object.entries(faults)) {
    const file = await send(name);
    await damage(file, harm);
    assert.equal((await bytesBeforeDamage(file)).length, 0, name);
  }
});

test('Download: data whose last byte is damaged is never served as good', async () => {
  const file = await send('last.bin');
  await damage(file, (sealed) => flipByte(sealed, sealed.length - 1));
  const bytes = await bytesBeforeDamage(file);
  assert.ok(bytes.length < file.content.length);
  assert.ok(bytes.equals(file.content.subarray(0, bytes.length)));
});

test('Download: a file whose bytes are missing is an error, which says so', async () => {
  const file = await send('gone.bin');
  await damage(file, () => undefined);
  const answer = await bob.download(file.url, file.name);
  assert.equal(answer.status, 500);
  assert.match(answer.text(), /"internal".*content of this file is missing/);
});

test('Download: a range of damaged data is never served as good', async () => {
  const file = await send('range.bin');
  await damage(file, (sealed) => flipByte(sealed, 600_000));
  const bytes = await bytesBeforeDamage(file, 'bytes=590000-610000');
  assert.ok(bytes.length < 20_001);
  assert.ok(bytes.equals(file.content.subarray(590_000, 590_000 + bytes.length)));
});

test('Download: the fault is logged: file.integrity_failed stands in the audit trail', async () => {
  const failures = await integrityFailures();
  for (const name of ['middle.bin', 'first.bin', 'last.bin', 'cut.bin', 'gone.bin', 'range.bin']) {
    assert.ok(failures.includes(name), `${name} is not among ${failures.join(', ')}`);
  }
});
