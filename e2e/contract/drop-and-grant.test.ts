import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../harness/eventually.ts';
import { beginUpload, tooMuchToHold, untilUploadIsWritten } from '../harness/slow-upload.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { storedFiles } from '../harness/stored-files.ts';
import { assertError, assertJson } from './assert-answer.ts';
import { newestInInbox, prepareDrop, sendFiles } from './send-files.ts';
import type { History, HistoryEntry } from './wire.ts';
import { contact } from './wire.ts';

const { server, clients } = await startExchange(['alice', 'bob', 'carol', 'fresh']);
const { alice, bob, carol, fresh } = clients;
const toBob = { json: [{ email: bob.email }] };

async function newest(client = alice): Promise<HistoryEntry> {
  const [entry] = (await client.get<History>('get_history')).history;
  if (entry === undefined) throw new Error('The history is empty');
  return entry;
}

test('Drop: needs, in this order, a contact, a receiver, an initialised list, a file', async () => {
  await fresh.get('receivers_set', toBob);
  assertError(await fresh.call('createdrop', { json: {} }), 409, 'no_contacts');
  await fresh.get('contacts_add', toBob);
  await fresh.get('receivers_set', { json: [] });
  assertError(await fresh.call('createdrop', { json: {} }), 409, 'no_receivers');
  await fresh.get('receivers_set', toBob);
  assertError(await fresh.call('createdrop', { json: {} }), 409, 'files_not_listed');
  await fresh.get('get_files');
  assertError(await fresh.call('createdrop', { json: {} }), 409, 'no_files');
  await fresh.upload({ 'a.txt': 'a' });
  assertJson(await fresh.call('createdrop', { json: {} }), { status: 'ok' });
});

test('Grant: needs contact and receiver only, applies to the chosen receivers, and leaves the tray alone', async () => {
  assertError(await carol.call('givedrop', { json: {} }), 409, 'no_contacts');
  await carol.get('contacts_add', toBob);
  assertError(await carol.call('givedrop', { json: {} }), 409, 'no_receivers');
  await carol.get('receivers_set', {
    json: [{ email: 'x@example.com' }, { email: 'y@example.com' }],
  });
  await carol.upload({ 'kept.txt': 'kept' });
  assertJson(await carol.call('givedrop', { json: { desttime: 60, ddmessage: 'Send me yours' } }), {
    status: 'ok',
  });
  const grant = await newest(carol);
  assert.deepEqual(
    [grant.drop_type, grant.ttl, grant.ddmessage, grant.files],
    ['uploadfiles', '60', 'Send me yours', []],
  );
  assert.deepEqual(grant.receivers, [contact('x@example.com'), contact('y@example.com')]);
  assert.deepEqual(await carol.get('get_files'), [
    { name: 'kept.txt', type: 'text/plain', size: '4 B' },
  ]);
});

test('Drop: the tray is emptied and the receivers used up, and every receiver has the files', async () => {
  await sendFiles(alice, [bob.email, carol.email], { 'a.txt': 'for both', 'b.txt': 'too' });
  assert.deepEqual(await alice.get('get_files'), []);
  assertError(await alice.call('createdrop', { json: {} }), 409, 'no_receivers');
  const [toB, toC] = [await newestInInbox(bob), await newestInInbox(carol)];
  assert.notEqual(toB.url, toC.url, 'every receiver has a token of their own');
  assert.equal((await bob.download(toB.url, 'a.txt')).text(), 'for both');
  assert.equal((await carol.download(toC.url, 'b.txt')).text(), 'too');
});

const takenTimes: [sent: unknown, ttl: string][] = [
  [1, '1'],
  [3600, '3600'],
  ['3600', '3600'],
  [31_536_000, '31536000'],
  [undefined, '604800'],
  [null, '604800'],
];
for (const [desttime, ttl] of takenTimes) {
  test(`Drop: desttime ${desttime === undefined ? 'left out' : JSON.stringify(desttime)} is taken, and ttl in history is ${ttl}`, async () => {
    for (const operation of ['createdrop', 'givedrop']) {
      await prepareDrop(alice, [bob.email], { 'a.txt': 'a' });
      assertJson(await alice.call(operation, { json: { desttime } }), { status: 'ok' });
      assert.equal((await newest()).ttl, ttl);
    }
  });
}

test('Drop: desttime outside 1 second to 365 days, or no whole number, is invalid', async () => {
  await prepareDrop(alice, [bob.email], { 'a.txt': 'a' });
  const wrong = [
    0,
    -1,
    1.5,
    31_536_001,
    1e300,
    '',
    '1.5',
    '-1',
    '0x10',
    '1e3',
    'week',
    true,
    [60],
    {},
  ];
  for (const desttime of wrong) {
    for (const operation of ['createdrop', 'givedrop']) {
      const { details } = assertError(
        await alice.call(operation, { json: { desttime } }),
        422,
        'invalid',
      );
      assert.deepEqual(
        details?.map(({ field }) => field),
        ['desttime'],
        JSON.stringify(desttime),
      );
    }
  }
});

test('Drop: ddmessage is plain text of up to 10,000 characters, kept as sent; fields that mean nothing are ignored', async () => {
  const texts = [
    '',
    'Grüße,\r\n\tBob\n',
    '<b>not bold</b> & "quoted"',
    'é'.repeat(10_000),
    '📦'.repeat(10_000),
  ];
  for (const ddmessage of texts) {
    await prepareDrop(alice, [bob.email], { 'a.txt': 'a' });
    await alice.get('createdrop', { json: { ddmessage, desttime: 60, other: true } });
    assert.equal((await newest()).ddmessage, ddmessage);
  }
  for (const ddmessage of ['x'.repeat(10_001), 'bell\u0007', 'nul\u0000', '\ud800', 7, ['x']]) {
    const { details } = assertError(
      await alice.call('createdrop', { json: { ddmessage } }),
      422,
      'invalid',
    );
    assert.deepEqual(
      details?.map(({ field }) => field),
      ['ddmessage'],
    );
  }
});

test('ddmessage left out, or null, is a default text', async () => {
  for (const terms of [{}, { ddmessage: null }]) {
    await prepareDrop(alice, [bob.email], { 'a.txt': 'a' });
    await alice.get('createdrop', { json: terms });
    assert.match((await newest()).ddmessage, /\w{3}/);
  }
});

test('Drop: Idempotency-Key makes a repeated operation answer as the first did and send nothing again', async () => {
  for (const operation of ['createdrop', 'givedrop']) {
    const call = { json: { desttime: 60 }, headers: { 'idempotency-key': `repeat ${operation}` } };
    await prepareDrop(alice, [bob.email], { 'a.txt': 'a' });
    const first = await alice.call(operation, call);
    await prepareDrop(alice, [bob.email], { 'next.txt': 'for another drop' });
    const { history } = await alice.get<History>('get_history');
    const tray = await alice.get('get_files');
    const again = await alice.call(operation, call);
    assertJson(again, first.json());
    assert.equal(first.headers['idempotent-replayed'], undefined);
    assert.equal(again.headers['idempotent-replayed'], 'true', 'a replay is marked as one');
    assert.deepEqual((await alice.get<History>('get_history')).history, history);
    assert.deepEqual(await alice.get('get_files'), tray);
  }
});

test('Drop: a repeat with the receivers of the first send takes them and the same files away; with others it changes nothing', async () => {
  const files = { 'letter.txt': 'to Bob', 'enclosure.txt': 'to all' };
  const call = { json: {}, headers: { 'idempotency-key': 'run again' } };
  await prepareDrop(alice, [bob.email], files);
  assertJson(await alice.call('createdrop', call), { status: 'ok' });
  await prepareDrop(alice, [carol.email], files);
  const late = await alice.call('createdrop', call);
  assert.deepEqual([late.status, late.headers['tray-removed']], [200, '0']);
  assert.equal((await alice.get<unknown[]>('get_files')).length, 2);
  await prepareDrop(alice, [bob.email], { ...files, 'next.txt': 'of another letter' });
  const again = await alice.call('createdrop', call);
  assert.deepEqual([again.status, again.headers['tray-removed']], [200, '2']);
  const left = await alice.get<{ name: string }[]>('get_files');
  assert.deepEqual(
    left.map(({ name }) => name),
    ['next.txt'],
  );
  assertError(await alice.call('createdrop', { json: {} }), 409, 'no_receivers');
});

test('Drop: the same Idempotency-Key sent twice at the same time makes one drop', async () => {
  await prepareDrop(alice, [bob.email], { 'a.txt': 'a' });
  const before = (await alice.get<History>('get_history')).history.length;
  const call = { json: {}, headers: { 'idempotency-key': 'both at once' } };
  for (const answer of await Promise.all([1, 2, 3].map(() => alice.call('createdrop', call)))) {
    assertJson(answer, { status: 'ok' });
  }
  assert.equal((await alice.get<History>('get_history')).history.length, before + 1);
});

test('Drop: an Idempotency-Key is not used up by a refusal, and belongs to one account', async () => {
  const call = { json: {}, headers: { 'idempotency-key': 'refused first' } };
  await alice.get('receivers_set', { json: [] });
  assertError(await alice.call('createdrop', call), 409, 'no_receivers');
  await prepareDrop(alice, [bob.email], { 'a.txt': 'a' });
  assertJson(await alice.call('createdrop', call), { status: 'ok' });
  await prepareDrop(carol, [bob.email], { 'c.txt': 'c' });
  assertJson(await carol.call('createdrop', call), { status: 'ok' });
  assert.deepEqual((await newest(carol)).files.at(-1), { name: 'c.txt', settings: '[]' });
});

test('Drop: an Idempotency-Key used for another operation or body is a conflict', async () => {
  const headers = { 'idempotency-key': 'one use only' };
  await prepareDrop(alice, [bob.email], { 'a.txt': 'a' });
  await alice.get('createdrop', { json: {}, headers });
  assertError(
    await alice.call('createdrop', { json: { desttime: 5 }, headers }),
    409,
    'idempotency_conflict',
  );
  assertError(await alice.call('givedrop', { json: {}, headers }), 409, 'idempotency_conflict');
});

test('Errors: 409 upload_in_progress: createdrop while an upload of the account runs', async () => {
  await prepareDrop(alice, [bob.email], { 'whole.txt': 'whole' });
  const upload = beginUpload(alice, 'late.txt');
  upload.write(tooMuchToHold);
  await untilUploadIsWritten(server.dataDir);
  const refused = await alice.call('createdrop', { json: {} });
  assertError(refused, 409, 'upload_in_progress');
  assert.match(String(refused.headers['retry-after']), /^[1-9]\d*$/, 'it says when to retry');
  assertJson(await upload.finish(), { status: 'done' });
  await alice.get('createdrop', { json: {} });
  assert.deepEqual(
    (await newest()).files.map(({ name }) => name),
    ['whole.txt', 'late.txt'],
  );
});

test('Drop: when the time is over, links answer as if they had never been, history keeps the entry, and the bytes go', async () => {
  await sendFiles(fresh, [carol.email], { 'lasting.txt': 'lasting' }, { desttime: 3600 });
  const before = await storedFiles(server.dataDir);
  const { live_drops: liveBefore } = await fresh.get<History>('get_history');
  await sendFiles(fresh, [carol.email], { 'brief.txt': 'brief' }, { desttime: 2 });
  const { url } = await newestInInbox(carol);
  assert.equal((await carol.download(url, 'brief.txt')).text(), 'brief');
  const { whole } = await storedFiles(server.dataDir);
  const sealed = whole.filter((name) => !before.whole.includes(name));
  assert.equal(sealed.length, 1);

  await eventually('the drop ends', async () =>
    (await carol.download(url, 'brief.txt')).status === 404 ? true : undefined,
  );
  assertError(await carol.download(url, 'brief.txt'), 404, 'not_found');
  const { inbox } = await carol.get<History>('get_history');
  assert.ok(inbox.every((entry) => entry.url !== url));
  const { history, live_drops: liveAfter } = await fresh.get<History>('get_history');
  assert.equal(liveAfter, liveBefore);
  assert.deepEqual(history[0]?.files, [{ name: 'brief.txt', settings: '[]' }]);
  assert.equal(history[0].ttl, '2');
  await eventually('the bytes go', async () => {
    const now = await storedFiles(server.dataDir);
    return sealed.some((name) => now.whole.includes(name)) ? undefined : true;
  });
});
