import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWithMail } from './mail-fixture.ts';

test('refusals are listed, and can be forgotten', async (t) => {
  const { line, refuse } = await openWithMail(t);
  assert.match((await line.type('mail suppressions list')).stdout, /No address has refused mail/);
  const email = await refuse();
  const [row] = await line.json<{ email: string; from: string | null }[]>('mail suppressions list');
  assert.deepEqual([row?.email, row?.from], [email, null]);
  assert.match((await line.type('mail suppressions list')).stdout, /everybody/);
  const { stdout } = await line.run(['mail', 'suppressions', 'remove', email]);
  assert.match(stdout, /Removed 1 refusal of/);
  assert.deepEqual(await line.json('mail suppressions list'), []);
  assert.equal((await line.type('mail suppressions remove nonsense')).status, 2);
});
