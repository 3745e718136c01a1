import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { openDraftPages } from '../../testing/draft-pages.ts';
import type { ExchangeOptions } from '../../testing/exchange-fixture.ts';
import { actor, listBlobs, oneDay, readAll } from '../../testing/exchange-fixture.ts';
import type { UploadLimits } from '../uploads/allowance.ts';
import { day } from '../model/clock.ts';
import type { DispatchId } from '../model/ids.ts';
import { createDraftExpiry } from './draft-expiry.ts';

const zoe = { receivers: [{ email: 'zoe@example.com' }] };
const files = [
  ['a.txt', 'alpha'],
  ['folder/b.txt', 'beta'],
  ['empty', ''],
] as const;

/** Alice has sent three files, which live for a week. */
async function open(
  context: TestContext,
  limits: Partial<UploadLimits> = {},
  options: ExchangeOptions = {},
) {
  const pages = await openDraftPages(context, limits, options);
  const { alice, begin, addFile, drafts, database, linkDownloads } = pages;
  const draft = await begin({ ...zoe, message: 'Hello', downloadLimit: 3, receipts: 'first' });
  for (const [name, text] of files) await addFile(draft, name, text);
  const first = await drafts.send(actor, alice, draft.id, 'UTC');

  async function contentsOf(id: DispatchId) {
    const found: [string, string][] = [];
    for (const file of await database.files.listInDispatch(id)) {
      const opened = await linkDownloads.open(file);
      found.push([file.name, await readAll(opened.read(0, file.sizeBytes))]);
    }
    return found;
  }

  async function sendAgain(from: DispatchId): Promise<DispatchId> {
    const again = await drafts.beginAgain(actor, alice, from);
    await drafts.change(alice, again.id, { ...again, ...zoe });
    return await drafts.send(actor, alice, again.id, 'UTC');
  }

  async function reclaim(): Promise<number> {
    await pages.expiry.reclaimGarbage();
    return (await listBlobs(pages)).length;
  }

  const verbs = pages.senderControl.of(alice, 'drop');
  return { ...pages, verbs, first, contentsOf, sendAgain, reclaim };
}

describe('a drop that is sent again', () => {
  test('gives its files and choices to a draft, and stores nothing', async (context) => {
    const pages = await open(context);
    const { drafts, alice, first, database } = pages;
    const before = await listBlobs(pages);
    const draft = await drafts.beginAgain(actor, alice, first);
    assert.deepEqual(await listBlobs(pages), before);
    assert.deepEqual(await drafts.get(alice, draft.id), draft);
    const { receivers, message, lifetime, secondFactor, downloadLimit, receipts } = draft;
    assert.deepEqual(
      { receivers, message, lifetime, secondFactor, downloadLimit, receipts },
      {
        receivers: [],
        message: 'Hello',
        lifetime: { days: 7 },
        secondFactor: undefined,
        downloadLimit: 3,
        receipts: 'first',
      },
    );
    const uploads = await drafts.listFiles(alice, draft.id);
    assert.deepEqual(
      uploads.map(({ name, sizeBytes, receivedBytes }) => [name, sizeBytes, receivedBytes]),
      files.map(([name, { length }]) => [name, length, length]),
    );
    const [record] = await database.audit.listNewest(1);
    assert.deepEqual(
      [record?.action, record?.object, record?.details],
      ['drop.reused', first, { draftId: draft.id, files: 3 }],
    );
  });

  test('lives by itself: what ends the first does not end the second, and the last erases the bytes', async (context) => {
    const { first, verbs, sendAgain, contentsOf, reclaim } = await open(context);
    const second = await sendAgain(first);
    const third = await sendAgain(second);
    assert.deepEqual(await contentsOf(second), files);
    await verbs.revoke(actor, first);
    assert.equal(await reclaim(), 2);
    assert.deepEqual(await contentsOf(first), []);
    assert.deepEqual(await contentsOf(second), files);
    await verbs.revoke(actor, third);
    assert.equal(await reclaim(), 2);
    assert.deepEqual(await contentsOf(second), files);
    await verbs.revoke(actor, second);
    assert.equal(await reclaim(), 0);
  });

  test('keeps its contents when the history of the first is removed, and no sweep takes them for orphans', async (context) => {
    const pages = await open(context);
    const { first, verbs, sendAgain, contentsOf, reclaim, database, clock, expiry } = pages;
    const second = await sendAgain(first);
    await verbs.revoke(actor, first);
    await reclaim();
    clock.advance(1000);
    assert.equal(await database.dispatches.removeEnded(clock.now(), 10), 1);
    assert.equal(await expiry.sweepOrphans(clock.now() + 1), 0);
    assert.deepEqual(await contentsOf(second), files);
  });

  test('shares files that came in one piece through the API, again and again', async (context) => {
    const pages = await open(context);
    const { alice, sendAgain, contentsOf, verbs, reclaim, database, dispatching } = pages;
    await pages.choose(alice, 'zoe@example.com');
    await pages.upload(alice, { 'whole.txt': 'in one piece', 'nothing.txt': '' });
    const { dispatchId = assert.fail() } = await dispatching.createDrop(actor, alice, oneDay);
    const before = await reclaim();
    const copies = [await sendAgain(dispatchId), await sendAgain(dispatchId)];
    const whole = await contentsOf(dispatchId);
    assert.deepEqual(whole.map(([name]) => name).sort(), ['nothing.txt', 'whole.txt']);
    await verbs.revoke(actor, dispatchId);
    assert.equal(await reclaim(), before);
    assert.equal(await database.dispatches.removeEnded(pages.clock.now() + 1, 10), 1);
    assert.equal(await pages.expiry.sweepOrphans(pages.clock.now() + 1), 0);
    for (const copy of copies) assert.deepEqual(await contentsOf(copy), whole);
    for (const copy of copies) await verbs.revoke(actor, copy);
    assert.equal(await reclaim(), before - 2);
  });

  test('can be sent after the first has expired, while the draft keeps the files', async (context) => {
    const pages = await open(context);
    const { drafts, alice, first, clock, expiry, contentsOf, reclaim } = pages;
    clock.advance(6 * day);
    const again = await drafts.beginAgain(actor, alice, first);
    clock.advance(2 * day);
    assert.equal(await expiry.endDueDispatches(), 1);
    assert.equal(await reclaim(), 2);
    // The keys of the day on which the first expired are gone.
    clock.advance(3 * day);
    await drafts.change(alice, again.id, { ...again, ...zoe });
    clock.advance(2 * day);
    await expiry.destroySpentKeys();
    const second = await drafts.send(actor, alice, again.id, 'UTC');
    assert.deepEqual(await contentsOf(second), files);
    await assert.rejects(drafts.beginAgain(actor, alice, first), { code: 'dispatch_ended' });
  });

  test('ends with its draft: a removed file, a discarded or an expired draft keep nothing', async (context) => {
    const pages = await open(context);
    const { drafts, discardedDrafts, alice, first, verbs, clock, contentsOf, reclaim } = pages;
    const discarded = await drafts.beginAgain(actor, alice, first);
    const expiring = await drafts.beginAgain(actor, alice, first);
    const [file] = await drafts.listFiles(alice, discarded.id);
    await drafts.removeFile(actor, alice, discarded.id, file?.id ?? '');
    assert.equal(await reclaim(), 2);
    await discardedDrafts.discard(actor, alice, discarded.id);
    await discardedDrafts.remove(actor, alice, discarded.id);
    assert.equal(await reclaim(), 2);
    assert.deepEqual(await contentsOf(first), files);
    await verbs.revoke(actor, first);
    assert.equal(await reclaim(), 2);
    clock.advance(8 * day);
    await createDraftExpiry({ ...pages, actor }).expireDrafts(new AbortController().signal);
    await assert.rejects(drafts.get(alice, expiring.id), { code: 'not_found' });
    assert.equal(await reclaim(), 0);
  });

  test('holds when the first is revoked while the second is begun and sent', async (context) => {
    const pages = await open(context);
    const { drafts, alice, first, verbs, contentsOf, reclaim, expiry } = pages;
    const prepared = await drafts.beginAgain(actor, alice, first);
    await drafts.change(alice, prepared.id, { ...prepared, ...zoe });
    const [sent, , begun] = await Promise.allSettled([
      drafts.send(actor, alice, prepared.id, 'UTC'),
      verbs.revoke(actor, first),
      drafts.beginAgain(actor, alice, first),
      expiry.reclaimGarbage(),
      expiry.reclaimGarbage(),
    ]);
    assert.ok(sent.status === 'fulfilled');
    assert.deepEqual(await contentsOf(sent.value), files);
    if (begun.status === 'rejected') {
      assert.equal((begun.reason as { code: string }).code, 'dispatch_ended');
    } else {
      await pages.discardedDrafts.discard(actor, alice, begun.value.id);
      await pages.discardedDrafts.remove(actor, alice, begun.value.id);
    }
    await verbs.revoke(actor, sent.value);
    assert.equal(await reclaim(), 0);
  });

  test('of another account, or revoked, is refused as the sender expects', async (context) => {
    const { drafts, alice, first, verbs, addAccount, database } = await open(context);
    const mallory = await addAccount('mallory@example.com');
    for (const id of [first, 'A'.repeat(22), 'x']) {
      await assert.rejects(drafts.beginAgain(actor, mallory, id), {
        code: 'not_found',
        message: 'There is nothing at this address.',
      });
    }
    await verbs.revoke(actor, first);
    await assert.rejects(drafts.beginAgain(actor, alice, first), { code: 'dispatch_ended' });
    assert.deepEqual(await drafts.list(alice), []);
    assert.deepEqual(await database.uploads.listUsedBuckets(), []);
  });

  test('counts against the quota of drafts like files that were uploaded', async (context) => {
    const { drafts, alice, first, database } = await open(context, { quotaBytes: 17 });
    await drafts.beginAgain(actor, alice, first);
    const refused = { code: 'too_large', message: /more than the 8 bytes/ };
    await assert.rejects(drafts.beginAgain(actor, alice, first), refused);
    await database.accounts.setQuota(alice.id, 18);
    await drafts.beginAgain(actor, alice, first);
  });
});
