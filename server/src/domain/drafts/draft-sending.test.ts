import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { contentsOf, openDraftPages } from '../../testing/draft-pages.ts';
import { actor } from '../../testing/exchange-fixture.ts';
import { idFor, sampleContact } from '../../testing/samples.ts';
import type { Dispatching } from '../dispatches/dispatching.ts';
import { day } from '../model/clock.ts';
import type { ContactGroupId } from '../model/ids.ts';
import { draftOwner } from '../uploads/owners.ts';
import type { DraftEdit } from './draft-edit.ts';
import { createDrafts } from './drafts.ts';

const to = (...emails: string[]) => ({ receivers: emails.map((email) => ({ email })) });

describe('a draft that is sent', () => {
  test('a double Send makes one drop', async (context) => {
    const { drafts, alice, begin, addFile, database } = await openDraftPages(context);
    const draft = await begin(to('zoe@example.com'));
    await addFile(draft, 'a.txt', 'text');
    const send = () => drafts.send(actor, alice, draft.id, 'UTC');
    const ids = new Set([...(await Promise.all([send(), send(), send()])), await send()]);
    assert.equal(ids.size, 1);
    assert.equal((await database.dispatches.listHistory(alice.id)).length, 1);
    const mails = (await database.outbox.list(10)).filter(({ kind }) => kind === 'download');
    assert.equal(mails.length, 1);
  });

  test('is sent as a page leaves it, in one transaction', async (context) => {
    const pages = await openDraftPages(context);
    const { drafts, alice, begin, addFile, database } = pages;
    const draft = await begin(to('adam@example.com'));
    const { id: fileId } = await addFile(draft, 'a.txt', 'text');
    const contents = { ...draft, ...to('zoe@example.com'), message: 'Hello' };
    const names = new Map([[fileId, 'b.txt']]);
    const seen = drafts.pageOf(draft);
    const send = (edit: DraftEdit) => drafts.send(actor, alice, draft.id, 'UTC', edit);
    await assert.rejects(send({ names: new Map([[fileId, '..']]) }), { code: 'invalid' });
    const other = { ...draft, message: 'Changed' };
    await drafts.change(alice, draft.id, other);
    await assert.rejects(send({ contents, names, seen }), { code: 'state_conflict' });
    const kept = await drafts.get(alice, draft.id);
    assert.deepEqual([kept.message, kept.receivers], ['Changed', draft.receivers]);
    const transact = context.mock.method(database, 'transact');
    const sent = await send({ contents, names, seen: drafts.pageOf(kept) });
    assert.equal(transact.mock.callCount(), 1);
    const { dispatch, receivers } = (await database.dispatches.find(sent)) ?? assert.fail();
    assert.deepEqual([dispatch.message, receivers[0]?.email], ['Hello', 'zoe@example.com']);
    assert.deepEqual(await contentsOf(pages, sent), [['b.txt', 'text']]);
  });

  test('is sent as another page leaves it in that instant', async (context) => {
    const pages = await openDraftPages(context);
    const { alice, begin, addFile, database } = pages;
    const draft = await begin(to('adam@example.com'));
    await addFile(draft, 'a.txt', 'text');
    let isFirst = true;
    const dispatching: Pick<Dispatching, 'allowsAnyone' | 'refuseAnyoneLink' | 'sendDraft'> = {
      ...pages.dispatching,
      async sendDraft(...order) {
        if (isFirst) await pages.drafts.change(alice, draft.id, { ...draft, ...to('zoe@x.se') });
        isFirst = false;
        return await pages.dispatching.sendDraft(...order);
      },
    };
    const drafts = createDrafts({ ...pages.draftParts, dispatching });
    const sent = await drafts.send(actor, alice, draft.id, 'UTC');
    const { receivers } = (await database.dispatches.find(sent)) ?? assert.fail();
    assert.equal(receivers[0]?.email, 'zoe@x.se');
  });

  test('says why it cannot be sent, and stays as it is', async (context) => {
    const { drafts, alice, begin, addFile, resumableUploads } = await openDraftPages(context);
    const draft = await begin();
    const send = () => drafts.send(actor, alice, draft.id, 'UTC');
    await addFile(draft, 'a.txt', 'text');
    await assert.rejects(send(), { code: 'no_receivers' });
    await drafts.change(alice, draft.id, { ...draft, ...to('zoe@example.com') });
    const file = {
      name: 'b',
      mediaType: 'text/plain',
      fingerprint: '',
      metadata: '',
      sizeBytes: 9,
    };
    const part = await resumableUploads.begin(actor, draftOwner(draft), file);
    await assert.rejects(send(), {
      code: 'upload_in_progress',
      details: [{ field: 'b', problem: '9 of 9 bytes are missing.' }],
    });
    await drafts.removeFile(actor, alice, draft.id, part.id);
    const late = { ...draft, ...to('zoe@example.com'), lifetime: { date: '2199-01-01' } };
    await drafts.change(alice, draft.id, late);
    await assert.rejects(send(), {
      code: 'invalid',
      details: [{ field: 'lifetime', problem: 'must be 2027-01-14 or earlier.' }],
    });
    const grouped = { ...draft, receivers: [{ group: 'Nobody' }] };
    await drafts.change(alice, draft.id, grouped);
    await assert.rejects(send(), { code: 'invalid', message: /"Nobody", which has no members/ });
    const [kept] = await drafts.list(alice);
    assert.equal(kept?.files, 1);
  });

  test('needs files', async (context) => {
    const { drafts, alice, begin } = await openDraftPages(context);
    const { id } = await begin(to('zoe@example.com'));
    await assert.rejects(drafts.send(actor, alice, id, 'UTC'), { code: 'no_files' });
  });

  test('a group is its members when the draft is sent', async (context) => {
    const { drafts, alice, begin, addFile, database } = await openDraftPages(context);
    const emails = ['early@example.com', 'zoe@example.com', 'late@example.com'];
    const contacts = emails.map((email) => sampleContact(email, { language: 'sv' }));
    await database.contacts.replaceLocal(alice.id, contacts);
    const group = { id: idFor<ContactGroupId>('lab'), name: 'Lab', createdAt: 0 };
    await database.contactGroups.add(alice.id, group);
    await database.contactGroups.addMembers(alice.id, group.id, ['early@example.com']);
    const draft = await begin({ receivers: [{ email: 'zoe@example.com' }, { group: 'Lab' }] });
    await addFile(draft, 'a.txt', 'text');
    await database.contactGroups.removeMember(group.id, 'early@example.com');
    await database.contactGroups.addMembers(alice.id, group.id, emails.slice(1));
    const id = await drafts.send(actor, alice, draft.id, 'UTC');
    const { receivers } = (await database.dispatches.find(id)) ?? assert.fail();
    assert.deepEqual(
      receivers.map(({ email, language }) => [email, language]),
      [
        ['zoe@example.com', 'sv'],
        ['late@example.com', 'sv'],
      ],
    );
  });

  test('takes its terms into the drop', async (context) => {
    const { drafts, alice, begin, addFile, database, clock } = await openDraftPages(context);
    const draft = await begin({
      ...to('zoe@example.com'),
      message: '  Hello\n',
      lifetime: { days: 30 },
      secondFactor: 'email',
      downloadLimit: 2,
      receipts: 'none',
    });
    await addFile(draft, 'a.txt', 'text');
    await addFile(draft, 'a.txt', 'other');
    const id = await drafts.send(actor, alice, draft.id, 'UTC');
    const { dispatch, files } = (await database.dispatches.find(id)) ?? assert.fail();
    const { message, expiresAt, secondFactor, downloadLimit, receipts, ttl, ttlUnit } = dispatch;
    assert.deepEqual(
      { message, expiresAt, secondFactor, downloadLimit, receipts, ttl, ttlUnit },
      {
        message: 'Hello',
        expiresAt: clock.now() + 30 * day,
        secondFactor: 'email',
        downloadLimit: 2,
        receipts: 'none',
        ttl: '30',
        ttlUnit: 'days',
      },
    );
    assert.deepEqual(
      files.map(({ name }) => name),
      ['a.txt', 'a (2).txt'],
    );
    assert.deepEqual(await database.pastReceivers.search(alice.id, 'z', 9), [
      { email: 'zoe@example.com', nick: '' },
    ]);
  });
});
