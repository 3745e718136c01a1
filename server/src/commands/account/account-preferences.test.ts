import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Installation } from '../../compose/installation.ts';
import { openInstallation } from '../../compose/installation.ts';
import { systemClock, systemRandomness } from '../../platform/system.ts';
import { createAuthenticatorSecrets } from '../../sealing/crypto/totp.ts';
import { embeddedStores } from '../../stores/store-settings.ts';

import { openCommandLine } from '../command-fixture.ts';

const account = 'a@example.com';

test('an account counts as the server does until it has a unit of its own', async (t) => {
  const line = await openCommandLine(t);
  await line.type(`account add ${account} 46700000001`);
  const shown = await line.type(`account desttime-unit ${account}`);
  assert.equal(shown.stdout, 'Unit     server\nCounted  seconds\n');
  const set = await line.type(`account desttime-unit ${account} --unit days`);
  assert.equal(set.stdout, 'Unit     days\nCounted  days\n');
  assert.deepEqual(await line.json(`account desttime-unit ${account} --unit server`), {
    desttime_unit: { unit: 'server', counted: 'seconds' },
  });
  const { records } = await line.json<{ records: { action: string }[] }>('audit list');
  assert.deepEqual(
    records.map(({ action }) => action),
    ['account.added', 'account.desttime_unit_set', 'account.desttime_unit_set'],
  );
});

test('other units are refused, and so are strangers', async (t) => {
  const line = await openCommandLine(t);
  await line.type(`account add ${account} 46700000001`);
  const wrong = await line.type(`account desttime-unit ${account} --unit weeks`);
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /--unit must be one of seconds, minutes, hours, days, server/);
  assert.equal((await line.type('account desttime-unit who@example.com')).status, 4);
});

test('an account may send as many mails as the server says until it has a limit of its own', async (t) => {
  const line = await openCommandLine(t);
  await line.type(`account add ${account} 46700000001`);
  const shown = await line.type(`account mail-limit ${account}`);
  assert.equal(shown.stdout, 'Limit    server\nAllowed  5000\n');
  const set = await line.type(`account mail-limit ${account} --mails 20000`);
  assert.equal(set.stdout, 'Limit    20000\nAllowed  20000\n');
  assert.deepEqual(await line.json(`account mail-limit ${account} --mails server`), {
    mail_limit: { mails: 'server', allowed: 5000 },
  });
  const { records } = await line.json<{ records: { action: string }[] }>('audit list');
  assert.deepEqual(
    records.map(({ action }) => action),
    ['account.added', 'account.mail_limit_set', 'account.mail_limit_set'],
  );
  for (const wrong of ['0', '10000001', 'many', '1.5']) {
    const refused = await line.type(`account mail-limit ${account} --mails ${wrong}`);
    assert.equal(refused.status, 2);
    assert.match(refused.stderr, /--mails must be a whole number/);
  }
  assert.equal((await line.type('account mail-limit who@example.com')).status, 4);
});

test('an account gets receipts and reminders until it is said otherwise', async (t) => {
  const line = await openCommandLine(t);
  await line.type('account add a@example.com 46700000001');
  const shown = await line.type('account notices a@example.com');
  assert.equal(shown.stdout, 'Receipts   on\nReminders  on\n');
  const set = await line.type('account notices a@example.com --receipts off');
  assert.equal(set.stdout, 'Receipts   off\nReminders  on\n');
  await line.type('account notices a@example.com --reminders off --receipts on');
  assert.deepEqual(await line.json('account notices a@example.com'), {
    notices: { receipts: true, reminders: false },
  });
  const { records } = await line.json<{ records: { action: string }[] }>('audit list');
  assert.deepEqual(
    records.map(({ action }) => action),
    ['account.added', 'account.notices_set', 'account.notices_set'],
  );
});

test('other words than on and off are refused, and so are strangers', async (t) => {
  const line = await openCommandLine(t);
  await line.type('account add a@example.com 46700000001');
  const wrong = await line.type('account notices a@example.com --receipts maybe');
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /--receipts must be on or off/);
  assert.equal((await line.type('account notices who@example.com --receipts on')).status, 4);
});

const protectedAccount = 'a@example.com';

test('an account demands nothing besides the link until it is said otherwise', async (t) => {
  const line = await openCommandLine(t);
  await line.type(`account add ${protectedAccount} 46700000001`);
  const shown = await line.type(`account second-factor ${protectedAccount}`);
  assert.equal(shown.stdout, 'Mode      off\nDemanded  off\n');
  const set = await line.type(`account second-factor ${protectedAccount} --mode email`);
  assert.deepEqual([set.stdout, set.stderr], ['Mode      email\nDemanded  email\n', '']);
  const { records } = await line.json<{ records: { action: string }[] }>('audit list');
  assert.deepEqual(
    records.map(({ action }) => action),
    ['account.added', 'account.second_factor_set'],
  );
});

test('the operator’s setting counts where it is the stricter one', async (t) => {
  const line = await openCommandLine(t);
  await line.type(`account add ${protectedAccount} 46700000001`);
  const flags = '--second-factor sms --sms-allowed-prefixes 46';
  for (const mode of ['off', 'email', 'either', 'sms']) {
    await line.type(`account second-factor ${protectedAccount} --mode ${mode}`);
    assert.deepEqual(await line.json(`account second-factor ${protectedAccount} ${flags}`), {
      second_factor: { mode, demanded: 'sms' },
    });
  }
});

test('it is said that no SMS can be sent where one may be needed', async (t) => {
  const line = await openCommandLine(t);
  await line.type(`account add ${protectedAccount} 46700000001`);
  const { status, stderr } = await line.type(
    `account second-factor ${protectedAccount} --mode either`,
  );
  assert.equal(status, 0);
  assert.match(stderr, /smsAllowedPrefixes allows no number/);
});

test('other modes are refused, and so are strangers', async (t) => {
  const line = await openCommandLine(t);
  await line.type(`account add ${protectedAccount} 46700000001`);
  const wrong = await line.type(`account second-factor ${protectedAccount} --mode fax`);
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /--mode must be one of off, email, sms, either/);
  assert.equal((await line.type('account second-factor who@example.com')).status, 4);
});

test('the authenticator app of a person is removed by the operator, who is told where there is none', async (t) => {
  const line = await openCommandLine(t);
  await line.type('account add anna@example.com 46700000001 --role user');
  const none = await line.type('account authenticator remove anna@example.com');
  assert.notEqual(none.status, 0);
  assert.match(none.stderr, /anna@example\.com has no authenticator app/);
  assert.equal((await line.type('account authenticator remove who@example.com')).status, 4);
});

test('an app that was lost is removed with its recovery codes, in the trail and with a mail to the person', async (t) => {
  const line = await openCommandLine(t);
  const email = 'anna@example.com';
  await line.type(`account add ${email} 46700000001 --role user`);
  const withData = async <Result>(work: (installation: Installation) => Promise<Result>) => {
    const installation = await openInstallation(
      {
        stores: embeddedStores(line.dataDir),
        keyDir: join(line.dataDir, 'keys'),
        ...{ clock: systemClock, randomness: systemRandomness },
      },
      { create: false },
    );
    try {
      return await work(installation);
    } finally {
      await installation.close();
    }
  };
  const id = await withData(async ({ database, keys }) => {
    const { id: accountId = assert.fail() } = (await database.accounts.findByEmail(email)) ?? {};
    const secrets = createAuthenticatorSecrets(keys.derived.totp, systemRandomness);
    const sealed = secrets.make(accountId);
    await database.totp.put({ accountId, sealed, confirmedAt: 1, waitsUntil: undefined });
    await database.recoveryCodes.replace(accountId, [Buffer.alloc(32, 1)]);
    return accountId;
  });
  const removed = await line.type(`account authenticator remove ${email}`);
  assert.equal(removed.status, 0, removed.stderr);
  assert.equal(removed.stdout, `Removed the authenticator app of ${email}.\n`);
  await withData(async ({ database }) => {
    assert.equal(await database.totp.find(id), undefined);
    assert.equal(await database.recoveryCodes.count(id), 0);
    const [mail] = await database.outbox.list(1);
    assert.deepEqual([mail?.kind, mail?.to], ['second_factor_removed', email]);
    const [record] = await database.audit.listNewest(1);
    assert.equal(record?.object, email);
    assert.match(record.action, /^account\./);
  });
  assert.notEqual((await line.type(`account authenticator remove ${email}`)).status, 0);
});
