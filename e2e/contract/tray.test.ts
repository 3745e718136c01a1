import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { eventually } from '../harness/eventually.ts';
import { doUpload, filePart, multipart } from '../harness/multipart.ts';
import { residentBytes } from '../harness/process-vitals.ts';
import { beginUpload, tooMuchToHold, untilUploadIsWritten } from '../harness/slow-upload.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { storedFiles } from '../harness/stored-files.ts';
import { assertError, assertJson } from './assert-answer.ts';
import { addContacts, sendFiles } from './send-files.ts';
import type { FileEntry } from './wire.ts';

const { server, clients } = await startExchange(['alice', 'bob', 'carol', 'dora']);
const { alice, bob, carol, dora } = clients;

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
  assert.deepEqual(await alice.get('get_files'), []);
});

test('Nothing is half done: a refused upload leaves no bytes behind', async () => {
  await alice.upload({ 'kept.txt': 'first' });
  const before = await storedFiles(server.dataDir);
  const large = Buffer.alloc(700_000, 7);
  const refused = [
    [filePart('kept.txt', 'second'), filePart('more.txt', large), filePart('..', 'bad name')],
    [filePart('a.txt', large), filePart('/other/folder/a.txt', 'SECOND')],
    [filePart('a.txt', large), { name: 'attachment', filename: 'b.txt', value: 'b' }],
  ];
  for (const parts of refused) {
    assertError(await alice.uploadForm([doUpload, ...parts]), 422, 'invalid');
    assert.deepEqual(await storedFiles(server.dataDir), before);
  }
  const { contentType, body } = multipart([doUpload, filePart('a.txt', large)]);
  const digest = { 'content-digest': `sha-256=:${Buffer.alloc(32).toString('base64')}:` };
  assertError(await alice.post('upload', contentType, body, digest), 400, 'bad_request');
  assert.deepEqual(await storedFiles(server.dataDir), before);
});

test('Drop: when the time is over, the bytes go', async () => {
  const before = await storedFiles(server.dataDir);
  await sendFiles(dora, [carol.email], { 'brief.txt': 'brief' }, { desttime: 2 });
  const { whole } = await storedFiles(server.dataDir);
  const sealed = whole.filter((name) => !before.whole.includes(name));
  assert.equal(sealed.length, 1);
  await eventually('the bytes go', async () => {
    const now = await storedFiles(server.dataDir);
    return sealed.some((name) => now.whole.includes(name)) ? undefined : true;
  });
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
