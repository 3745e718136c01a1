import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import { day } from '../model/clock.ts';
import { startDays } from '../model/lifetimes.ts';
import { shownSender } from '../model/account.ts';
import { sampleAccount } from '../../testing/samples.ts';
import { createOwnSettings } from './own-settings.ts';

const settings = {
  displayName: 'Alice Åberg',
  language: 'sv',
  timeZone: 'Europe/Stockholm',
  notices: { receipts: false, reminders: true },
  defaultDays: 14,
  secondFactor: 'email' as const,
};

const lifetimes = { minMs: 1000, maxMs: 30 * day, defaultMs: 7 * day };

test('a person changes their own settings, with a record that does not repeat them', async (context) => {
  const { database, events, addAccount } = await openExchange(context);
  const alice = await addAccount('alice@example.com');
  const bob = await addAccount('bob@example.com');
  await createOwnSettings({ database, events, lifetimes, secondFactorFloor: 'off' }).save(
    actor,
    alice,
    settings,
  );
  assert.deepEqual(await database.accounts.find(alice.id), { ...alice, ...settings });
  assert.deepEqual(await database.accounts.find(bob.id), bob);
  const [record] = await database.audit.list(0, 10);
  assert.equal(record?.action, 'account.settings_changed');
  assert.ok(!JSON.stringify(record).includes('Åberg'));
});

test('wrong settings change nothing, and each is named', async (context) => {
  const { database, events, addAccount } = await openExchange(context);
  const alice = await addAccount('alice@example.com');
  const wrong = {
    ...settings,
    displayName: 'Alice\r\nBcc: eve@example.com',
    language: 'not one',
    timeZone: 'Mars/Olympus',
    defaultDays: 31,
    secondFactor: 'off' as const,
  };
  const saved = createOwnSettings({ database, events, lifetimes, secondFactorFloor: 'email' }).save(
    actor,
    alice,
    wrong,
  );
  await assert.rejects(saved, (error: { details?: { field: string }[] }) => {
    const fields = error.details?.map(({ field }) => field);
    assert.deepEqual(fields, [
      'displayName',
      'language',
      'timeZone',
      'defaultDays',
      'secondFactor',
    ]);
    return true;
  });
  assert.deepEqual(await database.accounts.find(alice.id), alice);
});

test('receivers see as much of name and address as the account shows', () => {
  const shown = (displayName: string, email: boolean, nick: boolean) =>
    shownSender(
      sampleAccount('a@example.com', {
        displayName,
        visibility: { number: true, language: true, email, nick },
      }),
    );
  const email = 'a@example.com';
  assert.deepEqual(shown('', true, true), { sender: email, senderEmail: undefined });
  assert.deepEqual(shown('Anna', true, true), { sender: 'Anna', senderEmail: email });
  assert.deepEqual(shown('Anna', true, false), { sender: email, senderEmail: undefined });
  assert.deepEqual(shown('Anna', false, true), { sender: 'Anna', senderEmail: undefined });
  const nobody = { sender: undefined, senderEmail: undefined };
  assert.deepEqual(shown('Anna', false, false), nobody);
  assert.deepEqual(shown('', false, true), nobody);
});

test('a name that looks like an address has the real one beside it, or is not shown', () => {
  const shown = (email: boolean) =>
    shownSender(
      sampleAccount('a@example.com', {
        displayName: 'ceo@corp.example',
        visibility: { number: true, language: true, email, nick: true },
      }),
    ).sender;
  assert.equal(shown(true), 'ceo@corp.example (a@example.com)');
  assert.equal(shown(false), undefined);
});

test('a draft starts with the own lifetime, as far as the operator allows it', () => {
  assert.equal(startDays({ defaultDays: undefined }, lifetimes), 7);
  assert.equal(startDays({ defaultDays: 14 }, lifetimes), 14);
  assert.equal(startDays({ defaultDays: 365 }, lifetimes), 30);
  assert.equal(startDays({ defaultDays: 1 }, { ...lifetimes, minMs: 1.5 * day }), 2);
  assert.equal(startDays({ defaultDays: 5 }, { ...lifetimes, maxMs: 1000 }), 1);
});
