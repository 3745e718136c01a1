import assert from 'node:assert/strict';
import type { Database } from '../../domain/model/database.ts';
import type { Dispatch } from '../../domain/model/dispatch.ts';
import type { DispatchId, InboxToken, ReceiverId } from '../../domain/model/ids.ts';
import type { QueueQuery } from '../../domain/model/inbox-queue.ts';
import { mostLeases } from '../../domain/model/inbox-queue.ts';
import { noon } from '../../testing/fake-clock.ts';
import { idFor, sampleDispatch, sampleFile, sampleReceiver } from '../../testing/samples.ts';
import type { DatabaseCase, TwoHandleCase } from './database-case.ts';
import { addAccounts, addDispatch, alice, sendFiles } from './database-case.ts';

const zoe = 'zoe@example.com';
const minuteMs = 60_000;
const none = idFor<ReceiverId>('none');

/** Drops to Zoë, a minute apart. */
async function addItems(
  database: Database,
  labels: readonly string[],
  overrides: Partial<Dispatch> = {},
) {
  const items: { dispatch: Dispatch; id: ReceiverId; token: InboxToken }[] = [];
  for (const [at, label] of labels.entries()) {
    const dispatch = sampleDispatch(alice, label, {
      createdAt: noon + at * minuteMs,
      ...overrides,
    });
    await addDispatch(database, dispatch, zoe);
    const { id, inboxToken: token } = sampleReceiver(dispatch, zoe);
    items.push({ dispatch, id, token });
  }
  return items;
}

async function list(database: Database, query: Partial<QueueQuery> = {}) {
  const { items, next } = await database.inboxQueue.list(zoe, noon, {
    ...{ order: 'oldest', limit: 10 },
    ...query,
  });
  return { tokens: items.map(({ token }) => token), next };
}

const everything = { codesSince: -1, limit: 10 };

async function listFree(database: Database, now: number): Promise<ReceiverId[]> {
  return await database.inboxQueue.listFree(zoe, now, everything);
}

async function lease(
  database: Database,
  ids: readonly ReceiverId[],
  nonce: string,
  now: number,
  limit = 10,
): Promise<ReceiverId[]> {
  const given = { nonce, endsAt: now + minuteMs, limit, now };
  return await database.transact(({ inboxQueue }) => inboxQueue.lease(ids, given));
}

async function acknowledge(database: Database, id: ReceiverId, nonce: string, now: number) {
  return await database.transact(({ inboxQueue }) => inboxQueue.acknowledge(id, nonce, now));
}

export const queueCases: readonly DatabaseCase[] = [
  {
    name: 'lists what is in an inbox in either order, part by part, by state, time and request',
    async run(database) {
      await addAccounts(database, alice);
      const items = await addItems(database, ['first', 'second', 'third', 'fourth']);
      const [first, second, third, fourth] = items.map(({ token }) => token);
      const part = await list(database, { limit: 3 });
      assert.deepEqual(part.tokens, [first, second, third]);
      const rest = await list(database, { limit: 3, after: part.next });
      assert.deepEqual(rest, { tokens: [fourth], next: undefined });
      const newest = await list(database, { order: 'newest', limit: 2 });
      assert.deepEqual(newest.tokens, [fourth, third]);
      const older = await list(database, { order: 'newest', limit: 9, after: newest.next });
      assert.deepEqual(older, { tokens: [second, first], next: undefined });

      const times = { createdFrom: noon + minuteMs, createdBefore: noon + 3 * minuteMs };
      assert.deepEqual((await list(database, times)).tokens, [second, third]);

      const { inboxQueue } = database;
      const ids = items.map(({ id }) => id);
      await lease(database, ids.slice(1, 2), 'nonce', noon);
      assert.equal(await inboxQueue.acknowledge(ids[1] ?? none, 'nonce', noon), true);
      assert.deepEqual((await list(database, { state: 'new' })).tokens, [first, third, fourth]);
      assert.deepEqual((await list(database, { state: 'acknowledged' })).tokens, [second]);
      assert.deepEqual((await list(database, { state: 'parked' })).tokens, []);
      assert.deepEqual((await list(database)).tokens, [first, second, third, fourth]);

      // Removed by the retention of history, or with the account of its sender.
      const removed = { id: idFor<InboxToken>('removed'), createdAt: noon + minuteMs };
      const behind = await list(database, { after: removed });
      assert.deepEqual(behind.tokens, [third, fourth]);
      const before = await list(database, { order: 'newest', after: removed });
      assert.deepEqual(before.tokens, [first]);
    },
  },
  {
    name: 'says through which request an item came, and lists the files of items',
    async run(database) {
      await addAccounts(database, alice);
      const grant = sampleDispatch(alice, 'grant', {
        kind: 'grant',
        title: 'X-rays',
        reference: 'case 7',
      });
      await addDispatch(database, grant, zoe);
      const origin = {
        email: zoe,
        nick: 'Zoe',
        grantReceiverId: sampleReceiver(grant, zoe).id,
      };
      const back = sampleDispatch(alice, 'back', { kind: 'return', origin });
      const own = sampleReceiver(back, alice.email, { linkHash: undefined });
      await database.dispatches.add(back, [own]);
      const drop = sampleDispatch(alice, 'drop', { title: 'Letter', reference: 'letter 8' });
      await addDispatch(database, drop, alice.email);
      const place = { folder: 'b/c', nameInFolder: 'b.txt' };
      const files = [sampleFile(alice, 'b.txt'), sampleFile(alice, 'a.txt', place)];
      await sendFiles(database, back, ...files);

      const { inboxQueue } = database;
      const query = { order: 'oldest', limit: 9 } as const;
      const { items } = await inboxQueue.list(alice.email, noon, query);
      assert.deepEqual(
        items.map(({ dispatchId, requestId, reference }) => [dispatchId, requestId, reference]),
        [
          [back.id, grant.id, 'case 7'],
          [drop.id, undefined, 'letter 8'],
        ],
      );
      assert.deepEqual(
        items.map(({ title, requestTitle }) => [title, requestTitle]),
        [
          [undefined, 'X-rays'],
          ['Letter', undefined],
        ],
      );
      const through = await inboxQueue.list(alice.email, noon, { ...query, requestId: grant.id });
      assert.deepEqual(
        through.items.map(({ token }) => token),
        [own.inboxToken],
      );
      const other = { ...query, requestId: idFor<DispatchId>('other') };
      assert.deepEqual((await inboxQueue.list(alice.email, noon, other)).items, []);
      const listed = await inboxQueue.listFiles([back.id, drop.id]);
      assert.deepEqual(
        listed.get(back.id),
        files.map(({ id, name, mediaType, sizeBytes, sha256 }, at) => ({
          ...{ id, name, ...(at === 0 ? { folder: '' } : place), mediaType, sizeBytes, sha256 },
        })),
      );
      assert.deepEqual(listed.get(drop.id), []);
    },
  },
  {
    name: 'leases what is free, oldest first, until the lease ends or it is acknowledged',
    async run(database) {
      await addAccounts(database, alice);
      const items = await addItems(database, ['first', 'second', 'third']);
      const [first = none, second = none, third] = items.map(({ id }) => id);
      const { inboxQueue } = database;
      const all = await listFree(database, noon);
      assert.deepEqual(all, [first, second, third]);
      assert.deepEqual(await lease(database, all, 'one', noon, 2), [first, second]);
      assert.deepEqual(await lease(database, all, 'two', noon, 2), [third]);
      assert.deepEqual(await lease(database, all, 'three', noon), []);
      assert.deepEqual(await listFree(database, noon), []);
      const end = noon + minuteMs;
      assert.equal(await inboxQueue.findNextEnd(zoe, noon), end);

      assert.equal(await inboxQueue.acknowledge(first, 'two', noon), false);
      assert.equal(await inboxQueue.acknowledge(first, 'one', end), false);
      assert.equal(await inboxQueue.acknowledge(first, 'one', end - 1), true);
      const later = { nonce: 'one', endsAt: end + minuteMs };
      assert.equal(await inboxQueue.renew(second, { ...later, nonce: 'two' }, noon), false);
      assert.equal(await inboxQueue.renew(second, later, noon), true);
      assert.equal(await inboxQueue.renew(first, later, noon), false);
      assert.deepEqual(await listFree(database, end), [third]);
      assert.equal(await inboxQueue.release(second, 'one', end), true);
      assert.equal(await inboxQueue.release(second, 'one', end), false);
      assert.deepEqual(await listFree(database, end), [second, third]);

      const [acknowledged, released] = await inboxQueue.listByReceivers(zoe, all, end);
      assert.deepEqual([acknowledged?.acknowledgedAt, acknowledged?.leases], [end - 1, 1]);
      assert.deepEqual(
        [released?.acknowledgedAt, released?.leases, released?.lease],
        [undefined, 1, { nonce: 'one', endsAt: end }],
      );
    },
  },
  {
    name: 'leases nothing that is over, was revoked, or needs a code that the key does not replace',
    async run(database) {
      await addAccounts(database, alice);
      const [ended, revoked, coded] = [
        ...(await addItems(database, ['ended', 'revoked'])),
        ...(await addItems(database, ['coded'], { secondFactor: 'sms' })),
      ];
      const free = async (codesSince: number, now = noon) =>
        await database.inboxQueue.listFree(zoe, now, { codesSince, limit: 9 });
      assert.equal((await free(-1)).length, 3);
      await database.dispatches.end(ended?.dispatch.id ?? idFor('none'), noon);
      await database.dispatches.endLink(revoked?.id ?? none, noon);
      const gone = [ended?.id ?? none, revoked?.id ?? none];
      assert.deepEqual(await lease(database, gone, 'nonce', noon), []);
      assert.deepEqual(await free(-1), [coded?.id]);
      assert.deepEqual(await free(noon - 1), [coded?.id]);
      assert.deepEqual(await free(noon), []);
      assert.deepEqual(await free(-1, coded?.dispatch.expiresAt), []);
    },
  },
  {
    name: 'parks what was leased too often, and hands it out again once it is taken out',
    async run(database) {
      await addAccounts(database, alice);
      const [item] = await addItems(database, ['poison']);
      const { id = none, token = idFor<InboxToken>('none') } = item ?? {};
      const { inboxQueue } = database;
      for (let count = 1; count <= mostLeases; count += 1) {
        assert.deepEqual(await inboxQueue.listSpent(noon + count * minuteMs, 9), []);
        const taken = await lease(database, [id], `nonce ${count}`, noon + count * minuteMs);
        assert.deepEqual(taken, [id]);
      }
      const last = noon + mostLeases * minuteMs;
      const end = last + minuteMs;
      assert.deepEqual(await inboxQueue.listSpent(end - 1, 9), []);
      assert.equal(await inboxQueue.park(id, end - 1), false);
      assert.deepEqual(await listFree(database, end), []);
      assert.deepEqual(await lease(database, [id], 'more', end), []);
      assert.deepEqual(await inboxQueue.listSpent(end, 9), [{ receiverId: id, email: zoe, token }]);
      assert.equal(await inboxQueue.park(id, end), true);
      assert.equal(await inboxQueue.park(id, end), false);
      assert.deepEqual(await inboxQueue.listSpent(end, 9), []);
      assert.deepEqual((await list(database, { state: 'parked' })).tokens, [token]);
      assert.deepEqual((await list(database, { state: 'new' })).tokens, []);

      await inboxQueue.unpark(id);
      const found = await inboxQueue.find(zoe, token, noon);
      assert.deepEqual([found?.parkedAt, found?.leases, found?.lease], [undefined, 0, undefined]);
      assert.deepEqual(await lease(database, [id], 'again', end), [id]);
      await inboxQueue.unpark(id);
      assert.equal((await inboxQueue.find(zoe, token, noon))?.leases, 1);
    },
  },
];

export const queueTwoHandleCases: readonly TwoHandleCase[] = [
  {
    name: 'gives each item to one of twenty programs at a time, and loses none whose program fails',
    async run(one, other) {
      await addAccounts(one, alice);
      const labels = Array.from({ length: 30 }, (_, at) => `item ${at}`);
      const items = await addItems(one, labels, { createdAt: noon });
      const acknowledged: ReceiverId[] = [];
      const failures = new Map<ReceiverId, number>();
      let now = noon;
      let busy = 0;

      async function work(program: number): Promise<void> {
        const database = program % 2 === 0 ? one : other;
        for (let turn = 0; acknowledged.length < items.length; turn += 1) {
          busy += 1;
          const wanted = { codesSince: -1, limit: 20 };
          const ids = await database.inboxQueue.listFree(zoe, now, wanted);
          const nonce = `${program} ${turn}`;
          const taken = ids.length === 0 ? [] : await lease(database, ids, nonce, now, 3);
          for (const [at, id] of taken.entries()) {
            const failed = failures.get(id) ?? 0;
            if (failed < 2 && (turn + at + program) % 3 === 0) failures.set(id, failed + 1);
            else if (await acknowledge(database, id, nonce, now)) acknowledged.push(id);
          }
          busy -= 1;
          // Nobody has anything: the leases of those that failed end.
          if (ids.length === 0 && busy === 0) now += minuteMs;
          await new Promise((resolve) => setImmediate(resolve));
        }
      }

      await Promise.all(Array.from({ length: 20 }, (_, program) => work(program)));
      assert.ok(failures.size > 0);
      assert.deepEqual(acknowledged.toSorted(), items.map(({ id }) => id).toSorted());
      assert.deepEqual(await other.inboxQueue.listFree(zoe, now, everything), []);
    },
  },
];
