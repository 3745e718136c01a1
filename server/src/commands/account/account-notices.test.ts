import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCommandLine } from '../command-fixture.ts';

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
