import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFormSealer } from '../../sealing/crypto/kept-forms.ts';
import { openExchange } from '../../testing/exchange-fixture.ts';
import { createKeptForms, keptFormMs } from './kept-forms.ts';

const form = { path: '/app/security/authenticator', fields: [['code', '123456']] } as const;

test('a form is kept for its account, encrypted, until it expires or another takes its place', async (t) => {
  const exchange = await openExchange(t);
  const { database, clock, randomness, addAccount } = exchange;
  const alice = await addAccount('alice@example.com');
  const bob = await addAccount('bob@example.com');
  const formSealer = createFormSealer(Buffer.alloc(32, 7), randomness);
  const keptForms = createKeptForms({ ...exchange, formSealer });
  const id = await keptForms.keep(alice, form);
  assert.deepEqual(await keptForms.find(alice, id), form);
  assert.equal(await keptForms.find(bob, id), undefined);
  assert.equal(await keptForms.find(alice, 'another'), undefined);
  const row = await database.keptForms.find(alice.id, id);
  assert.ok(row);
  assert.doesNotMatch(row.sealed.toString('latin1'), /123456|authenticator/);
  await database.keptForms.put({ ...row, accountId: bob.id });
  await assert.rejects(keptForms.find(bob, id), 'a row that was moved to another account');

  const second = await keptForms.keep(alice, { ...form, fields: [] });
  assert.equal(await keptForms.find(alice, id), undefined);
  clock.advance(keptFormMs);
  assert.equal(await keptForms.find(alice, second), undefined);
});
