import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCommandLine } from '../command-fixture.ts';

const account = 'a@example.com';

test('an account demands nothing besides the link until it is said otherwise', async (t) => {
  const line = await openCommandLine(t);
  await line.type(`account add ${account} 46700000001`);
  const shown = await line.type(`account second-factor ${account}`);
  assert.equal(shown.stdout, 'Mode      off\nDemanded  off\n');
  const set = await line.type(`account second-factor ${account} --mode email`);
  assert.deepEqual([set.stdout, set.stderr], ['Mode      email\nDemanded  email\n', '']);
  const { records } = await line.json<{ records: { action: string }[] }>('audit list');
  assert.deepEqual(
    records.map(({ action }) => action),
    ['account.added', 'account.second_factor_set'],
  );
});

test('the operator’s setting counts where it is the stricter one', async (t) => {
  const line = await openCommandLine(t);
  await line.type(`account add ${account} 46700000001`);
  const flags = '--second-factor sms --sms-allowed-prefixes 46';
  for (const mode of ['off', 'email', 'either', 'sms']) {
    await line.type(`account second-factor ${account} --mode ${mode}`);
    assert.deepEqual(await line.json(`account second-factor ${account} ${flags}`), {
      second_factor: { mode, demanded: 'sms' },
    });
  }
});

test('it is said that no SMS can be sent where one may be needed', async (t) => {
  const line = await openCommandLine(t);
  await line.type(`account add ${account} 46700000001`);
  const { status, stderr } = await line.type(`account second-factor ${account} --mode either`);
  assert.equal(status, 0);
  assert.match(stderr, /smsAllowedPrefixes allows no number/);
});

test('other modes are refused, and so are strangers', async (t) => {
  const line = await openCommandLine(t);
  await line.type(`account add ${account} 46700000001`);
  const wrong = await line.type(`account second-factor ${account} --mode fax`);
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /--mode must be one of off, email, sms, either/);
  assert.equal((await line.type('account second-factor who@example.com')).status, 4);
});
