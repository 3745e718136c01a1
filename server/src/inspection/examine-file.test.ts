import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDraftPages } from '../testing/draft-pages.ts';
import { actor } from '../testing/exchange-fixture.ts';
import { examineFile } from './examine-file.ts';

test('files that share a content are examined like any others', async (context) => {
  const pages = await openDraftPages(context);
  const { alice, drafts, database, blobs } = pages;
  await pages.send(alice, 'zoe@example.com', { 'a.txt': 'text' });
  const [first = assert.fail()] = await database.dispatches.list({ limit: 1 });
  const draft = await drafts.beginAgain(actor, alice, first.dispatch.id);
  await drafts.change(alice, draft.id, { ...draft, receivers: [{ email: 'adam@example.com' }] });
  const second = await drafts.send(actor, alice, draft.id, 'UTC');
  await pages.control.revoke(actor, first.dispatch.id);
  await pages.expiry.reclaimGarbage();
  const [file = assert.fail()] = await database.files.listInDispatch(second);
  assert.equal(await examineFile(pages, file, { isDeep: false }), undefined);
  assert.equal(await examineFile(pages, file, { isDeep: true }), undefined);
  for await (const { key } of blobs.list()) await blobs.delete(key);
  assert.equal(await examineFile(pages, file, { isDeep: true }), 'missing');
});
