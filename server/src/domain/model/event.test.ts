import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idFor } from '../../testing/samples.ts';
import { recordOf } from './event.ts';
import type { AccountId, DispatchId, DraftId, FileId, MailId } from './ids.ts';

const alice = { id: idFor<AccountId>('alice'), email: 'alice@example.com' };
const ids = {
  dispatch: idFor<DispatchId>('dispatch'),
  draft: idFor<DraftId>('draft'),
  mail: idFor<MailId>('mail'),
  file: idFor<FileId>('file'),
};

test('a record names the object that its event names, or what it is about, or the account', () => {
  const { dispatch, draft, mail, file } = ids;
  const objects = [
    { ids, object: 'a.txt' },
    { ids },
    { ids: { draft, mail } },
    { ids: { mail, file } },
    { ids: { file } },
    {},
  ].map((about) => recordOf({ action: 'drop.created', account: alice, ...about }).object);
  assert.deepEqual(objects, ['a.txt', dispatch, draft, mail, alice.email, alice.email]);
});

test('a record without an object is refused', () => {
  const { id } = alice;
  assert.throws(() => recordOf({ action: 'drop.created', account: { id } }), /has no object/);
  assert.throws(() => recordOf({ action: 'drop.created', account: undefined }), /has no object/);
});

test('a record says nothing of the account, the ids and the mails of its event', () => {
  const event = { action: 'drop.created', account: alice, ids, mails: [] } as const;
  const { dispatch: object } = ids;
  const ok = { action: 'drop.created', object, outcome: 'ok', details: {} };
  assert.deepEqual(recordOf(event), ok);
  const failed = { outcome: 'failed', details: { files: 1 } } as const;
  assert.deepEqual(recordOf({ ...event, ...failed }), { ...ok, ...failed });
});
