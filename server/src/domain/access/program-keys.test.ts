import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import { day, hour } from '../model/clock.ts';
import { createAccounts } from './accounts.ts';
import { maxKeys } from './key-rights.ts';
import { createOwnKeys } from './own-keys.ts';

const email = 'alice@example.com';
const number = '49151123456';
const invalid = { code: 'invalid' };

async function open(context: TestContext) {
  const exchange = await openExchange(context);
  const accounts = createAccounts({ ...exchange, language: 'en' });
  await accounts.add(actor, { email, number, role: 'api', key: undefined });
  const paul = 'paul@example.com';
  const { account } = await accounts.add(actor, {
    ...{ email: paul, number, role: 'user', key: undefined },
  });
  const ownKeys = createOwnKeys(exchange);
  await ownKeys.make(actor, account, { name: 'Nightly', days: 30 });
  /** The living keys of an account. */
  async function keysOf(address = email) {
    const { keys } = await accounts.get(address);
    return keys.filter(({ expiresAt }) => (expiresAt ?? Infinity) > exchange.clock.now());
  }
  return { ...exchange, accounts, keysOf, paul };
}

describe('the keys of a program', () => {
  test('are several, each with its name, rights and end', async (context) => {
    const { accounts, keysOf, clock, database } = await open(context);
    const { key, made } = await accounts.addKey(actor, email, {
      ...{ name: ' reader ', scopes: ['receive', 'status'], networks: ['192.0.2.0/24'] },
      lifetimeMs: 30 * day,
    });
    assert.match(key, /^vk_[\w-]{43}$/);
    const [first, second] = await keysOf();
    assert.deepEqual([first?.name, first?.scopes, first?.expiresAt], ['', undefined, undefined]);
    assert.deepEqual(second, made);
    assert.deepEqual(
      [made.name, made.scopes, made.networks, made.expiresAt],
      ['reader', ['receive', 'status'], ['192.0.2.0/24'], clock.now() + 30 * day],
    );
    const record = (await database.audit.list(0, 100)).at(-1);
    assert.deepEqual(
      [record?.action, record?.details],
      ['account.key_made', { name: 'reader', scopes: 'receive status', networks: '192.0.2.0/24' }],
    );
  });

  test('are refused by field: no name, one that is taken, unknown scopes, no network, a known key', async (context) => {
    const { accounts, keysOf, paul } = await open(context);
    const key = 'x'.repeat(40);
    await accounts.addKey(actor, email, { name: 'one', key });
    for (const wanted of [
      { name: '' },
      { name: 'two\nlines' },
      { name: 'one' },
      { name: 'other', key },
      { name: 'other', key: 'short' },
      { name: 'other', scopes: [] },
      { name: 'other', scopes: ['everything'] },
      { name: 'other', networks: ['example.com'] },
    ]) {
      await assert.rejects(accounts.addKey(actor, email, wanted), invalid, JSON.stringify(wanted));
    }
    await assert.rejects(accounts.addKey(actor, paul, { name: 'his' }), invalid);
    const unknown = { code: 'unknown_account' };
    await assert.rejects(accounts.addKey(actor, 'who@example.com', { name: 'x' }), unknown);
    assert.equal((await keysOf()).length, 2);
    for (let at = 2; at < maxKeys; at += 1) {
      await accounts.addKey(actor, email, { name: `key ${at}` });
    }
    await assert.rejects(accounts.addKey(actor, email, { name: 'one too many' }), invalid);
  });

  test('end by name or by id, those of people too', async (context) => {
    const { accounts, keysOf, paul, database } = await open(context);
    await accounts.addKey(actor, email, { name: 'one' });
    await accounts.endKey(actor, email, 'one');
    assert.deepEqual(
      (await keysOf()).map(({ name }) => name),
      [''],
    );
    await assert.rejects(accounts.endKey(actor, email, 'one'), /has no key of this name or id/);
    await assert.rejects(accounts.endKey(actor, email, ''), invalid);
    const [last] = await keysOf();
    await accounts.endKey(actor, email, last?.id ?? '');
    await assert.rejects(accounts.endKey(actor, email, last?.id ?? ''), /has no key\./);
    await accounts.endKey(actor, paul, 'Nightly');
    assert.deepEqual(await keysOf(paul), []);
    const ended = (await database.audit.list(0, 100)).filter(
      ({ action }) => action === 'account.key_ended',
    );
    assert.deepEqual(
      ended.map(({ details }) => details.name),
      ['one', '', 'Nightly'],
    );
  });

  test('are replaced one by one: name, rights and lifetime stay', async (context) => {
    const { accounts, keysOf, clock } = await open(context);
    await accounts.addKey(actor, email, {
      ...{ name: 'reader', scopes: ['receive'], networks: ['192.0.2.0/24'], lifetimeMs: 30 * day },
    });
    const which = accounts.rotateKey(actor, email, { overlapMs: hour });
    const several =
      /has several keys\. Say which one, by its name or id: [\w-]{22} \(no name\), reader\./;
    await assert.rejects(which, several);
    await assert.rejects(accounts.rotateKey(actor, email, { overlapMs: 0, name: 'x' }), invalid);
    clock.advance(day);
    await accounts.rotateKey(actor, email, { overlapMs: hour, name: 'reader' });
    await accounts.rotateKey(actor, email, { overlapMs: hour, name: 'reader' });
    clock.advance(hour);
    const [unnamed, next, ...rest] = await keysOf();
    assert.deepEqual([unnamed?.name, unnamed?.expiresAt, rest], ['', undefined, []]);
    assert.deepEqual(
      [next?.name, next?.scopes, next?.networks, next?.expiresAt],
      ['reader', ['receive'], ['192.0.2.0/24'], clock.now() - hour + 30 * day],
    );
    await accounts.endKey(actor, email, unnamed?.id ?? '');
    await accounts.rotateKey(actor, email, { overlapMs: 0 });
    assert.deepEqual(
      (await keysOf()).map(({ name }) => name),
      ['reader'],
    );
  });
});
