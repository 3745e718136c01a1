import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import type { DispatchTerms } from '../dispatches/dispatch-terms.ts';
import { createSentOnEndings } from '../dispatches/sent-on.ts';
import { day, hour } from '../model/clock.ts';
import type { DispatchId } from '../model/ids.ts';
import { endReasonOf } from '../model/dispatch.ts';
import { actor, listBlobs, oneDay } from '../../testing/exchange-fixture.ts';
import { contentsOf, openDraftPages } from '../../testing/draft-pages.ts';

const eve = [{ email: 'eve@example.com' }];
const files = { 'a.txt': 'alpha', 'b.txt': 'beta' };

/** Alice has sent two files to Bob, for three days. */
async function open(context: TestContext, terms: Partial<DispatchTerms> = {}) {
  const pages = await openDraftPages(context);
  const { alice, addAccount, drafts, dispatching, inboxItems, senderControl, database } = pages;
  const bob = await addAccount('bob@example.com');
  await pages.choose(alice, bob.email, 'zoe@example.com');
  await pages.upload(alice, files);
  const { dispatchId: first = assert.fail() } = await dispatching.createDrop(actor, alice, {
    ...oneDay,
    lifetimeMs: 3 * day,
    ...terms,
  });
  const [item = assert.fail()] = await inboxItems.list(bob, 10);
  const verbs = senderControl.of(alice, 'drop');
  const own = senderControl.of(bob, 'drop');

  /** Bob sends the files on, for as long as he may. */
  async function sendOn(fileId?: string): Promise<DispatchId> {
    const draft = await drafts.sendOn(actor, bob, item, fileId);
    await drafts.change(bob, draft.id, { ...draft, receivers: eve, lifetime: { days: 30 } });
    return await drafts.send(actor, bob, draft.id, 'UTC');
  }

  async function reasonOf(id: DispatchId) {
    const overview = (await database.dispatches.find(id)) ?? assert.fail();
    return endReasonOf(overview, pages.clock.now());
  }

  return { ...pages, bob, item, first, verbs, own, sendOn, reasonOf };
}

describe('what is sent on from an inbox', () => {
  test('is in a draft without being uploaded, and counts as this receiver’s download', async (context) => {
    const pages = await open(context, { downloadLimit: undefined });
    const { drafts, bob, item, database, inboxItems } = pages;
    const before = await listBlobs(pages);
    const draft = await drafts.sendOn(actor, bob, item);
    assert.deepEqual(await listBlobs(pages), before);
    assert.deepEqual((await drafts.listFiles(bob, draft.id)).map(({ name }) => name).sort(), [
      'a.txt',
      'b.txt',
    ]);
    const had = await inboxItems.listFiles(await inboxItems.get(bob, item.token));
    assert.ok(had.every(({ downloadedAt }) => downloadedAt !== undefined));
    assert.notEqual((await inboxItems.get(bob, item.token)).seenAt, undefined);
    const records = await database.audit.listNewest(3);
    const [newest, ...older] = records.reverse();
    assert.deepEqual([newest?.action, newest?.object], ['inbox.sent_on', item.dispatchId]);
    assert.deepEqual(
      older.map(({ action }) => action),
      ['file.downloaded', 'file.downloaded'],
    );
  });

  test('may be one of the files', async (context) => {
    const pages = await open(context);
    const { drafts, bob, item, inboxItems, sendOn } = pages;
    const [a = assert.fail()] = await inboxItems.listFiles(item);
    assert.deepEqual(await contentsOf(pages, await sendOn(a.id)), [['a.txt', 'alpha']]);
    const [, b] = await inboxItems.listFiles(item);
    assert.equal(b?.downloadedAt, undefined);
    for (const id of ['x', 'A'.repeat(22)]) {
      await assert.rejects(drafts.sendOn(actor, bob, item, id), { code: 'not_found' });
    }
  });

  test('ends no later than the first, however long is chosen and whatever it is extended to', async (context) => {
    const pages = await open(context);
    const { first, own, verbs, sendOn, database, clock, drafts, bob, item } = pages;
    const draft = await drafts.sendOn(actor, bob, item);
    const { dispatch } = (await database.dispatches.find(first)) ?? assert.fail();
    assert.equal(await drafts.endOfSources(draft), dispatch.expiresAt);
    clock.advance(hour);
    const second = await sendOn();
    const overview = (await database.dispatches.find(second)) ?? assert.fail();
    assert.equal(overview.dispatch.expiresAt, dispatch.expiresAt);
    const later = dispatch.expiresAt + hour;
    await assert.rejects(own.extend(actor, second, later), { code: 'invalid' });
    await own.extend(actor, second, dispatch.expiresAt - hour);
    await verbs.extend(actor, first, later);
    await own.extend(actor, second, later);
  });

  test('ends with the revocation of the first, for all or for this receiver, and what was sent on of it too', async (context) => {
    for (const end of ['all', 'one', 'deleted'] as const) {
      const pages = await open(context);
      const { first, verbs, sendOn, item, bob, reasonOf, drafts, addAccount, inboxItems } = pages;
      const carol = await addAccount('carol@example.com');
      const draft = await drafts.sendOn(actor, bob, item);
      const to = [{ email: carol.email }];
      await drafts.change(bob, draft.id, { ...draft, receivers: to });
      const second = await drafts.send(actor, bob, draft.id, 'UTC');
      const [hers = assert.fail()] = await inboxItems.list(carol, 9);
      const third = await drafts.sendOn(actor, carol, hers);
      await drafts.change(carol, third.id, { ...third, receivers: eve });
      const last = await drafts.send(actor, carol, third.id, 'UTC');
      const unsent = await drafts.sendOn(actor, bob, item);
      const other = await sendOn();
      if (end === 'all') await verbs.revoke(actor, first);
      if (end === 'one') await verbs.revokeReceiver(actor, first, item.receiverId);
      if (end === 'deleted') await inboxItems.remove(actor, bob, item.token);
      for (const id of [second, last, other]) {
        assert.equal(await reasonOf(id), 'revoked', end);
        assert.deepEqual(await contentsOf(pages, id), []);
      }
      assert.deepEqual(await drafts.listFiles(bob, unsent.id), []);
      assert.equal((await contentsOf(pages, first)).length, end === 'all' ? 0 : 2);
    }
  });

  test('stays where the right of another receiver ends', async (context) => {
    const { first, verbs, sendOn, reasonOf, database } = await open(context);
    const second = await sendOn();
    const { receivers } = (await database.dispatches.find(first)) ?? assert.fail();
    const zoe = receivers.find(({ email }) => email === 'zoe@example.com') ?? assert.fail();
    await verbs.revokeReceiver(actor, first, zoe.id);
    assert.equal(await reasonOf(second), undefined);
  });

  test('expires with the first, and leaves drafts that were not sent', async (context) => {
    const { first, sendOn, reasonOf, drafts, bob, item, expiry, clock } = await open(context);
    const second = await sendOn();
    const unsent = await drafts.sendOn(actor, bob, item);
    await drafts.change(bob, unsent.id, { ...unsent, receivers: eve });
    clock.advance(3 * day);
    await expiry.endDueDispatches();
    assert.deepEqual([await reasonOf(first), await reasonOf(second)], ['expired', 'expired']);
    await assert.rejects(drafts.send(actor, bob, unsent.id, 'UTC'), { code: 'no_files' });
  });

  test('is not begun of what has ended, nor sent when it ends meanwhile', async (context) => {
    const { first, verbs, drafts, bob, item, database } = await open(context);
    const draft = await drafts.sendOn(actor, bob, item);
    await drafts.change(bob, draft.id, { ...draft, receivers: eve });
    // As an older program ends it.
    await database.dispatches.end(first, item.createdAt + 1);
    await assert.rejects(drafts.send(actor, bob, draft.id, 'UTC'), { code: 'dispatch_ended' });
    await assert.rejects(drafts.sendOn(actor, bob, item), { code: 'not_found' });
    await assert.rejects(verbs.revoke(actor, first), { code: 'dispatch_ended' });
  });

  test('is ended by a job where its source is gone, with what was sent again of it', async (context) => {
    const pages = await open(context);
    const { alice, bob, sendOn, drafts, database, reasonOf } = pages;
    const second = await sendOn();
    const again = await drafts.beginAgain(actor, bob, second);
    await drafts.change(bob, again.id, { ...again, receivers: eve });
    const third = await drafts.send(actor, bob, again.id, 'UTC');
    const endings = createSentOnEndings(pages);
    assert.equal(await endings.endOrphaned(), 0);
    await database.dispatches.removeAll(alice.id);
    assert.equal(await endings.endOrphaned(), 4);
    assert.equal(await endings.endOrphaned(), 0);
    assert.deepEqual([await reasonOf(second), await reasonOf(third)], ['revoked', 'revoked']);
  });

  test('is refused where the sender limits downloads', async (context) => {
    const { drafts, bob, item } = await open(context, { downloadLimit: 3 });
    await assert.rejects(drafts.sendOn(actor, bob, item), { code: 'download_limit' });
    assert.deepEqual(await drafts.list(bob), []);
  });
});
