import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import { day } from '../model/clock.ts';
import { createAccounts } from './accounts.ts';
import { createKeyWatch } from './key-watch.ts';

const email = 'alice@example.com';

/** Something runs for each of two keys of Alice; `ended` has the names of those that were ended. */
async function open(context: TestContext) {
  const exchange = await openExchange(context);
  const accounts = createAccounts({ ...exchange, language: 'en' });
  const { account } = await accounts.add(actor, {
    ...{ email, number: '49151123456', role: 'api', key: undefined },
  });
  const watch = createKeyWatch({ ...exchange, lookMs: 5 });
  const ended: string[] = [];
  const stops: (() => void)[] = [];
  for (const name of ['one', 'other']) {
    const { made } = await accounts.addKey(actor, email, { name, lifetimeMs: day });
    const stop = watch.follow({ account, keyId: made.id }, ({ code }) => {
      assert.equal(code, 'unauthorized');
      ended.push(name);
    });
    stops.push(stop);
    context.after(stop);
  }
  async function waitFor(count: number): Promise<void> {
    for (let turn = 0; turn < 200 && ended.length < count; turn += 1) await sleep(5);
    await sleep(20);
  }
  return { ...exchange, accounts, ended, stops, waitFor };
}

describe('what runs with a key', () => {
  test('is ended once the key is revoked, and what runs with another goes on', async (context) => {
    const { accounts, ended, waitFor } = await open(context);
    await sleep(20);
    assert.deepEqual(ended, []);
    await accounts.endKey(actor, email, 'one');
    await waitFor(1);
    assert.deepEqual(ended, ['one']);
  });

  test('is ended at the end of the key', async (context) => {
    const { clock, ended, waitFor } = await open(context);
    clock.advance(day);
    await waitFor(2);
    assert.deepEqual(ended.sort(), ['one', 'other']);
  });

  test('is ended when the account is disabled or removed', async (context) => {
    const disabled = await open(context);
    await disabled.accounts.disable(actor, email);
    await disabled.waitFor(2);
    assert.deepEqual(disabled.ended.sort(), ['one', 'other']);
    const removed = await open(context);
    await removed.accounts.remove(actor, email);
    await removed.waitFor(2);
    assert.deepEqual(removed.ended.sort(), ['one', 'other']);
  });

  test('is left alone once it is over', async (context) => {
    const { accounts, ended, stops } = await open(context);
    for (const stop of stops) stop();
    await accounts.disable(actor, email);
    await sleep(30);
    assert.deepEqual(ended, []);
  });
});
