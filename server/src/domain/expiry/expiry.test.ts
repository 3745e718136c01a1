import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { actor, listBlobs, oneDay, openExchange } from '../../testing/exchange-fixture.ts';
import { day } from '../model/clock.ts';
import { createExpiry } from './expiry.ts';
import type { AccountId, FileId, ReceiverId } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import type { Database } from '../model/database.ts';
import { readerOf } from '../../testing/samples.ts';

async function open(context: TestContext) {
  const exchange = await openExchange(context);
  const alice = await exchange.addAccount('alice@example.com');
  const bob = await exchange.addAccount('bob@example.com');
  return { ...exchange, alice, bob };
}

async function grantMany(exchange: Awaited<ReturnType<typeof open>>, count: number): Promise<void> {
  const { alice, choose, contacts, database, dispatching } = exchange;
  await choose(alice, 'zoe@example.com');
  const receivers = await database.contacts.listReceivers(alice.id);
  for (let made = 0; made < count; made += 1) {
    await contacts.setReceivers(actor, alice, receivers);
    await dispatching.createGrant(actor, alice, oneDay);
  }
}

/** How often the event loop came round while something was done. */
async function countTurns(work: () => Promise<void>): Promise<number> {
  let turns = 0;
  const tick = (): void => {
    turns += 1;
    immediate = setImmediate(tick);
  };
  let immediate = setImmediate(tick);
  try {
    await work();
  } finally {
    clearImmediate(immediate);
  }
  return turns;
}

describe('what is due', () => {
  test('ends for good: its keys are destroyed, and its bytes follow', async (context) => {
    const exchange = await open(context);
    const { alice, bob, send, clock, expiry, inbox, database } = exchange;
    await send(alice, bob.email, { 'a.txt': 'a', 'b.txt': 'b' });
    await send(alice, bob.email, { 'later.txt': 'l' }, 2 * day);
    const [later, entry] = (await inbox.readHistory(readerOf(bob))).inbox;
    assert.equal(await expiry.endDueDispatches(), 0);
    clock.advance(day);
    assert.equal(await expiry.endDueDispatches(), 1);
    assert.equal(await expiry.endDueDispatches(), 0);

    clock.jump(-day);
    const opening = inbox.openFile(readerOf(bob), entry?.token ?? '', 'a.txt');
    await assert.rejects(opening, { code: 'not_found' });
    await inbox.openFile(readerOf(bob), later?.token ?? '', 'later.txt');
    assert.deepEqual(await database.files.listUsedBuckets(), ['expiry-2026-11-17']);
    assert.equal((await listBlobs(exchange)).length, 3);
    assert.equal(await expiry.reclaimGarbage(), 2);
    assert.equal(await expiry.reclaimGarbage(), 0);
    assert.equal((await listBlobs(exchange)).length, 1);
    const { history } = await inbox.readHistory(readerOf(alice));
    assert.deepEqual(
      history.map(({ files }) => files.length),
      [1, 2],
    );
    const [record] = await database.audit.listNewest(1);
    assert.deepEqual([record?.action, record?.details], ['drop.expired', { files: 2 }]);
  });

  test('may be a grant as well', async (context) => {
    const { alice, choose, dispatching, clock, expiry, database } = await open(context);
    await choose(alice, 'zoe@example.com');
    await dispatching.createGrant(actor, alice, oneDay);
    clock.advance(day);
    assert.equal(await expiry.endDueDispatches(), 1);
    assert.equal((await database.audit.listNewest(1))[0]?.action, 'grant.expired');
  });

  test('may be more than one batch', async (context) => {
    const exchange = await open(context);
    const { clock, expiry } = exchange;
    await grantMany(exchange, 201);
    clock.advance(day);
    assert.equal(await expiry.endDueDispatches(), 201);
  });

  test('ends 200 at a time in one transaction, and lets others have their turn', async (context) => {
    const exchange = await open(context);
    const { database, clock } = exchange;
    await grantMany(exchange, 401);
    let transactions = 0;
    const counting: Database = {
      ...database,
      transact(work) {
        transactions += 1;
        return database.transact(work);
      },
    };
    clock.advance(day);
    const expiry = createExpiry({ ...exchange, database: counting, actor });
    const turns = await countTurns(async () => {
      assert.equal(await expiry.endDueDispatches(), 401);
    });
    assert.equal(transactions, 3);
    assert.ok(turns >= 3, `${turns} turns of the event loop`);
  });

  test('a transaction of many endings takes on no more once it is long', async (context) => {
    const exchange = await open(context);
    const { unrehearsed: database, clock } = exchange;
    await grantMany(exchange, 3);
    const transactions: number[] = [];
    const slow: Database = {
      ...database,
      async transact(work) {
        return await database.transact(async (repositories) => {
          let ends = 0;
          const end: typeof repositories.dispatches.end = async (id, at) => {
            ends += 1;
            clock.advance(60);
            await repositories.dispatches.end(id, at);
          };
          const dispatches = { ...repositories.dispatches, end };
          const result = await work({ ...repositories, dispatches });
          transactions.push(ends);
          return result;
        });
      },
    };
    clock.advance(day);
    const expiry = createExpiry({ ...exchange, database: slow, actor });
    assert.equal(await expiry.endDueDispatches(), 3);
    assert.deepEqual(transactions, [1, 1, 1]);
  });

  test('one that cannot be ended keeps no other from its end', async (context) => {
    const exchange = await open(context);
    const { database, clock } = exchange;
    await grantMany(exchange, 3);
    clock.advance(day);
    const [first] = await database.dispatches.listDue(clock.now(), 10);
    const faulty: Database = {
      ...database,
      transact: (work) =>
        database.transact((repositories) => {
          const end: typeof repositories.dispatches.end = (id, at) =>
            id === first?.id
              ? Promise.reject(new Error('cannot be ended'))
              : repositories.dispatches.end(id, at);
          return work({ ...repositories, dispatches: { ...repositories.dispatches, end } });
        }),
    };
    const expiry = createExpiry({ ...exchange, database: faulty, actor });
    const turns = await countTurns(async () => {
      await assert.rejects(expiry.endDueDispatches(), /cannot be ended/);
    });
    assert.ok(turns >= 3, `${turns} turns of the event loop`);
    assert.deepEqual(await database.dispatches.listDue(clock.now(), 10), [first]);
  });

  test('many abandoned uploads let others have their turn, too', async (context) => {
    const exchange = await open(context);
    const { unrehearsed: database } = exchange;
    const ownerId = newId<ReceiverId>(exchange.randomness);
    const accountId = newId<AccountId>(exchange.randomness);
    const abandoned = Array.from({ length: 450 }, () => ({
      ...{ id: newId<FileId>(exchange.randomness), ownerId, accountId },
    }));
    const many: Database = {
      ...database,
      transact: (work) =>
        database.transact((repositories) => {
          const uploads = {
            ...repositories.uploads,
            listAbandoned: (_at: number, limit: number) =>
              Promise.resolve(abandoned.splice(0, limit)),
          };
          return work({ ...repositories, uploads });
        }),
    };
    const expiry = createExpiry({ ...exchange, database: many, actor });
    const turns = await countTurns(async () => {
      assert.equal(await expiry.shredAbandonedUploads(), 450);
    });
    assert.ok(turns >= 2, `${turns} turns of the event loop`);
  });

  test('a server that stops does not wait until all is ended', async (context) => {
    const exchange = await open(context);
    await grantMany(exchange, 3);
    exchange.clock.advance(day);
    const stopping = new AbortController();
    stopping.abort();
    assert.equal(await exchange.expiry.endDueDispatches(stopping.signal), 0);
    assert.equal(await exchange.expiry.endDueDispatches(), 3);
  });
});

test('bytes stay garbage until the keys are scrubbed out of the journal', async (context) => {
  const exchange = await open(context);
  const { alice, upload, tray, database } = exchange;
  await upload(alice, { 'a.txt': 'a' });
  await tray.remove(actor, alice, 'a.txt');
  let scrubs = 0;
  const flaky = {
    ...database,
    scrub() {
      scrubs += 1;
      return scrubs === 1 ? Promise.resolve(false) : database.scrub();
    },
  };
  const expiry = createExpiry({ ...exchange, database: flaky, actor });
  assert.equal(await expiry.reclaimGarbage(), 0);
  assert.equal((await database.files.listGarbage('memory', 10)).length, 1);
  assert.equal(await expiry.reclaimGarbage(), 1);
  assert.deepEqual(await listBlobs(exchange), []);
  assert.equal(await expiry.reclaimGarbage(), 0);
  assert.equal(scrubs, 2);
});
