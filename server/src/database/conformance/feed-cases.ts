import assert from 'node:assert/strict';
import type { EventKind } from '#protocol/event-kinds.ts';
import type { Account } from '../../domain/model/account.ts';
import type { Database } from '../../domain/model/database.ts';
import type { EventAbout, FeedEvent } from '../../domain/model/feed.ts';
import type {
  AccountId,
  ApiKeyId,
  DispatchId,
  FeedEventId,
  FileId,
  InboxToken,
  ReceiverId,
  WebhookId,
} from '../../domain/model/ids.ts';
import { noon } from '../../testing/fake-clock.ts';
import { idFor, sampleDispatch } from '../../testing/samples.ts';
import type { DatabaseCase, TwoHandleCase } from './database-case.ts';
import { addAccounts, addDispatch, alice, bob } from './database-case.ts';

function sampleEvent(
  { id: accountId }: Pick<Account, 'id'>,
  label: string,
  changes: Partial<FeedEvent> = {},
): FeedEvent {
  const id = idFor<FeedEventId>(label);
  return { id, accountId, kind: 'drop.created', at: noon, about: {}, ...changes };
}

/** The ids of what can be read behind a place. */
async function idsAfter(database: Database, { id }: Account, place = 0): Promise<string[]> {
  await database.placeEvents?.([id]);
  return (await database.feed.list(id, place, 1000)).map((event) => event.id);
}

async function endOf(database: Database, { id }: Account): Promise<number> {
  await database.placeEvents?.([id]);
  return (await database.feed.listEnds([id])).get(id) ?? 0;
}

const labels = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${name} ${at}`);

export const feedCases: readonly DatabaseCase[] = [
  {
    name: 'says what the caller of the API calls the drop or request of an event, while it is there',
    async run(database) {
      await addAccounts(database, alice);
      const drop = sampleDispatch(alice, 'drop', { reference: 'case 7' });
      const asked = sampleDispatch(alice, 'asked', { kind: 'grant', reference: 'case 8' });
      const nameless = sampleDispatch(alice, 'nameless');
      for (const each of [drop, asked, nameless]) await addDispatch(database, each, bob.email);
      await database.feed.add([
        sampleEvent(alice, 'sent', { about: { drop: drop.id } }),
        sampleEvent(alice, 'asked', { kind: 'request.created', about: { request: asked.id } }),
        sampleEvent(alice, 'nameless', { about: { drop: nameless.id } }),
        sampleEvent(alice, 'key', { kind: 'key.revoked' }),
      ]);
      const read = async () => {
        await database.placeEvents?.([alice.id]);
        return (await database.feed.list(alice.id, 0, 9)).map(({ reference }) => reference);
      };
      assert.deepEqual(await read(), ['case 7', 'case 8', undefined, undefined]);
      await database.dispatches.removeAll(alice.id);
      assert.deepEqual(await read(), [undefined, undefined, undefined, undefined]);
    },
  },
  {
    name: 'keeps all that an event says, in the order in which events were added',
    async run(database) {
      await addAccounts(database, alice, bob);
      const about: Required<EventAbout> = {
        drop: idFor<DispatchId>('drop'),
        request: idFor<DispatchId>('request'),
        receiver: idFor<ReceiverId>('receiver'),
        item: idFor<InboxToken>('item'),
        file: idFor<FileId>('file'),
        key: idFor<ApiKeyId>('key'),
        webhook: idFor<WebhookId>('webhook'),
        state: 'live',
      };
      const kinds: EventKind[] = ['key.revoked', 'drop.created', 'receiver.opened'];
      const events = kinds.map((kind, at) =>
        sampleEvent(alice, kind, { kind, at: noon - at, about: at === 0 ? about : {} }),
      );
      await database.transact(async ({ feed }) => {
        await feed.add(events.slice(0, 2));
        await feed.add([sampleEvent(bob, 'of another account')]);
        await feed.add(events.slice(2));
      });
      await database.placeEvents?.([alice.id]);
      const listed = await database.feed.list(alice.id, 0, 10);
      assert.deepEqual(
        listed,
        events.map((event, at) => ({ ...event, place: listed[at]?.place })),
      );
      const [first, second, third] = listed.map(({ place }) => place);
      assert.ok(first !== undefined && second !== undefined && third !== undefined);
      assert.ok(0 < first && first < second && second < third);
      assert.deepEqual(
        (await database.feed.list(alice.id, first, 1)).map(({ id }) => id),
        [idFor('drop.created')],
      );
      assert.deepEqual(await database.feed.list(alice.id, third, 1), []);
    },
  },
  {
    name: 'adds an event outside of a transaction, and none of a transaction that fails',
    async run(database) {
      await addAccounts(database, alice);
      await database.feed.add([sampleEvent(alice, 'alone')]);
      const failing = database.transact(async ({ feed }) => {
        await feed.add([sampleEvent(alice, 'failed')]);
        throw new Error('The act failed');
      });
      await assert.rejects(failing, /The act failed/);
      assert.deepEqual(await idsAfter(database, alice), [idFor('alone')]);
    },
  },
  {
    name: 'tells the end of each feed that has an event',
    async run(database) {
      await addAccounts(database, alice, bob);
      const ids: AccountId[] = [alice.id, bob.id];
      assert.deepEqual(await database.feed.listEnds(ids), new Map());
      await database.feed.add([sampleEvent(alice, 'one'), sampleEvent(alice, 'two')]);
      await database.placeEvents?.(ids);
      const listed = await database.feed.list(alice.id, 0, 10);
      const end = listed.at(-1)?.place;
      assert.ok(end !== undefined);
      assert.deepEqual(await database.feed.listEnds(ids), new Map([[alice.id, end]]));
      assert.deepEqual(await database.feed.listEnds([bob.id]), new Map());
    },
  },
  {
    name: 'places the events of all accounts',
    async run(database) {
      await addAccounts(database, alice, bob);
      await database.feed.add([sampleEvent(alice, 'one'), sampleEvent(bob, 'two')]);
      await database.placeEvents?.();
      assert.equal((await database.feed.list(alice.id, 0, 10)).length, 1);
      assert.equal((await database.feed.list(bob.id, 0, 10)).length, 1);
    },
  },
  {
    name: 'removes events that are too old, whether or not they were read, some at a time',
    async run(database) {
      await addAccounts(database, alice);
      const old = labels('read', 3).map((label) => sampleEvent(alice, label, { at: noon - 1 }));
      await database.feed.add(old);
      await idsAfter(database, alice);
      await database.feed.add([sampleEvent(alice, 'unread', { at: noon - 1 })]);
      await database.feed.add([sampleEvent(alice, 'young')]);
      const removed = await database.feed.removeBefore(noon, 2);
      assert.ok(removed >= 2 && removed <= 4, `${removed}`);
      while ((await database.feed.removeBefore(noon, 2)) > 0);
      assert.deepEqual(await idsAfter(database, alice), [idFor('young')]);
    },
  },
  {
    name: 'gives no place twice, though the events before were removed',
    async run(database) {
      await addAccounts(database, alice);
      await database.feed.add([sampleEvent(alice, 'old', { at: noon - 1 })]);
      const end = await endOf(database, alice);
      await database.feed.removeBefore(noon, 10);
      assert.equal(await endOf(database, alice), 0);
      await database.feed.add([sampleEvent(alice, 'new')]);
      assert.deepEqual(await idsAfter(database, alice, end), [idFor('new')]);
    },
  },
  {
    name: 'removes all events of one account, whether or not they were read',
    async run(database) {
      await addAccounts(database, alice, bob);
      await database.feed.add([sampleEvent(alice, 'read'), sampleEvent(bob, 'kept')]);
      await idsAfter(database, alice);
      await database.feed.add([sampleEvent(alice, 'unread')]);
      await database.feed.removeAll(alice.id);
      assert.deepEqual(await idsAfter(database, alice), []);
      assert.deepEqual(await idsAfter(database, bob), [idFor('kept')]);
    },
  },
];

export const feedTwoHandleCases: readonly TwoHandleCase[] = [
  {
    name: 'puts an event that commits later behind those that were read before',
    async run(one, other) {
      await addAccounts(one, alice, bob);
      const begun = Promise.withResolvers<undefined>();
      const goOn = Promise.withResolvers<undefined>();
      // It has its number before the other begins, where numbers are taken early.
      const slow = one.transact(async ({ feed, accounts }) => {
        await accounts.lock(bob.id);
        await feed.add([sampleEvent(alice, 'slow')]);
        begun.resolve(undefined);
        await Promise.race([goOn.promise, new Promise((resolve) => setTimeout(resolve, 300))]);
      });
      await begun.promise;
      const quick = other.feed.add([sampleEvent(alice, 'quick')]);
      await Promise.race([quick, slow]);
      const before = await idsAfter(other, alice);
      const end = await endOf(other, alice);
      goOn.resolve(undefined);
      await Promise.all([slow, quick]);
      const behind = await idsAfter(one, alice, end);
      const all = [...before, ...behind];
      assert.deepEqual([...all].sort(), [idFor('slow'), idFor('quick')].sort());
      assert.deepEqual(await idsAfter(one, alice), all);
    },
  },
  {
    name: 'shows every event of twenty writers once, in one order, to whoever follows',
    async run(one, other) {
      await addAccounts(one, alice);
      const eventsEach = 10;
      const writers = labels('writer', 20).map(async (writer, at) => {
        const database = at % 2 === 0 ? one : other;
        for (const label of labels(writer, eventsEach)) {
          await database.feed.add([sampleEvent(alice, label)]);
        }
      });
      let isDone = false;
      async function follow(database: Database): Promise<string[]> {
        const seen: string[] = [];
        let place = 0;
        for (;;) {
          const isLast = isDone;
          await database.placeEvents?.([alice.id]);
          const page = await database.feed.list(alice.id, place, 7);
          place = page.at(-1)?.place ?? place;
          seen.push(...page.map(({ id }) => id));
          if (isLast && page.length === 0) return seen;
          await new Promise((resolve) => setImmediate(resolve));
        }
      }
      const following = Promise.all([follow(one), follow(other)]);
      await Promise.all(writers);
      isDone = true;
      const [first, second] = await following;
      assert.equal(new Set(first).size, 20 * eventsEach);
      assert.equal(first.length, 20 * eventsEach);
      assert.deepEqual(second, first);
    },
  },
];
