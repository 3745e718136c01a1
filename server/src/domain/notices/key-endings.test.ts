import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { openExchange } from '../../testing/exchange-fixture.ts';
import { hashFor, idFor, sampleAccount } from '../../testing/samples.ts';
import type { Account } from '../model/account.ts';
import { day, hour } from '../model/clock.ts';
import type { ApiKeyId } from '../model/ids.ts';
import { createKeyEndings } from './key-endings.ts';

async function open(context: TestContext) {
  const exchange = await openExchange(context);
  const { database, clock } = exchange;
  async function addAccount(email: string, overrides: Partial<Account> = {}): Promise<Account> {
    const account = sampleAccount(email, { role: 'user', createdAt: clock.now(), ...overrides });
    await database.accounts.add(account);
    return account;
  }
  async function addKey(account: Account, label: string, days: number | undefined): Promise<void> {
    const id = idFor<ApiKeyId>(label);
    await database.apiKeys.add({
      ...{ id, accountId: account.id, hash: hashFor(label), salt: undefined },
      ...{ createdAt: clock.now(), expiresAt: days && clock.now() + days * day },
    });
    await database.apiKeys.setName(id, label);
  }
  /** The owners who are told in this run, which is repeated as after a restart. */
  async function told(): Promise<string[]> {
    const before = new Set((await database.outbox.list(100)).map(({ id }) => id));
    for (const keyEndings of [createKeyEndings(exchange), createKeyEndings(exchange)]) {
      await Promise.all([keyEndings.tellOwners(), keyEndings.tellOwners()]);
    }
    const mails = await database.outbox.list(100);
    return mails
      .filter(({ id, kind }) => !before.has(id) && kind === 'key_ending')
      .map(({ to }) => to)
      .sort();
  }
  return { ...exchange, addPerson: addAccount, addKey, told };
}

test('owners are told of a key that ends 14 days and 1 day before, once each', async (context) => {
  const { addPerson, addKey, told, clock } = await open(context);
  await addKey(await addPerson('anna@example.com'), 'nightly', 30);
  assert.deepEqual(await told(), []);
  clock.advance(16 * day - 1);
  assert.deepEqual(await told(), []);
  clock.advance(1);
  assert.deepEqual(await told(), ['anna@example.com']);
  clock.advance(13 * day - hour);
  assert.deepEqual(await told(), []);
  clock.advance(hour);
  assert.deepEqual(await told(), ['anna@example.com']);
  clock.advance(hour);
  assert.deepEqual(await told(), []);
  clock.advance(day);
  assert.deepEqual(await told(), [], 'it has ended');
});

test('one mail tells of all keys of an account, and a late one tells of each once', async (context) => {
  const { addPerson, addKey, told } = await open(context);
  const anna = await addPerson('anna@example.com');
  await addKey(anna, 'in ten days', 10);
  await addKey(anna, 'in two weeks', 14);
  await addKey(await addPerson('bob@example.com'), 'in some hours', 0.5);
  assert.deepEqual(await told(), ['anna@example.com', 'bob@example.com']);
  assert.deepEqual(await told(), []);
});

test('nobody is told of a key without an end, of a program, of a disabled account, or that was revoked', async (context) => {
  const { addPerson, addKey, told, database, clock } = await open(context);
  await addKey(await addPerson('endless@example.com'), 'endless', undefined);
  await addKey(await addPerson('program@example.com', { role: 'api' }), 'rotated', 1);
  await addKey(await addPerson('gone@example.com', { disabledAt: clock.now() }), 'gone', 3);
  const anna = await addPerson('anna@example.com');
  await addKey(anna, 'revoked', 5);
  await database.apiKeys.endAll(anna.id, clock.now());
  assert.deepEqual(await told(), []);
});
