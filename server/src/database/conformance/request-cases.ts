import assert from 'node:assert/strict';
import { day, hour } from '../../domain/model/clock.ts';
import type { Database } from '../../domain/model/database.ts';
import type { Dispatch } from '../../domain/model/dispatch.ts';
import type { RequestQuery } from '../../domain/model/file-request.ts';
import { noon } from '../../testing/fake-clock.ts';
import { idFor, sampleDispatch, sampleFile, sampleReceiver } from '../../testing/samples.ts';
import { addDeadAndForeign } from './dispatch-cases.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, addDispatch, alice, bob, sendFiles } from './database-case.ts';

const zoe = 'zoe@example.com';
const adam = 'adam@example.com';
const nothing = { returns: 0, files: 0, bytes: 0 };

/** Files that came back to Alice through one receiver of her grant. */
async function addReturn(
  database: Database,
  grant: Dispatch,
  from: string,
  label: string,
  sizes: readonly number[],
): Promise<Dispatch> {
  const back = sampleDispatch(alice, label, {
    kind: 'return',
    message: 'Here it is',
    origin: { email: from, nick: 'Zoe', grantReceiverId: sampleReceiver(grant, from).id },
  });
  await database.dispatches.add(back, [sampleReceiver(back, alice.email, { linkHash: undefined })]);
  const files = sizes.map((sizeBytes, at) => sampleFile(alice, `${label} ${at}`, { sizeBytes }));
  await sendFiles(database, back, ...files);
  return back;
}

export const requestCases: readonly DatabaseCase[] = [
  {
    name: 'keeps the limits of a grant, whichever there are',
    async run(database) {
      await addAccounts(database, alice);
      const grant = sampleDispatch(alice, 'grant', { kind: 'grant' });
      const other = sampleDispatch(alice, 'other', { kind: 'grant' });
      await addDispatch(database, grant, zoe);
      await addDispatch(database, other, zoe);
      const limits = {
        maxFiles: 3,
        maxBytes: 6_000_000_000,
        maxFileBytes: undefined,
        maxReturns: 1,
      };
      await database.fileRequests.addLimits(grant.id, limits);
      assert.deepEqual(await database.fileRequests.findLimits(grant.id), limits);
      assert.equal(await database.fileRequests.findLimits(other.id), undefined);
    },
  },
  {
    name: 'lists the grants of an account page by page, with what came through all of their links',
    async run(database) {
      await addAccounts(database, alice, bob);
      const grants = ['first', 'second', 'third'].map((label) =>
        sampleDispatch(alice, label, { kind: 'grant' }),
      );
      const [first = assert.fail(), second = assert.fail(), third = assert.fail()] = grants;
      await addDispatch(database, first, zoe, adam);
      await addDispatch(database, sampleDispatch(alice, 'drop'), zoe);
      await addDispatch(database, sampleDispatch(bob, 'grant', { kind: 'grant' }), zoe);
      await addDispatch(database, second, adam);
      await addDispatch(database, third, '');
      await addReturn(database, first, zoe, 'one', [5_000_000_000, 1]);
      const ended = await addReturn(database, first, adam, 'two', [2]);
      await database.dispatches.end(ended.id, noon);
      await database.dispatches.end(first.id, noon);
      const { fileRequests } = database;
      const page = await fileRequests.list(alice.id, { limit: 2, now: noon });
      assert.deepEqual(page, [
        { dispatch: third, endedAt: undefined, receivers: 1, firstEmail: '', came: nothing },
        { dispatch: second, endedAt: undefined, receivers: 1, firstEmail: adam, came: nothing },
      ]);
      const behind = (after: Dispatch) => ({ after: after.id, limit: 2, now: noon });
      assert.deepEqual(await fileRequests.list(alice.id, behind(second)), [
        {
          dispatch: first,
          endedAt: noon,
          receivers: 2,
          firstEmail: zoe,
          came: { returns: 2, files: 3, bytes: 5_000_000_003 },
        },
      ]);
      assert.deepEqual(await fileRequests.list(alice.id, behind(first)), []);
      assert.deepEqual(await fileRequests.find(alice.id, third.id), page[0]);
      assert.equal(await fileRequests.find(bob.id, third.id), undefined);
      const drop = sampleDispatch(alice, 'drop');
      assert.equal(await fileRequests.find(alice.id, drop.id), undefined);
      assert.deepEqual(await fileRequests.list(bob.id, behind(second)), []);
    },
  },
  {
    name: 'lists the grants of an account by state and age, also behind one that is gone',
    async run(database) {
      await addAccounts(database, alice);
      const labels = ['closed', 'expired', 'overdue', 'live'];
      const [closed = assert.fail(), expired = assert.fail(), overdue = assert.fail(), live] =
        labels.map((label, at) =>
          sampleDispatch(alice, label, {
            ...{ kind: 'grant', createdAt: noon + at },
            expiresAt: noon + (label === 'live' ? day : hour),
          }),
        );
      for (const grant of [closed, expired, overdue, live ?? assert.fail()]) {
        await addDispatch(database, grant, zoe);
      }
      await database.dispatches.end(closed.id, noon + 5);
      await database.dispatches.end(expired.id, expired.expiresAt);
      const list = async (query: Partial<RequestQuery> = {}) => {
        const page = { limit: 9, now: noon + hour, ...query };
        const grants = await database.fileRequests.list(alice.id, page);
        return grants.map(({ dispatch: { id } }) =>
          labels.find((label) => sampleDispatch(alice, label).id === id),
        );
      };
      assert.deepEqual(await list(), ['live', 'overdue', 'expired', 'closed']);
      assert.deepEqual(await list({ state: 'live' }), ['live']);
      assert.deepEqual(await list({ state: 'expired' }), ['overdue', 'expired']);
      assert.deepEqual(await list({ state: 'expired', limit: 1 }), ['overdue']);
      assert.deepEqual(await list({ state: 'closed' }), ['closed']);
      assert.deepEqual(await list({ state: 'closed', after: overdue.id }), ['closed']);
      assert.deepEqual(await list({ state: 'ended' }), ['overdue', 'expired', 'closed']);
      assert.deepEqual(await list({ state: 'ended', after: overdue.id }), ['expired', 'closed']);
      const between = { createdFrom: noon + 1, createdBefore: noon + 3 };
      assert.deepEqual(await list(between), ['overdue', 'expired']);
      const gone = idFor<typeof closed.id>('gone');
      assert.deepEqual(await list({ after: gone }), []);
      assert.deepEqual(await list({ after: gone, afterCreatedAt: noon + 1 }), [
        'expired',
        'closed',
      ]);
    },
  },
  {
    name: 'shows what came through each link of a grant, and what of it is still there',
    async run(database) {
      await addAccounts(database, alice);
      const grant = sampleDispatch(alice, 'grant', { kind: 'grant' });
      await addDispatch(database, grant, zoe, adam);
      const older = await addReturn(database, grant, zoe, 'older', [1, 2]);
      const newer = await addReturn(database, grant, zoe, 'newer', [4]);
      await database.dispatches.end(older.id, noon);
      const [toZoe, toAdam] = [sampleReceiver(grant, zoe), sampleReceiver(grant, adam)];
      const { fileRequests } = database;
      await database.dispatches.markOpened(toZoe.id, noon);
      await database.dispatches.endLink(toAdam.id, noon);
      const both = [
        {
          ...{ ...toZoe, position: 0, openedAt: noon, revokedAt: undefined },
          came: { returns: 2, files: 3, bytes: 7 },
        },
        {
          ...{ ...toAdam, linkHash: undefined, position: 1, openedAt: undefined, revokedAt: noon },
          came: nothing,
        },
      ];
      assert.deepEqual(await fileRequests.listReceivers(grant.id, { limit: 5 }), both);
      assert.deepEqual(await fileRequests.listReceivers(grant.id, { limit: 1 }), both.slice(0, 1));
      const second = await fileRequests.listReceivers(grant.id, { after: 0, limit: 5 });
      assert.deepEqual(second, both.slice(1));
      assert.deepEqual(await fileRequests.findReceiver(grant.id, toZoe.id), both[0]);
      const elsewhere = idFor<typeof grant.id>('elsewhere');
      assert.equal(await fileRequests.findReceiver(elsewhere, toZoe.id), undefined);
      const common = { receiverId: toZoe.id, email: zoe, nick: 'Zoe', at: noon };
      const tokenOf = (back: Dispatch) => sampleReceiver(back, alice.email).inboxToken;
      assert.deepEqual(await fileRequests.listReturns(grant.id, { now: noon, limit: 5 }), [
        { ...common, token: tokenOf(newer), files: 1, bytes: 4, isLive: true },
        { ...common, token: tokenOf(older), files: 2, bytes: 3, isLive: false },
      ]);
      const tokensBehind = async (back: Dispatch, token = tokenOf(back)) => {
        const page = { after: { token, at: back.createdAt }, now: noon, limit: 5 };
        return (await fileRequests.listReturns(grant.id, page)).map((each) => each.token);
      };
      assert.deepEqual(await tokensBehind(newer), [tokenOf(older)]);
      assert.deepEqual(await tokensBehind(older), []);
      assert.deepEqual(await tokensBehind({ ...newer, createdAt: noon - 1 }, idFor('gone')), []);
      const atEnd = await fileRequests.listReturns(grant.id, { now: newer.expiresAt, limit: 1 });
      assert.deepEqual(
        atEnd.map(({ token, isLive }) => [token, isLive]),
        [[tokenOf(newer), false]],
      );
    },
  },
  {
    name: 'lists the items of an inbox page by page, each with its sender, message and sums',
    async run(database) {
      const shy = { ...bob, visibility: { ...bob.visibility, email: false } };
      await addAccounts(database, alice, shy);
      const grant = sampleDispatch(alice, 'grant', { kind: 'grant' });
      await addDispatch(database, grant, zoe);
      const drop = sampleDispatch(alice, 'to herself');
      await addDispatch(database, drop, zoe, alice.email);
      const back = await addReturn(database, grant, zoe, 'back', [3_000_000_000, 7]);
      const hidden = sampleDispatch(shy, 'hidden', { message: 'Hello' });
      await addDispatch(database, hidden, alice.email);
      const { inboxItems } = database;
      const itemOf = (dispatch: Dispatch) => {
        const { id: receiverId, inboxToken: token } = sampleReceiver(dispatch, alice.email);
        const { id: dispatchId, accountId, message, createdAt, expiresAt, secondFactor } = dispatch;
        const what = { token, dispatchId, receiverId, message, createdAt, expiresAt, secondFactor };
        return {
          ...what,
          accountId,
          kind: 'drop',
          senderName: '',
          files: 0,
          bytes: 0,
          seenAt: undefined,
        };
      };
      const returned = {
        ...itemOf(back),
        kind: 'return',
        senderName: 'Zoe',
        senderEmail: zoe,
        files: 2,
        bytes: 3_000_000_007,
        request: { id: grant.id, message: grant.message },
      };
      assert.deepEqual(await inboxItems.list(alice.email, noon, 2), [
        { ...itemOf(hidden), senderEmail: '' },
        returned,
      ]);
      assert.deepEqual(await inboxItems.list(alice.email, noon, 2, returned.token), [
        { ...itemOf(drop), senderEmail: alice.email },
      ]);
      const foreign = sampleReceiver(drop, zoe).inboxToken;
      assert.deepEqual(await inboxItems.list(alice.email, noon, 2, foreign), []);
      assert.deepEqual(await inboxItems.find(alice.email, returned.token, noon), returned);
    },
  },
  {
    name: 'searches an inbox by senders, messages and files, and what a code guards by its sender',
    async run(database) {
      const shy = { ...bob, visibility: { ...bob.visibility, email: false } };
      await addAccounts(database, alice, shy);
      const open = sampleDispatch(alice, 'open', { message: 'The 50% Ärzte_list' });
      const guarded = sampleDispatch(alice, 'guarded', { message: 'Ärzte', secondFactor: 'sms' });
      const hidden = sampleDispatch(shy, 'hidden', { message: 'nothing' });
      for (const drop of [open, guarded, hidden]) await addDispatch(database, drop, zoe);
      await sendFiles(database, open, sampleFile(alice, 'Plan.pdf'));
      await sendFiles(database, guarded, sampleFile(alice, 'plan of the guarded.pdf'));
      const find = async (text: string, email = zoe) =>
        (await database.inboxItems.search(email, text, noon, 9)).map(
          ({ dispatchId }) => dispatchId,
        );
      assert.deepEqual(await find('ALICE@'), [guarded.id, open.id]);
      for (const text of ['ärzte', 'ÄRZTE_', '50% ', 'PLAN.']) {
        assert.deepEqual(await find(text), [open.id], text);
      }
      for (const text of ['bob@', '5_%', 'guarded']) assert.deepEqual(await find(text), [], text);
      assert.deepEqual(await find('alice', alice.email), [], 'of somebody else');
      const found = await database.inboxItems.search(zoe, 'alice', noon, 1);
      assert.equal(found.length, 1);
    },
  },
  {
    name: 'says how often the files of an item may be downloaded, where that is limited',
    async run(database) {
      await addAccounts(database, alice);
      const limited = sampleDispatch(alice, 'limited', { downloadLimit: 2 });
      const free = sampleDispatch(alice, 'free');
      for (const drop of [limited, free]) await addDispatch(database, drop, zoe);
      const limits = [];
      for (const drop of [limited, free]) {
        const { inboxToken } = sampleReceiver(drop, zoe);
        limits.push((await database.inboxItems.find(zoe, inboxToken, noon))?.downloadLimit);
      }
      assert.deepEqual(limits, [2, undefined]);
    },
  },
  {
    name: 'hides from the items of an inbox what is over, is no drop, was revoked, or is another’s',
    async run(database) {
      await addAccounts(database, alice);
      await addDeadAndForeign(database, zoe);
      const drop = sampleDispatch(alice, 'drop');
      await addDispatch(database, drop, adam, zoe);
      const { id, inboxToken: token } = sampleReceiver(drop, zoe);
      const { inboxItems } = database;
      assert.equal((await inboxItems.list(zoe, noon, 9)).length, 1);
      assert.equal(await inboxItems.find(adam, token, noon), undefined);
      assert.equal(await inboxItems.find(zoe, idFor('no such token'), noon), undefined);
      assert.equal(await inboxItems.find(zoe, token, drop.expiresAt), undefined);
      await database.dispatches.endLink(id, noon);
      assert.deepEqual(await inboxItems.list(zoe, noon, 9), []);
      assert.equal(await inboxItems.find(zoe, token, noon), undefined);
      assert.equal((await inboxItems.list(adam, noon, 9)).length, 1);
      assert.equal(await inboxItems.countNew(zoe, noon, 9), 0);
      await database.dispatches.setLink(id, { hash: Buffer.alloc(32, 7), generation: 1 });
      assert.deepEqual(
        (await inboxItems.list(zoe, noon, 9)).map((item) => item.token),
        [token],
      );
      await database.dispatches.end(drop.id, noon);
      assert.deepEqual(await inboxItems.list(zoe, noon, 9), []);
    },
  },
  {
    name: 'counts what was not opened, and keeps the first time that an item was',
    async run(database) {
      await addAccounts(database, alice);
      const [one, other] = [sampleDispatch(alice, 'one'), sampleDispatch(alice, 'other')];
      await addDispatch(database, one, zoe);
      await addDispatch(database, other, zoe);
      const { id, inboxToken: token } = sampleReceiver(one, zoe);
      const { inboxItems } = database;
      assert.equal(await inboxItems.countNew(zoe, noon, 9), 2);
      assert.equal(await inboxItems.countNew(zoe, noon, 1), 1);
      await inboxItems.markSeen(id, noon + 1);
      await inboxItems.markSeen(id, noon + 2);
      assert.equal(await inboxItems.countNew(zoe, noon, 9), 1);
      assert.equal((await inboxItems.find(zoe, token, noon))?.seenAt, noon + 1);
      assert.equal(await inboxItems.countNew(zoe, other.expiresAt, 9), 0);
    },
  },
];
