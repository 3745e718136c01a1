import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { openDraftPages } from '../../testing/draft-pages.ts';
import { actor } from '../../testing/exchange-fixture.ts';
import type { DraftContents } from '../model/draft.ts';
import { readerOf } from '../../testing/samples.ts';

/** Alice sends two files of ten bytes to Zoe and to Bob, who has an account. */
async function open(context: TestContext, contents: Partial<DraftContents>) {
  const pages = await openDraftPages(context);
  const { drafts, alice, begin, addFile, database, linkDownloads, linkSecret } = pages;
  const bob = await pages.addAccount('bob@example.com');
  const receivers = [{ email: 'zoe@example.com' }, { email: bob.email }];
  const draft = await begin({ receivers, ...contents });
  await addFile(draft, 'a.txt', '0123456789');
  await addFile(draft, 'b.txt', 'abcdefghij');
  const id = await drafts.send(actor, alice, draft.id, 'UTC');
  const overview = (await database.dispatches.find(id)) ?? assert.fail();
  const files = await database.files.listInDispatch(id);

  async function look(email: string) {
    const receiver = overview.receivers.find((each) => each.email === email) ?? assert.fail();
    const delivery = await linkDownloads.findByLink(linkSecret(receiver.id, 0));
    assert.ok(delivery?.isLocked === false);
    return delivery;
  }

  /** Fetches a part of a file by the link, as a route does. */
  async function fetch(
    email: string,
    name: string,
    [start, end]: [number, number] = [0, 10],
    outcome: 'complete' | 'aborted' = 'complete',
  ): Promise<void> {
    const delivery = await look(email);
    const wanted = files.find((each) => each.name === name) ?? assert.fail();
    const file = (await linkDownloads.findFile(delivery, wanted.id)) ?? assert.fail();
    const transfer = { span: { start, end }, outcome, wasAskedFor: true };
    await linkDownloads.recordTransfer(actor, delivery, file, transfer);
  }

  /** Begins to send a part of a file by the link. */
  async function admit(email: string, name: string, span = { start: 0, end: 10 }) {
    const delivery = await look(email);
    const file = files.find((each) => each.name === name) ?? assert.fail();
    return await linkDownloads.admit(delivery, [{ file, span }]);
  }

  async function receipts(): Promise<number> {
    const mails = await database.outbox.list(100);
    return mails.filter(({ kind }) => kind === 'receipt').length;
  }

  return { ...pages, bob, files, look, fetch, admit, receipts };
}

const zoe = 'zoe@example.com';
const refused = { code: 'download_limit' };

test('each receiver may download each file as often as the drop allows', async (context) => {
  const { fetch, look, linkDownloads } = await open(context, { downloadLimit: 2 });
  await fetch(zoe, 'a.txt');
  await fetch(zoe, 'a.txt');
  await assert.rejects(fetch(zoe, 'a.txt'), refused);
  await fetch(zoe, 'b.txt');
  await fetch('bob@example.com', 'a.txt');
  const shown = await linkDownloads.listShown(await look(zoe));
  assert.deepEqual(
    shown.map(({ name, isLimitReached, downloadedAt }) => [
      name,
      isLimitReached,
      downloadedAt !== undefined,
    ]),
    [
      ['a.txt', true, true],
      ['b.txt', false, true],
    ],
  );
  const left = await linkDownloads.listFiles(await look(zoe));
  assert.deepEqual(
    left.map(({ name }) => name),
    ['b.txt'],
  );
  await fetch(zoe, 'b.txt');
  await assert.rejects(linkDownloads.listFiles(await look(zoe)), refused);
});

test('a download that is resumed counts once; one that leaves out the end does not go on forever', async (context) => {
  const { fetch } = await open(context, { downloadLimit: 1 });
  await fetch(zoe, 'a.txt', [0, 4], 'aborted');
  await fetch(zoe, 'a.txt', [2, 9], 'aborted');
  await fetch(zoe, 'a.txt', [8, 10]);
  await assert.rejects(fetch(zoe, 'a.txt'), refused);
  await fetch(zoe, 'b.txt', [0, 9]);
  await fetch(zoe, 'b.txt', [0, 9]);
  await fetch(zoe, 'b.txt', [0, 9]);
  await assert.rejects(fetch(zoe, 'b.txt', [0, 9]), refused);
});

const whole = { start: 0, end: 10 };

test('downloads that run at the same time keep to the limit together', async (context) => {
  const { admit, fetch } = await open(context, { downloadLimit: 2 });
  const [first, second] = await Promise.all([admit(zoe, 'a.txt'), admit(zoe, 'a.txt')]);
  const other = await admit(zoe, 'b.txt');
  await assert.rejects(admit(zoe, 'a.txt'), {
    code: 'too_many_requests',
    retryAfterSeconds: 30,
  });
  // One breaks off: what it has reserved is free again, for who waits.
  const third = admit(zoe, 'a.txt');
  first();
  (await third)();
  await fetch(zoe, 'a.txt');
  second();
  await fetch(zoe, 'a.txt');
  await assert.rejects(admit(zoe, 'a.txt'), refused);
  other();
});

test('a download goes on while its dead connection is not noticed, and in ranges side by side', async (context) => {
  const { admit } = await open(context, { downloadLimit: 1 });
  const ends = [await admit(zoe, 'a.txt', whole)];
  ends.push(await admit(zoe, 'a.txt', { start: 4, end: 7 }));
  ends.push(await admit(zoe, 'a.txt', { start: 7, end: 10 }));
  for (const end of ends) end();
  await admit(zoe, 'b.txt', { start: 0, end: 5 });
  await admit(zoe, 'b.txt', { start: 5, end: 10 });
});

test('an archive that breaks off can be resumed; its files count once all of it was sent', async (context) => {
  const { look, linkDownloads, files } = await open(context, { downloadLimit: 1 });
  const delivery = await look(zoe);
  const send = async (name: string, span: typeof whole, outcome: 'complete' | 'aborted') => {
    const file = files.find((each) => each.name === name) ?? assert.fail();
    const transfer = { span, outcome, wasAskedFor: true, isInArchive: true } as const;
    await linkDownloads.recordTransfer(actor, delivery, file, transfer);
  };
  await send('a.txt', whole, 'complete');
  await send('b.txt', { start: 0, end: 4 }, 'aborted');
  await linkDownloads.recordArchive(actor, delivery, files);
  assert.equal((await linkDownloads.listFiles(delivery)).length, 2);
  await send('b.txt', { start: 4, end: 10 }, 'complete');
  await linkDownloads.recordArchive(actor, delivery, files);
  await assert.rejects(linkDownloads.listFiles(delivery), refused);
  const shown = await linkDownloads.listShown(delivery);
  assert.ok(shown.every(({ downloadedAt }) => downloadedAt !== undefined));
});

test('the inbox of a person keeps to the limit, and counts for the link', async (context) => {
  const pages = await open(context, { downloadLimit: 1 });
  const { bob, inboxItems, fetch } = pages;
  const [item = assert.fail()] = await inboxItems.list(bob, 1);
  const [a = assert.fail(), b = assert.fail()] = await inboxItems.listFiles(item);
  await inboxItems.getFile(item, a.id);
  const release = await inboxItems.admit(item, [{ file: a, span: whole }]);
  await inboxItems.recordDownload(actor, bob, item, a, { span: whole, outcome: 'complete' });
  release();
  await assert.rejects(inboxItems.getFile(item, a.id), refused);
  await assert.rejects(fetch(bob.email, 'a.txt'), refused);
  const shown = await inboxItems.listFiles(item);
  assert.deepEqual(
    shown.map(({ isLimitReached }) => isLimitReached),
    [true, false],
  );
  const part = { span: whole, outcome: 'complete', isInArchive: true } as const;
  await inboxItems.recordDownload(actor, bob, item, b, part);
  await inboxItems.recordArchive(actor, bob, item, [b]);
  await assert.rejects(inboxItems.getFile(item, b.id), refused);
});

test('the limit holds in an inbox as well, and together with the link', async (context) => {
  const { bob, inbox, fetch } = await open(context, { downloadLimit: 2 });
  const [entry] = (await inbox.readHistory(readerOf(bob))).inbox;
  const read = async () => {
    const file = await inbox.openFile(readerOf(bob), entry?.token ?? '', 'a.txt');
    const span = { start: 0, end: 10 };
    await inbox.recordDownload(actor, bob, file, { span, outcome: 'complete' });
  };
  await read();
  await fetch(bob.email, 'a.txt');
  await assert.rejects(read(), refused);
  await assert.rejects(fetch(bob.email, 'a.txt'), refused);
});

for (const { mode, counts } of [
  { mode: 'each', counts: [1, 2] },
  { mode: 'first', counts: [1, 1] },
  { mode: 'none', counts: [0, 0] },
  { mode: undefined, counts: [1, 2] },
] as const) {
  test(`receipts of a drop: ${mode ?? 'as the account has it'}`, async (context) => {
    const { fetch, receipts } = await open(context, { receipts: mode });
    const after: number[] = [];
    for (const email of [zoe, 'bob@example.com']) {
      await fetch(email, 'a.txt');
      await fetch(email, 'b.txt');
      after.push(await receipts());
    }
    assert.deepEqual(after, counts);
  });
}
