import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandomness } from '../../sealing/crypto/vectors/seeded-randomness.ts';
import { openInMemory } from '../../database/memory/memory-database.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { testRowBinding } from '../../testing/row-binding-fixture.ts';
import { idFor, sampleAccount } from '../../testing/samples.ts';
import { addToDigest, digestEveryMs, listedAtMost } from './digest.ts';

const alice = sampleAccount('alice@example.com');

test('a hundred thousand things make two mails, each with a bounded list', async (t) => {
  const database = openInMemory(testRowBinding);
  t.after(() => database.close());
  await database.accounts.add(alice);
  const parts = { randomness: seededRandomness(t.name), clock: createFakeClock() };
  const ids = Array.from({ length: 1000 }, (_, index) => idFor<string>(`receiver ${index}`));
  const news = { kind: 'unfetched', account: alice } as const;
  await addToDigest(database, parts, { ...news, ids: ids.slice(0, 1) });
  const claim = { now: parts.clock.now(), by: 'node' };
  const first = await database.outbox.claimNext('mail', claim);
  assert.deepEqual(
    first?.digest,
    { ids: ids.slice(0, 1), count: 1 },
    'the first one leaves at once',
  );

  for (let batch = 0; batch < 100; batch += 1) await addToDigest(database, parts, { ...news, ids });
  assert.equal(await database.outbox.countWaiting(), 2);
  const [second] = await database.outbox.list(1);
  assert.deepEqual(second?.digest, { ids: ids.slice(0, listedAtMost), count: 100_000 });
  assert.equal(second.nextAttemptAt, parts.clock.now() + digestEveryMs);
});

test('nothing to tell makes no mail', async (t) => {
  const database = openInMemory(testRowBinding);
  t.after(() => database.close());
  await database.accounts.add(alice);
  const parts = { randomness: seededRandomness(t.name), clock: createFakeClock() };
  await addToDigest(database, parts, { kind: 'undelivered', account: alice, ids: [] });
  assert.equal(await database.outbox.countWaiting(), 0);
});
