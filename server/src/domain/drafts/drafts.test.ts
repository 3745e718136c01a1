import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { contentsOf, openDraftPages } from '../../testing/draft-pages.ts';
import { actor, listBlobs } from '../../testing/exchange-fixture.ts';
import { brokenStream } from '../../testing/grant-pages.ts';
import { day } from '../model/clock.ts';
import { draftOwner } from '../uploads/owners.ts';
import { createDraftExpiry } from './draft-expiry.ts';

const to = (...emails: string[]) => ({ receivers: emails.map((email) => ({ email })) });

describe('a draft', () => {
  test('two drafts of one account send their own files each', async (context) => {
    const pages = await openDraftPages(context);
    const { drafts, alice, begin, addFile, database } = pages;
    const one = await begin(to('zoe@example.com'));
    const two = await begin(to('adam@example.com'));
    await addFile(one, 'a.txt', 'one');
    await addFile(two, 'a.txt', 'two');
    await pages.upload(alice, { 'tray.txt': 'tray' });
    const second = await drafts.send(actor, alice, two.id, 'UTC');
    const first = await drafts.send(actor, alice, one.id, 'UTC');
    assert.deepEqual(await contentsOf(pages, first), [['a.txt', 'one']]);
    assert.deepEqual(await contentsOf(pages, second), [['a.txt', 'two']]);
    const { receivers } = (await database.dispatches.find(first)) ?? assert.fail();
    assert.deepEqual(
      receivers.map(({ email }) => email),
      ['zoe@example.com'],
    );
    assert.equal((await database.files.listTray(alice.id)).length, 1);
  });

  test('sends its files in the order in which they were chosen, whichever began first', async (context) => {
    const pages = await openDraftPages(context);
    const { drafts, alice, begin, resumableUploads } = pages;
    const draft = await begin(to('zoe@example.com'));
    const begunAt = pages.clock.now();
    async function add(name: string, order: string): Promise<void> {
      const metadata = `filename eA==, order ${Buffer.from(order).toString('base64')}`;
      const file = { name, mediaType: 'text/plain', fingerprint: '', metadata, sizeBytes: 0 };
      await resumableUploads.begin(actor, draftOwner(draft), file);
    }
    await add('c', String(begunAt + 3));
    await add('b', String(begunAt + 2));
    await add('first', 'no number');
    await add('second', '');
    await add('a', String(begunAt + 1));
    const expected = ['first', 'second', 'a', 'b', 'c'];
    const listed = await drafts.listFiles(alice, draft.id);
    assert.deepEqual(
      listed.map(({ name }) => name),
      expected,
    );
    const sent = await drafts.send(actor, alice, draft.id, 'UTC');
    assert.deepEqual(
      (await contentsOf(pages, sent)).map(([name]) => name),
      expected,
    );
  });

  test('is changed, listed, sent and discarded by its owner alone', async (context) => {
    const pages = await openDraftPages(context);
    const { drafts, alice, begin, beginEmpty, addFile, addAccount } = pages;
    const mallory = await addAccount('mallory@example.com');
    const draft = await begin({ ...to('zoe@example.com'), message: 'Hello' });
    await beginEmpty();
    const { id: fileId } = await addFile(draft, 'a.txt', 'text');
    assert.deepEqual(
      (await drafts.list(alice)).map(({ id, files, bytes, message }) => [
        id,
        files,
        bytes,
        message,
      ]),
      [[draft.id, 1, 4, 'Hello']],
    );
    const missing = { code: 'not_found', message: /no such draft/ };
    for (const id of [draft.id, 'A'.repeat(22), 'x']) {
      await assert.rejects(drafts.get(mallory, id), missing);
      await assert.rejects(drafts.change(mallory, id, draft), missing);
      await assert.rejects(pages.discardedDrafts.discard(actor, mallory, id), missing);
      await assert.rejects(drafts.listFiles(mallory, id), missing);
      await assert.rejects(drafts.removeFile(actor, mallory, id, fileId), missing);
      await assert.rejects(
        drafts.change(mallory, id, undefined, { names: new Map([[fileId, 'b']]) }),
        missing,
      );
      await assert.rejects(drafts.send(actor, mallory, id, 'UTC'), missing);
    }
    assert.deepEqual(await drafts.list(mallory), []);
  });

  test('refuses what no draft may hold', async (context) => {
    const { drafts, alice, beginEmpty } = await openDraftPages(context);
    const draft = await beginEmpty();
    for (const wrong of [
      { receivers: [{ email: 'nobody' }] },
      { receivers: [{ group: '' }] },
      { message: 'a\u0000b' },
      { lifetime: { days: 0 } },
      { lifetime: { date: '2026-02-30' } },
      { downloadLimit: 0 },
      { downloadLimit: 1.5 },
    ]) {
      await assert.rejects(drafts.change(alice, draft.id, { ...draft, ...wrong }), {
        code: 'invalid',
      });
    }
  });

  test('expires a week after its last change, with its files', async (context) => {
    const pages = await openDraftPages(context);
    const { drafts, alice, begin, addFile, clock, database, expiry } = pages;
    const draft = await begin();
    const touched = await begin();
    await addFile(draft, 'a.txt', 'text');
    await addFile(touched, 'b.txt', 'text');
    clock.advance(6 * day);
    await drafts.change(alice, touched.id, { ...touched, message: 'more' });
    clock.advance(day);
    const expiring = createDraftExpiry({ ...pages, actor });
    assert.equal(await expiring.expireDrafts(new AbortController().signal), 1);
    await assert.rejects(drafts.get(alice, draft.id), { code: 'not_found' });
    assert.equal((await drafts.listFiles(alice, touched.id)).length, 1);
    assert.equal(await expiry.shredAbandonedUploads(), 0);
    await expiry.reclaimGarbage();
    assert.equal((await listBlobs(pages)).length, 1);
    const records = await database.audit.listNewest(1);
    assert.deepEqual(
      records.map(({ action, object, details }) => [action, object, details['files']]),
      [['draft.expired', draft.id, 1]],
    );
  });

  test('makes room for new drafts by removing untouched ones only', async (context) => {
    const { drafts, alice, beginEmpty, clock } = await openDraftPages(context);
    for (let count = 0; count < 99; count += 1) {
      const { id, ...rest } = await beginEmpty();
      await drafts.change(alice, id, { ...rest, message: 'kept' });
    }
    const untouched = await beginEmpty();
    clock.advance(1000);
    const next = await beginEmpty();
    await assert.rejects(drafts.get(alice, untouched.id), { code: 'not_found' });
    await drafts.change(alice, next.id, { ...next, message: 'kept' });
    await assert.rejects(drafts.propose(alice), { code: 'too_large' });
    assert.equal((await drafts.list(alice)).length, 100);
  });
});

describe('an upload to a draft', () => {
  const gone = {
    code: 'not_found',
    message: 'The draft that these files are for was sent or removed.',
  };
  const announced = { mediaType: 'text/plain', fingerprint: '', metadata: '' };

  test('goes on with the ticket alone, until the draft is sent or its account disabled', async (context) => {
    const pages = await openDraftPages(context);
    const { drafts, alice, begin, resumableUploads, database, clock } = pages;
    const draft = await begin(to('zoe@example.com'));
    const ticket = drafts.ticketOf(draft);
    assert.equal(await drafts.findByTicket('another'), undefined);
    const ownerOf = async () =>
      draftOwner(((await drafts.findByTicket(ticket)) ?? assert.fail()).draft);
    const owner = await ownerOf();
    const { id } = await resumableUploads.begin(actor, owner, {
      ...announced,
      name: 'a',
      sizeBytes: 6,
    });
    const append = async (offset: number, text: string) =>
      await resumableUploads.append(await ownerOf(), id, {
        offset,
        declaredBytes: 0,
        content: brokenStream(text),
        cutOff: () => undefined,
      });
    await append(0, 'abc');
    clock.advance(6 * day);
    await append(3, 'def');
    clock.advance(6 * day);
    assert.equal((await drafts.listFiles(alice, draft.id))[0]?.receivedBytes, 6);
    await database.accounts.setDisabled(alice.id, clock.now());
    assert.equal(await drafts.findByTicket(ticket), undefined);
    await assert.rejects(
      resumableUploads.begin(actor, owner, { ...announced, name: 'b', sizeBytes: 1 }),
      gone,
    );
    await database.accounts.setDisabled(alice.id, undefined);
    const sent = await drafts.send(actor, alice, draft.id, 'UTC');
    assert.deepEqual(await contentsOf(pages, sent), [['a', 'abcdef']]);
    assert.equal(await drafts.findByTicket(ticket), undefined);
    await assert.rejects(
      resumableUploads.begin(actor, owner, { ...announced, name: 'b', sizeBytes: 1 }),
      gone,
    );
  });

  test('counts against the quota of all drafts of the account', async (context) => {
    const pages = await openDraftPages(context, { quotaBytes: 10 });
    const { begin, addFile, resumableUploads, addAccount } = pages;
    const [one, two] = [await begin(), await begin()];
    const ofBob = await begin({}, await addAccount('bob@example.com'));
    await addFile(one, 'a', '123456');
    const large = { ...announced, name: 'b', sizeBytes: 5 };
    await assert.rejects(resumableUploads.begin(actor, draftOwner(two), large), {
      code: 'too_large',
    });
    await assert.rejects(addFile(two, 'b', '12345'), { code: 'too_large' });
    await addFile(two, 'b', '1234');
    await addFile(ofBob, 'c', '1234567890');
    assert.equal((await listBlobs(pages)).length, 3);
    assert.equal((await resumableUploads.allowanceOf(draftOwner(two))).bytes, 4);
  });

  test('counts against the quota of the account itself where it has one', async (context) => {
    const pages = await openDraftPages(context, { quotaBytes: 10 });
    const { alice, begin, addFile, resumableUploads, database } = pages;
    const draft = await begin();
    await database.accounts.setQuota(alice.id, 4);
    const five = { ...announced, name: 'a', sizeBytes: 5 };
    await assert.rejects(resumableUploads.begin(actor, draftOwner(draft), five), {
      code: 'too_large',
    });
    await assert.rejects(addFile(draft, 'a', '12345'), { code: 'too_large' });
    await database.accounts.setQuota(alice.id, 12);
    await addFile(draft, 'a', '123456789012');
    assert.equal((await resumableUploads.allowanceOf(draftOwner(draft))).bytes, 12);
  });

  test('keeps nothing of a file that breaks off', async (context) => {
    const pages = await openDraftPages(context);
    const draft = await pages.begin();
    const file = { name: 'a', mediaType: 'text/plain', content: brokenStream('abc') };
    await assert.rejects(
      pages.resumableUploads.receive(actor, draftOwner(draft), file),
      /line broke/,
    );
    assert.deepEqual(await pages.drafts.listFiles(pages.alice, draft.id), []);
    assert.deepEqual(await listBlobs(pages), []);
  });

  test('may be empty, and is renamed', async (context) => {
    const pages = await openDraftPages(context);
    const { drafts, alice, begin, addFile } = pages;
    const draft = await begin(to('zoe@example.com'));
    const { id } = await addFile(draft, 'a', '');
    const rename = (file: string, name: string) =>
      drafts.change(alice, draft.id, undefined, { names: new Map([[file, name]]) });
    await assert.rejects(rename(id, '..'), { code: 'invalid' });
    await rename('A'.repeat(22), 'b');
    await rename(id, 'nothing.txt');
    const sent = await drafts.send(actor, alice, draft.id, 'UTC');
    assert.deepEqual(await contentsOf(pages, sent), [['nothing.txt', '']]);
  });
});
