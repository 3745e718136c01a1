import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { openInMemory } from '../../database/memory/memory-database.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { testRowBinding } from '../../testing/row-binding-fixture.ts';
import { idFor, sampleAccount } from '../../testing/samples.ts';
import { day } from '../model/clock.ts';
import type { FeedEvent } from '../model/feed.ts';
import type { FeedEventId } from '../model/ids.ts';
import { createFeed } from './feed.ts';

const alice = sampleAccount('alice@example.com');

async function open(context: TestContext) {
  const database = openInMemory(testRowBinding);
  context.after(() => database.close());
  await database.accounts.add(alice);
  const clock = createFakeClock();
  async function add(count: number, changes: Partial<FeedEvent> = {}) {
    await database.feed.add(
      Array.from({ length: count }, (_, at) => ({
        ...{ id: idFor<FeedEventId>(`${at}`), accountId: alice.id, kind: 'drop.created' as const },
        ...{ at: clock.now(), about: {}, ...changes },
      })),
    );
  }
  return { feed: createFeed({ database, clock }), clock, add, database };
}

describe('a feed', () => {
  test('is read page by page, and its end is known', async (context) => {
    const { feed, add } = await open(context);
    await add(5);
    const first = await feed.read(alice.id, feed.findStart(), { limit: 3 });
    assert.deepEqual([first.events.length, first.isAtEnd], [3, false]);
    const second = await feed.read(alice.id, first.next, { limit: 3 });
    assert.deepEqual([second.events.length, second.isAtEnd], [2, true]);
    assert.deepEqual(second.next, await feed.findEnd(alice.id));
    const third = await feed.read(alice.id, second.next, { limit: 3 });
    assert.deepEqual(third, { events: [], next: second.next, isAtEnd: true });
  });

  test('is not read again by who has read it, until something is committed', async (context) => {
    const { add, clock, database } = await open(context);
    let reads = 0;
    const feed = createFeed({
      clock,
      database: {
        ...database,
        feed: {
          ...database.feed,
          list(...asked) {
            reads += 1;
            return database.feed.list(...asked);
          },
          listEnds(...asked) {
            reads += 1;
            return database.feed.listEnds(...asked);
          },
        },
      },
    });
    await add(1);
    const { next } = await feed.read(alice.id, feed.findStart(), { limit: 3 });
    const before = reads;
    for (let polls = 0; polls < 3; polls += 1) {
      assert.deepEqual((await feed.read(alice.id, next, { limit: 3 })).events, []);
    }
    assert.equal(reads, before);
    await add(1, { id: idFor('later') });
    const { events } = await feed.read(alice.id, next, { limit: 3 });
    assert.deepEqual(
      events.map(({ id }) => id),
      [idFor('later')],
    );
  });

  test('is read by kinds, past all others', async (context) => {
    const { feed, add } = await open(context);
    await add(1200);
    await add(2, { kind: 'key.revoked' });
    await add(1);
    const kinds = new Set(['key.revoked'] as const);
    const page = await feed.read(alice.id, feed.findStart(), { limit: 1, kinds });
    assert.deepEqual([page.events.length, page.isAtEnd], [1, false]);
    const rest = await feed.read(alice.id, page.next, { limit: 10, kinds });
    assert.deepEqual([rest.events.length, rest.isAtEnd], [1, true]);
    assert.deepEqual(rest.next, await feed.findEnd(alice.id));
  });

  test('is read so far at a time where nothing is wanted', async (context) => {
    const { feed, add } = await open(context);
    await add(5001);
    const wanted = { limit: 1, kinds: new Set(['key.revoked'] as const) };
    const page = await feed.read(alice.id, feed.findStart(), wanted);
    assert.deepEqual([page.events.length, page.isAtEnd], [0, false]);
    assert.equal((await feed.read(alice.id, page.next, wanted)).isAtEnd, true);
  });

  test('is outdated where a cursor is older than what is kept, and stays young at the end', async (context) => {
    const { feed, clock, add } = await open(context);
    await add(2);
    const first = await feed.read(alice.id, feed.findStart(), { limit: 1 });
    const last = await feed.read(alice.id, first.next, { limit: 2 });
    clock.advance(30 * day);
    assert.equal(feed.isOutdated(first.next), false);
    const end = await feed.read(alice.id, last.next, { limit: 1 });
    clock.advance(1);
    assert.equal(feed.isOutdated(first.next), true);
    assert.equal(feed.isOutdated(end.next), false);
    const again = await feed.read(alice.id, feed.findStart(), { limit: 1 });
    assert.deepEqual(again.events, [], 'their rows are there for a day more');
    assert.equal(feed.isOutdated(again.next), false);
  });
});
