import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventKinds } from '#protocol/event-kinds.ts';
import { noon } from '../../testing/fake-clock.ts';
import { idFor } from '../../testing/samples.ts';
import type { DispatchKind } from './dispatch.ts';
import type { Event, EventAction, EventIds } from './event.ts';
import { feedEventOf } from './feed.ts';
import type {
  AccountId,
  ApiKeyId,
  DispatchId,
  FileId,
  InboxToken,
  MailId,
  ReceiverId,
} from './ids.ts';

const account = { id: idFor<AccountId>('alice'), email: 'alice@example.com' };
const dispatch = idFor<DispatchId>('dispatch');
const receiver = idFor<ReceiverId>('receiver');
const request = idFor<DispatchId>('request');
const item = idFor<InboxToken>('item');
const file = idFor<FileId>('file');
const key = idFor<ApiKeyId>('key');

function told(action: EventAction, ids: EventIds = {}, whose: Event['account'] = account) {
  const actor = { name: 'system', source: '-', requestId: '-' };
  return feedEventOf({
    ...{ action, account: whose, ids, actor, at: noon },
    ...{ object: 'a.txt', details: { receiver: 'zoe@example.com' } },
  });
}

/** An action and the kind of its dispatch, what the feed says, and what it is about. */
const rows: [EventAction, DispatchKind | undefined, string, object][] = [
  ['drop.created', undefined, 'drop.created', { drop: dispatch, state: 'live' }],
  ['dispatch.extended', 'drop', 'drop.extended', { drop: dispatch, state: 'live' }],
  ['drop.expiring', 'drop', 'drop.expiring', { drop: dispatch, state: 'live' }],
  ['drop.expired', 'drop', 'drop.expired', { drop: dispatch, state: 'expired' }],
  ['dispatch.revoked', 'drop', 'drop.revoked', { drop: dispatch, state: 'revoked' }],
  ['drop.completed', 'drop', 'drop.completed', { drop: dispatch, state: 'live' }],
  ['drop.link_made', 'drop', 'drop.link_added', { drop: dispatch, state: 'live' }],
  ['drop.link_revoked', 'drop', 'drop.link_revoked', { drop: dispatch, state: 'live' }],
  ['grant.created', undefined, 'request.created', { request: dispatch, state: 'live' }],
  ['dispatch.revoked', 'grant', 'request.closed', { request: dispatch, state: 'closed' }],
  ['grant.expired', 'grant', 'request.expired', { request: dispatch, state: 'expired' }],
];

test('an event about a dispatch names it as a drop or as a request', () => {
  for (const [action, dispatchKind, kind, about] of rows) {
    const ids = { dispatch, ...(dispatchKind && { dispatchKind }) };
    const expected = { accountId: account.id, at: noon, kind, about };
    assert.deepEqual(told(action, ids), expected, action);
  }
});

test('an event about a receiver names it, and the drop or request', () => {
  const receivers: [EventAction, string, string][] = [
    ['dispatch.receiver_added', 'receiver.added', 'waiting'],
    ['dispatch.address_corrected', 'receiver.added', 'waiting'],
    ['link_mail.sent', 'receiver.mailed', 'sent'],
    ['link_mail.delayed', 'receiver.mail_delayed', 'delayed'],
    ['link_mail.refused', 'receiver.mail_refused', 'refused'],
    ['link_mail.unwanted', 'receiver.mail_refused', 'unwanted'],
    ['receiver.opened', 'receiver.opened', 'opened'],
    ['receiver.completed', 'receiver.completed', 'completed'],
    ['dispatch.receiver_revoked', 'receiver.revoked', 'revoked'],
    ['receiver.replaced', 'receiver.revoked', 'revoked'],
  ];
  for (const [action, kind, state] of receivers) {
    const ofDrop = told(action, { dispatch, dispatchKind: 'drop', receiver });
    assert.deepEqual([ofDrop?.kind, ofDrop?.about], [kind, { drop: dispatch, receiver, state }]);
    const ofGrant = told(action, { dispatch, dispatchKind: 'grant', receiver });
    assert.deepEqual(ofGrant?.about, { request: dispatch, receiver, state }, action);
  }
  const completed = told('receiver.file_completed', {
    ...{ dispatch, dispatchKind: 'drop', receiver, file },
  });
  assert.deepEqual(completed?.about, { drop: dispatch, receiver, file });
});

test('an event about the inbox, a file or a key names that', () => {
  const back = { dispatch, dispatchKind: 'return', receiver, request, item } as const;
  const others: [EventAction, EventIds, string, object][] = [
    ['return.created', back, 'inbox.received', { request, item }],
    ['inbox.received', { item }, 'inbox.received', { item }],
    ['inbox.expiring', { item }, 'inbox.expiring', { item }],
    ['inbox.parked', { item }, 'inbox.parked', { item, state: 'parked' }],
    ['file.expired', { file }, 'upload.expired', { file, state: 'expired' }],
    ['upload.expired', { file }, 'upload.expired', { file, state: 'expired' }],
    ['key.expiring', { key }, 'key.expiring', { key }],
    ['account.key_ended', { key }, 'key.revoked', { key, state: 'revoked' }],
    ['key.revoked', { key }, 'key.revoked', { key, state: 'revoked' }],
  ];
  for (const [action, ids, kind, about] of others) {
    const event = told(action, ids);
    assert.deepEqual([event?.kind, event?.about], [kind, about], action);
  }
});

test('no feed tells of other events, of what came back and ended, or of what has no account', () => {
  assert.equal(told('contacts.replaced'), undefined);
  assert.equal(told('mail.refused', { mail: idFor<MailId>('mail'), receiver }), undefined);
  assert.equal(told('dispatch.revoked', { dispatch, dispatchKind: 'return' }), undefined);
  const actor = { name: 'system', source: '-', requestId: '-' };
  const nobodys = { action: 'upload.expired', account: undefined, actor, at: noon } as const;
  assert.equal(feedEventOf(nobodys), undefined);
});

test('every kind has an event that it tells of', () => {
  const known = new Set(rows.map(([, , kind]) => kind));
  for (const kind of eventKinds.filter((each) => /^(drop|request)\./.test(each))) {
    assert.ok(known.has(kind), kind);
  }
});
