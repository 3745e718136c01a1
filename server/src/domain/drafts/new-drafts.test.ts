import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openDraftPages } from '../../testing/draft-pages.ts';
import { actor } from '../../testing/exchange-fixture.ts';
import { idFor } from '../../testing/samples.ts';

describe('a draft that is proposed', () => {
  test('is stored once it is begun, and once however often', async (context) => {
    const { drafts, alice, database } = await openDraftPages(context);
    const proposed = await drafts.propose(alice);
    assert.equal(await database.drafts.find(proposed.id, 0), undefined);
    const begin = () => drafts.begin(alice, proposed.id, drafts.ticketOf(proposed));
    const begun = await Promise.all([begin(), begin()]);
    assert.deepEqual(begun[0], begun[1]);
    const saved = await drafts.change(alice, proposed.id, { ...proposed, message: 'Hello' });
    assert.deepEqual(await begin(), saved);
  });

  test('is begun with its own ticket alone, by its owner alone, and not after it was discarded', async (context) => {
    const { drafts, discardedDrafts, alice, addAccount } = await openDraftPages(context);
    const mallory = await addAccount('mallory@example.com');
    const proposed = await drafts.propose(alice);
    const ticket = drafts.ticketOf(proposed);
    const gone = { code: 'not_found' };
    await assert.rejects(drafts.begin(alice, idFor('other'), ticket), gone);
    await assert.rejects(drafts.begin(alice, 'x', ticket), gone);
    await drafts.begin(alice, proposed.id, ticket);
    await assert.rejects(drafts.begin(mallory, proposed.id, ticket), gone);
    await drafts.change(alice, proposed.id, { ...proposed, message: 'Hello' });
    await discardedDrafts.discard(actor, alice, proposed.id);
    await assert.rejects(drafts.begin(alice, proposed.id, ticket), gone);
  });
});

describe('a draft on two pages', () => {
  test('is not changed by the one that has not seen what the other one did', async (context) => {
    const { drafts, alice, beginEmpty } = await openDraftPages(context);
    const draft = await beginEmpty();
    const [one, two] = [drafts.pageOf(draft), drafts.pageOf(draft)];
    const write = (message: string, page?: typeof one) =>
      drafts.change(alice, draft.id, { ...draft, message }, { seen: page });
    await write('one', one);
    const outdated = { code: 'state_conflict' };
    await assert.rejects(write('two', two), outdated);
    // A page may go on with its own changes, even when the answer to the last one was lost.
    await write('one and more', one);
    // What is there already is no change, whoever saves it.
    const same = await write('one and more', two);
    assert.equal(same.version, 2);
    await write('two', drafts.pageOf(same));
    await assert.rejects(write('one again', one), outdated);
    assert.equal((await drafts.get(alice, draft.id)).message, 'two');
    // Pages of the version before do not say what they show.
    await write('old page');
  });
});
