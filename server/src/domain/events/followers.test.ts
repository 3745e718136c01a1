import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openInMemory } from '../../database/memory/memory-database.ts';
import { noon } from '../../testing/fake-clock.ts';
import { testRowBinding } from '../../testing/row-binding-fixture.ts';
import { hashFor, idFor, sampleAccount } from '../../testing/samples.ts';
import type { Account } from '../model/account.ts';
import type { ApiKeyId, FeedEventId } from '../model/ids.ts';
import type { SignedIn } from '../model/principal.ts';
import { ValiseError } from '../model/valise-error.ts';
import { createFollowers, followersOfAccount } from './followers.ts';

const alice = sampleAccount('alice@example.com');
const bob = sampleAccount('bob@example.com');

function signedIn(account: Account, label = 'key', keyEndsAt?: number): SignedIn {
  const keyId = idFor<ApiKeyId>(label);
  const rights = { networks: undefined, scopes: [], mayReplaceContacts: false };
  return { account, keyId, keyEndsAt, ...rights };
}

async function open(context: TestContext) {
  const database = openInMemory(testRowBinding);
  await database.accounts.add(alice);
  await database.accounts.add(bob);
  let reads = 0;
  const watched = {
    ...database,
    feed: {
      ...database.feed,
      listEnds(ids: Parameters<typeof database.feed.listEnds>[0]) {
        reads += 1;
        return database.feed.listEnds(ids);
      },
    },
  };
  const faults: unknown[] = [];
  const refused = new Set<ApiKeyId>();
  const followers = createFollowers({
    database: watched,
    isAllowed: ({ keyId }) => Promise.resolve(!refused.has(keyId)),
    onFault: (error) => faults.push(error),
    ...{ lookMs: 5, rightsMs: 10 },
  });
  context.after(async () => {
    followers.stop();
    await sleep(10);
    await database.close();
  });
  let added = 0;
  const add = async ({ id: accountId }: Account) => {
    added += 1;
    const id = idFor<FeedEventId>(`${added}`);
    await database.feed.add([{ id, accountId, kind: 'drop.created', at: noon, about: {} }]);
    return (await database.feed.listEnds([accountId])).get(accountId) ?? assert.fail();
  };
  return { database: watched, followers, add, refused, faults, reads: () => reads };
}

test('a follower is woken by an event of its account, and by no other', async (context) => {
  const { followers, add } = await open(context);
  const [one, other] = [followers.follow(signedIn(alice)), followers.follow(signedIn(bob))];
  const waiting = [one.wait(0, 5000), other.wait(0, 200)];
  await sleep(20);
  await add(alice);
  assert.deepEqual(await Promise.all(waiting), ['news', 'quiet']);
});

test('a follower is woken by what came before it waited, and not by what it has read', async (context) => {
  const { followers, add } = await open(context);
  const place = await add(alice);
  const follower = followers.follow(signedIn(alice));
  assert.equal(await follower.wait(place - 1, 5000), 'news');
  assert.equal(await follower.wait(place, 50), 'quiet');
});

test('feeds are not read while nothing is committed', async (context) => {
  const { followers, reads, add } = await open(context);
  const follower = followers.follow(signedIn(alice));
  const waiting = follower.wait(0, 5000);
  await sleep(50);
  const before = reads();
  await sleep(100);
  assert.equal(reads(), before);
  await add(alice);
  assert.equal(await waiting, 'news');
});

test('a follower whose key is no longer let in is refused, once rights have changed', async (context) => {
  const { followers, refused, database } = await open(context);
  const [one, other] = ['one', 'other'].map((key) => followers.follow(signedIn(alice, key)));
  assert.ok(one !== undefined && other !== undefined);
  const waiting = [one.wait(0, 5000), other.wait(0, 200)];
  await sleep(20);
  refused.add(idFor<ApiKeyId>('one'));
  await database.apiKeys.add({
    ...{ id: idFor<ApiKeyId>('any'), accountId: bob.id, hash: hashFor('any'), salt: undefined },
    ...{ createdAt: noon, expiresAt: undefined },
  });
  assert.deepEqual(await Promise.all(waiting), ['refused', 'quiet']);
  assert.equal(await one.wait(0, 5000), 'refused', 'also when it asks again');
});

test('a key that ends is asked about though nothing changes', async (context) => {
  const { followers, refused } = await open(context);
  const follower = followers.follow(signedIn(alice, 'ending', noon));
  const waiting = follower.wait(0, 5000);
  await sleep(20);
  refused.add(idFor<ApiKeyId>('ending'));
  assert.equal(await waiting, 'refused');
});

test('so many follow an account at a time', async (context) => {
  const { followers } = await open(context);
  const all = Array.from({ length: followersOfAccount }, () => followers.follow(signedIn(alice)));
  assert.throws(() => followers.follow(signedIn(alice)), { code: 'too_many_requests' });
  followers.follow(signedIn(bob));
  all[0]?.end();
  all[0]?.end();
  followers.follow(signedIn(alice));
  assert.throws(() => followers.follow(signedIn(alice)), { code: 'too_many_requests' });
});

test('all who wait end when they are stopped, and later ones do not begin', async (context) => {
  const { followers } = await open(context);
  const waiting = followers.follow(signedIn(alice)).wait(0, 5000);
  followers.stop();
  assert.equal(await waiting, 'stopped');
  assert.equal(await followers.follow(signedIn(alice)).wait(0, 5000), 'stopped');
});

test('one that has ended waits no longer', async (context) => {
  const { followers } = await open(context);
  const follower = followers.follow(signedIn(alice));
  const waiting = follower.wait(0, 5000);
  follower.end();
  assert.equal(await waiting, 'stopped');
});

test('a database that is away is asked again, and another fault is told', async (context) => {
  const { followers, add, database, faults } = await open(context);
  const sound = { ...database.feed };
  const errors: Error[] = [new TypeError('a bug'), new ValiseError('unavailable', 'Away')];
  database.feed.listEnds = async (ids) => {
    const error = errors.pop();
    if (error !== undefined) throw error;
    return await sound.listEnds(ids);
  };
  await add(alice);
  assert.equal(await followers.follow(signedIn(alice)).wait(0, 5000), 'news');
  assert.deepEqual(
    faults.map((fault) => (fault as Error).message),
    ['a bug'],
  );
});
