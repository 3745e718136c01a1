import assert from 'node:assert/strict';
import type { Hash } from 'node:crypto';
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Client } from '../harness/client.ts';
import { multipart, doUpload, filePart } from '../harness/multipart.ts';
import { forgetHighestMemory, residentBytes } from '../harness/process-vitals.ts';
import { startExchange } from '../harness/start-exchange.ts';

const mebibyte = 1024 ** 2;
const fileBytes = 2 * 1024 * mebibyte;
const neededBytes = 3 * 1024 * mebibyte;
const allowedGrowth = 64 * mebibyte;
const marker = randomBytes(32);
const markerEvery = 100;

/** The file, block by block; some blocks carry the marker. Nothing of it repeats. */
function* blocksOf(totalBytes: number): Generator<Buffer> {
  const noise = randomBytes(mebibyte);
  for (let number = 0; number < totalBytes / mebibyte; number += 1) {
    const block = Buffer.from(noise);
    block.writeUInt32LE(number);
    if (number % markerEvery === 0) marker.copy(block, 1000 + number);
    yield block;
  }
}

/** A form with one file, made while it is sent; `hash` learns what is in the file. */
async function* formWith(name: string, totalBytes: number, hash: Hash): AsyncGenerator<Buffer> {
  const { body } = multipart([doUpload, filePart(name, '|')]);
  const middle = body.indexOf('|');
  yield body.subarray(0, middle);
  for (const block of blocksOf(totalBytes)) {
    hash.update(block);
    yield await Promise.resolve(block);
  }
  yield body.subarray(middle + 1);
}

async function upload(client: Client, name: string, totalBytes: number): Promise<string> {
  const hash = createHash('sha256');
  const answer = await client.signed({
    method: 'POST',
    path: client.path('cgi/upload.cgi'),
    headers: { 'content-type': multipart([]).contentType },
    body: formWith(name, totalBytes, hash),
  });
  assert.equal(answer.status, 200, answer.text());
  return hash.digest('hex');
}

/** Downloads a file and keeps nothing of it but its hash. */
async function downloadHash(origin: string, client: Client, path: string): Promise<string> {
  const headers = { authorization: client.authorization, 'csrf-token': await client.token() };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`${origin}${path}`, { headers }, resolve).on('error', reject).end();
  });
  assert.equal(answer.statusCode, 200);
  const hash = createHash('sha256');
  for await (const piece of answer) hash.update(piece as Buffer);
  return hash.digest('hex');
}

/** Sends what lies in the tray to the account itself, and returns where it arrived. */
async function sendToSelf(client: Client): Promise<string> {
  await client.get('receivers_set', { json: [{ email: client.email }] });
  await client.get('createdrop', { json: {} });
  const { inbox } = await client.get<{ inbox: { url: string }[] }>('get_history');
  return inbox[0]?.url ?? assert.fail('nothing arrived');
}

async function holdsMarker(path: string): Promise<boolean> {
  let tail = Buffer.alloc(0);
  for await (const piece of createReadStream(path, { highWaterMark: 4 * mebibyte })) {
    const window = Buffer.concat([tail, piece as Buffer]);
    if (window.includes(marker)) return true;
    tail = window.subarray(-marker.length);
  }
  return false;
}

async function filesWithMarker(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((candidate) => candidate.isFile())) {
    const path = join(entry.parentPath, entry.name);
    try {
      if (await holdsMarker(path)) found.push(path);
    } catch (error) {
      // Renamed since it was listed, as a mail is once it is written whole. It is read under its new name.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
      return await filesWithMarker(folder);
    }
  }
  return found;
}

async function findLackOfSpace(): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(tmpdir());
  return bavail * bsize < neededBytes
    ? `needs ${neededBytes} free bytes in ${tmpdir()}`
    : undefined;
}

test('2 GiB go in and out whole, in little memory, and never lie open', async (t) => {
  const lack = await findLackOfSpace();
  if (lack !== undefined) {
    t.skip(lack);
    return;
  }
  const temporary = await mkdtemp(join(tmpdir(), 'valise-big-'));
  t.after(() => rm(temporary, { recursive: true, force: true }));
  const { server, clients } = await startExchange(['owner'], { env: { TMPDIR: temporary } });
  const { owner } = clients;
  await owner.get('contacts_add', { json: [{ email: owner.email }] });
  await owner.get('get_files');

  // The first transfer of a process loads code and sizes its pools; that is not growth.
  await upload(owner, 'small.bin', 16 * mebibyte);
  await downloadHash(server.url, owner, owner.path(`${await sendToSelf(owner)}/files/small.bin`));
  const idleBytes = await residentBytes(server.pid);
  await forgetHighestMemory(server.pid);

  const sent = await upload(owner, 'big.bin', fileBytes);
  const url = await sendToSelf(owner);
  const received = await downloadHash(server.url, owner, owner.path(`${url}/files/big.bin`));
  assert.equal(received, sent);

  const grown = (await residentBytes(server.pid, 'VmHWM')) - idleBytes;
  t.diagnostic(`memory grew by ${Math.round(grown / mebibyte)} MiB at most`);
  assert.ok(grown <= allowedGrowth, `memory grew by ${grown} bytes`);

  assert.deepEqual(await filesWithMarker(server.dataDir), []);
  assert.deepEqual(await filesWithMarker(temporary), []);
  assert.ok(!server.logs().includes(marker.toString('latin1')));
  const witness = join(temporary, 'witness');
  await writeFile(witness, Buffer.concat([randomBytes(5 * mebibyte), marker]));
  assert.deepEqual(await filesWithMarker(temporary), [witness], 'the search can find it');
});
