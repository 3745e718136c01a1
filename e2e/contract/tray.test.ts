import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { eventually } from '../harness/eventually.ts';
import { doUpload, filePart } from '../harness/multipart.ts';
import { residentBytes } from '../harness/process-vitals.ts';
import { beginUpload, tooMuchToHold, untilUploadIsWritten } from '../harness/slow-upload.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { storedFiles } from '../harness/stored-files.ts';
import { assertError, assertJson } from './assert-answer.ts';
import { addContacts, newestInInbox } from './send-files.ts';
import type { FileEntry } from './wire.ts';

const { server, clients } = await startExchange(['alice', 'bob', 'carol', 'dora']);
const { alice, bob, carol, dora } = clients;

async function names(): Promise<string[]> {
  return (await alice.get<FileEntry[]>('get_files')).map(({ name }) => name);
}

async function emptyTray(): Promise<void> {
  for (const name of await names()) {
    await alice.get('remove_file', { query: `filename=${encodeURIComponent(name)}` });
  }
}

test('Tray: get_files.cgi lists the tray in upload order; an empty array when there is no file', async () => {
  assertJson(await alice.call('get_files'), []);
  await alice.upload({ 'z.txt': 'z' });
  await alice.upload({ 'm.txt': 'm', 'a.txt': 'a' });
  assert.deepEqual(await names(), ['z.txt', 'm.txt', 'a.txt']);
  await emptyTray();
});

test('Tray: createdrop.cgi before the first listing is files_not_listed; the page does not count; mark and files outlast a killed server', async () => {
  await addContacts(bob, [carol.email]);
  await bob.get('receivers_set', { json: [{ email: carol.email }] });
  await bob.upload({ 'a.txt': 'a' });
  assert.equal((await bob.send({ path: bob.path() })).status, 200);
  assertError(await bob.call('createdrop', { json: {} }), 409, 'files_not_listed');
  await bob.get('get_files');
  await server.kill();
  await server.start();
  assert.deepEqual(await bob.get('get_files'), [
    { name: 'a.txt', type: 'text/plain', size: '1 B' },
  ]);
  assertJson(await bob.call('createdrop', { json: {} }), { status: 'ok' });
  await bob.upload({ 'b.txt': 'b' });
  await bob.get('receivers_set', { json: [{ email: carol.email }] });
  assertJson(await bob.call('createdrop', { json: {} }), { status: 'ok' });
});

test('Tray: type is the part’s own media type, or told from the extension, or application/octet-stream', async () => {
  await alice.uploadForm([
    doUpload,
    filePart('own.txt', '1', 'image/x-own'),
    filePart('told.pdf', '2'),
    filePart('unknown.ending-of-nobody', '3'),
    filePart('no-ending', '4'),
  ]);
  const types = (await alice.get<FileEntry[]>('get_files')).map(({ type }) => type);
  const unknown = 'application/octet-stream';
  assert.deepEqual(types, ['image/x-own', 'application/pdf', unknown, unknown]);
  await emptyTray();
});

test('Tray: size is human-readable: 0 B, 999 B, 10.0 kB, 1.2 MB', async () => {
  await alice.upload({
    none: '',
    some: Buffer.alloc(999),
    more: Buffer.alloc(10_000),
    most: Buffer.alloc(1_200_000),
  });
  const sizes = (await alice.get<FileEntry[]>('get_files')).map(({ size }) => size);
  assert.deepEqual(sizes, ['0 B', '999 B', '10.0 kB', '1.2 MB']);
  await emptyTray();
});

test('Tray: upload takes any number of file parts, do before or after them, other fields between', async () => {
  const many = Array.from({ length: 50 }, (_, index) => filePart(`${index}.txt`, String(index)));
  assertJson(await alice.uploadForm([...many, { name: 'comment', value: 'hello' }, doUpload]), {
    status: 'done',
  });
  assert.deepEqual(
    await names(),
    many.map(({ filename }) => filename),
  );
  await emptyTray();
});

test('Tray: the answer {"status":"done"} is sent chunked, with no Content-Length', async () => {
  const answer = await alice.upload({ 'a.txt': 'a' });
  assertJson(answer, { status: 'done' });
  assert.equal(answer.headers['transfer-encoding'], 'chunked');
  assert.equal(answer.headers['content-length'], undefined);
  await emptyTray();
});

test('Tray: a file counts only when the whole request was read, and a name is replaced once the new file is whole', async () => {
  await alice.upload({ 'report.txt': 'old' });
  const upload = beginUpload(alice, 'report.txt');
  upload.write(tooMuchToHold);
  await untilUploadIsWritten(server.dataDir);
  assert.deepEqual(await alice.get('get_files'), [
    { name: 'report.txt', type: 'text/plain', size: '3 B' },
  ]);
  assertJson(await upload.finish(), { status: 'done' });
  assert.deepEqual(await alice.get('get_files'), [
    { name: 'report.txt', type: 'text/plain', size: '4.0 MB' },
  ]);
  await emptyTray();
});

test('Tray: a client that repeats a lost request ends up with one file', async () => {
  await alice.upload({ 'report.txt': 'once' });
  await alice.upload({ 'report.txt': 'once' });
  assert.deepEqual(await names(), ['report.txt']);
  await emptyTray();
});

test('Tray: an upload that breaks off leaves nothing behind, neither in the list nor on the disk', async () => {
  const before = await storedFiles(server.dataDir);
  const upload = beginUpload(alice, 'broken.bin');
  upload.write(tooMuchToHold);
  await untilUploadIsWritten(server.dataDir);
  await upload.breakOff();
  const after = await eventually('the bytes of the upload go', async () => {
    const now = await storedFiles(server.dataDir);
    return now.incoming.length === 0 ? now : undefined;
  });
  assert.ok(after.whole.every((name) => before.whole.includes(name)));
  assert.deepEqual(await names(), []);
});

test('Tray: remove_file.cgi takes a file out by its name, and answers deldone', async () => {
  await alice.upload({ 'a b&c.txt': '1', 'kept.txt': '2' });
  assertJson(await alice.call('remove_file', { query: 'filename=a+b%26c.txt' }), {
    status: 'deldone',
  });
  assertError(await alice.call('remove_file', { query: 'filename=a+b%26c.txt' }), 404, 'not_found');
  assert.deepEqual(await names(), ['kept.txt']);
  await emptyTray();
});

test('Tray: what was sent is what the receiver gets, whatever bytes it holds', async () => {
  const bytes = Buffer.from(
    Array.from({ length: 700_000 }, (_, index) => (index * 7 + (index >> 8)) % 256),
  );
  const tricky = Buffer.concat([
    Buffer.from('\r\n--e2e-5d0f3c8\r\n--\r\n\r\n'),
    bytes,
    Buffer.from('\r\n--'),
  ]);
  await addContacts(alice, [carol.email]);
  await alice.get('receivers_set', { json: [{ email: carol.email }] });
  await alice.upload({ tricky });
  await alice.get('createdrop', { json: {} });
  const { url } = await newestInInbox(carol);
  assert.ok((await carol.download(url, 'tricky')).body.equals(tricky));
});

test(
  'Tray: no size limit by default; memory stays flat whatever the size',
  { skip: process.platform !== 'linux' && 'reads /proc' },
  async () => {
    const piece = Buffer.alloc(1024 * 1024, 7);
    const pieces = 160;
    await dora.upload({ warm: piece });
    const before = await peakMemory();
    const upload = dora.signed({
      method: 'POST',
      path: dora.path('cgi/upload.cgi'),
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: Readable.from(largeForm(piece, pieces)),
    });
    assertJson(await upload, { status: 'done' });
    assert.equal((await dora.get<FileEntry[]>('get_files')).at(-1)?.size, '167.8 MB');
    const grownMiB = ((await peakMemory()) - before) / 1024 / 1024;
    assert.ok(grownMiB < pieces / 2, `memory grew by ${grownMiB} MiB for a file of ${pieces} MiB`);
  },
);

function* largeForm(piece: Buffer, pieces: number): Generator<Buffer> {
  yield Buffer.from('--b\r\nContent-Disposition: form-data; name="do"\r\n\r\nupload\r\n');
  yield Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="large"\r\n\r\n');
  for (let count = 0; count < pieces; count += 1) yield piece;
  yield Buffer.from('\r\n--b--\r\n');
}

async function peakMemory(): Promise<number> {
  const peaks = await Promise.all(server.pids.map((pid) => residentBytes(pid, 'VmHWM')));
  return peaks.reduce((sum, peak) => sum + peak, 0);
}
