import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DraftId } from '../../../domain/model/ids.ts';
import { openSendFixture, toZoe } from './send-fixture.ts';

describe('the Send page', () => {
  test('stores nothing until there is something to keep', async (context) => {
    const { open, post, alice, database } = await openSendFixture(context);
    const list = () => database.drafts.listUnsent(alice.account.id, 0, 9);
    const transact = context.mock.method(database, 'transact');
    const add = context.mock.method(database.drafts, 'add');
    const [one, two] = [await open(), await open()];
    assert.notEqual(one.path, two.path);
    assert.deepEqual(await list(), []);
    assert.deepEqual([transact.mock.callCount(), add.mock.callCount()], [0, 0]);
    assert.equal((await alice.get(one.path)).statusCode, 404);
    await post(one.path, { ticket: one.ticket, act: 'discard' });
    assert.deepEqual(await list(), []);
    const { ticket } = one;
    const answer = await post(one.path, { ticket, message: 'Hello', act: 'save' });
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, one.path]);
    assert.equal((await list()).length, 1);
    assert.match((await alice.get(one.path)).body, /Hello<\/textarea>/);
    // The button that goes back shows the first page again: its form is about the same draft.
    await post(one.path, { ticket, message: 'Hello again', act: 'save' });
    assert.equal((await list()).length, 1);
  });

  test('sends files with its first form, without scripts', async (context) => {
    const { open, post, sentBy } = await openSendFixture(context);
    const { path, ticket } = await open();
    const answer = await post(path, { ticket, ...toZoe }, { files: { 'a.txt': 'one' } });
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, path]);
    assert.deepEqual(await sentBy(), [{ to: ['zoe@example.com'], files: ['a.txt'] }]);
  });

  test('takes a photo from a camera beside no other file, without scripts', async (context) => {
    const { open, post, sentBy, alice } = await openSendFixture(context);
    assert.match((await alice.get('/app/send')).body, /accept="image\/\*" capture="environment"/);
    const { path, ticket } = await open();
    await post(path, { ticket, ...toZoe }, { files: { '': '', 'image.jpg': 'jpeg' } });
    assert.deepEqual(await sentBy(), [{ to: ['zoe@example.com'], files: ['image.jpg'] }]);
  });

  test('refuses a draft that it did not propose', async (context) => {
    const { open, post, alice, database } = await openSendFixture(context);
    const [one, two] = [await open(), await open()];
    const files = { 'a.txt': 'one' };
    for (const ticket of [two.ticket, 'x', '']) {
      const answer = await post(one.path, { ticket, ...toZoe }, { files });
      assert.equal(answer.statusCode, 404);
    }
    assert.deepEqual(await database.drafts.listUnsent(alice.account.id, 0, 9), []);
  });
});

describe('a draft in two tabs', () => {
  test('the second is told that the first has changed it, and nothing is lost', async (context) => {
    const { begin, post, alice, database } = await openSendFixture(context);
    const { path } = await begin();
    const id = path.slice(path.lastIndexOf('/') + 1);
    const [one, two] = [await seen(), await seen()];
    const fields = { receivers: 'zoe@example.com', act: 'save' };
    await post(path, { ...fields, ...one, message: 'First' });
    const told = await post(path, { ...fields, ...two, message: 'Second' });
    assert.equal(told.statusCode, 409, told.body);
    assert.match(told.body, /This draft was changed in another tab/);
    assert.match(told.body, new RegExp(`href="/app/send/${id}">\\s*Reload`));
    assert.match(told.body, /Second<\/textarea>/);
    for (const act of ['save', 'check', 'send', 'send-without']) {
      const json = await post(path, { ...fields, ...two, act, message: '2' }, { json: true });
      assert.deepEqual(
        [json.statusCode, json.json()],
        [409, { error: 'state_conflict', version: 1 }],
      );
    }
    assert.equal(await message(), 'First');
    // Whoever was told can save the second one all the same: the page has it, and the version that it replaces.
    const again = await post(path, { ...fields, ...seenIn(told.body), message: 'Second' });
    assert.equal(again.statusCode, 303, again.body);
    assert.equal(await message(), 'Second');

    async function seen() {
      return seenIn((await alice.get(path)).body);
    }

    function seenIn(body: string) {
      const find = (name: string) =>
        new RegExp(`name="${name}" value="([^"]+)"`).exec(body)?.[1] ?? assert.fail(body);
      return { version: find('version'), page: find('page') };
    }

    async function message() {
      return (await database.drafts.find(id as DraftId, 0))?.message;
    }
  });
});
