import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minute } from '../domain/model/clock.ts';
import { openExchange } from '../testing/exchange-fixture.ts';
import { jobsOf } from './jobs-fixture.ts';

test('CSRF tokens that have expired are deleted by themselves, and none that a request carries', async (context) => {
  const exchange = await openExchange(context);
  const { database, hasher, clock } = exchange;
  const { id: accountId } = await exchange.addAccount('carl@example.com');
  const hashes = ['expired', 'carried', 'alive'].map((token) => hasher.hash('csrf token', token));
  const [expired, carried, alive] = hashes as [Buffer, Buffer, Buffer];
  const expiresAt = clock.now() + minute;
  for (const hash of [expired, carried]) {
    await database.csrfTokens.add({ hash, accountId, expiresAt });
  }
  await database.csrfTokens.add({ hash: alive, accountId, expiresAt: expiresAt + 2 * minute });
  exchange.tokenUses.register({
    takeUses: () => [],
    listNewUses: () => [],
    renewHeld: () => database.csrfTokens.putOff(carried, clock.now() + minute),
  });
  const job = jobsOf(exchange).find(({ name }) => name === 'forget expired tokens and keys');
  clock.advance(minute);
  assert.equal(await job?.run(new AbortController().signal), 1);
  assert.equal(await database.csrfTokens.find(expired), undefined);
  assert.notEqual(await database.csrfTokens.find(carried), undefined);
  assert.notEqual(await database.csrfTokens.find(alive), undefined);
});
