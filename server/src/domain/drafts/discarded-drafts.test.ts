import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openDraftPages } from '../../testing/draft-pages.ts';
import { actor, listBlobs } from '../../testing/exchange-fixture.ts';
import { draftOwner } from '../uploads/owners.ts';
import { undoMs } from './discarded-drafts.ts';
import { createDraftExpiry } from './draft-expiry.ts';

const zoe = { receivers: [{ email: 'zoe@example.com' }] };
const gone = { code: 'not_found', message: /no such draft/ };
const file = { mediaType: 'text/plain', fingerprint: '', metadata: '', sizeBytes: 4 };

describe('a discarded draft', () => {
  test('is found by nobody and takes nothing, and comes back with its files', async (context) => {
    const pages = await openDraftPages(context);
    const { drafts, discardedDrafts, alice, begin, addFile, resumableUploads, clock } = pages;
    const draft = await begin(zoe);
    await addFile(draft, 'a.txt', 'text');
    const running = await resumableUploads.begin(actor, draftOwner(draft), {
      ...file,
      name: 'b.txt',
    });
    await discardedDrafts.discard(actor, alice, draft.id);
    await assert.rejects(drafts.get(alice, draft.id), gone);
    await assert.rejects(drafts.change(alice, draft.id, draft), gone);
    await assert.rejects(drafts.send(actor, alice, draft.id, 'UTC'), gone);
    assert.equal(await drafts.findByTicket(drafts.ticketOf(draft)), undefined);
    assert.deepEqual(await drafts.list(alice), []);
    await assert.rejects(addFile(draft, 'c.txt', 'text'), { code: 'not_found' });
    clock.advance(undoMs - 1);
    await discardedDrafts.restore(actor, alice, draft.id);
    await discardedDrafts.restore(actor, alice, draft.id);
    const files = await drafts.listFiles(alice, draft.id);
    assert.deepEqual(
      files.map(({ name }) => name),
      ['a.txt', 'b.txt'],
    );
    await drafts.removeFile(actor, alice, draft.id, running.id);
    await drafts.send(actor, alice, draft.id, 'UTC');
    const records = await pages.database.audit.listNewest(50);
    const actions = records.map(({ action }) => action);
    assert.equal(actions.filter((action) => action === 'draft.discarded').length, 1);
    assert.equal(actions.filter((action) => action === 'draft.restored').length, 1);
  });

  test('counts as before until its time is over, and is then removed with its files', async (context) => {
    const pages = await openDraftPages(context, { quotaBytes: 5 });
    const { discardedDrafts, alice, begin, addFile, clock, expiry, drafts } = pages;
    const expiring = createDraftExpiry({ ...pages, actor });
    const expire = () => expiring.expireDrafts(new AbortController().signal);
    const [draft, other] = [await begin(zoe), await begin()];
    await addFile(draft, 'a.txt', 'text');
    await discardedDrafts.discard(actor, alice, draft.id);
    clock.advance(undoMs - 1);
    assert.equal(await expire(), 0);
    await assert.rejects(addFile(other, 'b.txt', 'text'), { code: 'too_large' });
    clock.advance(1);
    await assert.rejects(discardedDrafts.restore(actor, alice, draft.id), gone);
    assert.equal(await discardedDrafts.find(alice, draft.id), undefined);
    assert.equal(await expire(), 1);
    await addFile(other, 'b.txt', 'text');
    await expiry.reclaimGarbage();
    assert.equal((await listBlobs(pages)).length, 1);
    assert.equal((await drafts.listFiles(alice, other.id)).length, 1);
  });

  test('is deleted before its time by its owner alone, once it was discarded', async (context) => {
    const pages = await openDraftPages(context);
    const { discardedDrafts, alice, begin, addFile, addAccount, expiry } = pages;
    const mallory = await addAccount('mallory@example.com');
    const draft = await begin(zoe);
    await addFile(draft, 'a.txt', 'text');
    await assert.rejects(discardedDrafts.remove(actor, alice, draft.id), gone);
    await discardedDrafts.discard(actor, alice, draft.id);
    await assert.rejects(discardedDrafts.restore(actor, mallory, draft.id), gone);
    await assert.rejects(discardedDrafts.remove(actor, mallory, draft.id), gone);
    assert.equal(await discardedDrafts.find(mallory, draft.id), undefined);
    await discardedDrafts.remove(actor, alice, draft.id);
    await assert.rejects(discardedDrafts.restore(actor, alice, draft.id), gone);
    await expiry.reclaimGarbage();
    assert.deepEqual(await listBlobs(pages), []);
  });

  test('that has nothing in it is gone at once', async (context) => {
    const { database, discardedDrafts, alice, beginEmpty, clock } = await openDraftPages(context);
    const draft = await beginEmpty();
    await discardedDrafts.discard(actor, alice, draft.id);
    assert.deepEqual(await database.drafts.listDiscarded(alice.id, clock.now(), 9), []);
  });

  test('makes room for the next one after a hundred of them, the oldest first', async (context) => {
    const pages = await openDraftPages(context);
    const { database, discardedDrafts, alice, begin, clock } = pages;
    const ids = [];
    for (let count = 0; count < 101; count += 1) {
      const { id } = await begin(zoe);
      clock.advance(1);
      await discardedDrafts.discard(actor, alice, id);
      ids.push(id);
    }
    const kept = await database.drafts.listDiscarded(alice.id, clock.now(), 200);
    assert.deepEqual(kept, ids.slice(1));
  });

  test('does not come back beside too many others', async (context) => {
    const { discardedDrafts, alice, begin, drafts } = await openDraftPages(context);
    const draft = await begin(zoe);
    await discardedDrafts.discard(actor, alice, draft.id);
    for (let count = 0; count < 100; count += 1) await begin(zoe);
    await assert.rejects(discardedDrafts.restore(actor, alice, draft.id), { code: 'too_large' });
    const [newest] = await drafts.list(alice);
    await discardedDrafts.discard(actor, alice, newest?.id ?? '');
    await discardedDrafts.restore(actor, alice, draft.id);
    assert.equal((await drafts.list(alice)).length, 100);
  });
});
