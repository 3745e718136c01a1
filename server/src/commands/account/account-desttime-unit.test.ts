import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCommandLine } from '../command-fixture.ts';

const account = 'a@example.com';

test('line 7: an account counts as the server does until it has a unit of its own', async (t) => {
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
