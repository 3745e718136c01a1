import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import { sampleAccount } from '../../testing/samples.ts';
import { hour, minute } from '../model/clock.ts';
import { createAccountLinkIssue } from './account-link-issue.ts';

async function open(t: TestContext) {
  const exchange = await openExchange(t);
  const { database, hasher } = exchange;
  const accountLinkSecret = ({ id }: { id: string }) => `secret of ${id}`;
  const issue = createAccountLinkIssue({ ...exchange, accountLinkSecret });
  const anna = sampleAccount('anna@example.com', { role: 'user' });
  await database.accounts.add(anna);

  /** The links that were mailed, oldest first, and whether each is still known. */
  async function mailed(kind: 'reset' | 'invitation'): Promise<boolean[]> {
    const mails = (await database.outbox.list(99)).filter((mail) => mail.kind === kind).reverse();
    const known = mails.map(({ id }) =>
      database.accountLinks.find(hasher.hash('account link', `secret of ${id}`)),
    );
    return (await Promise.all(known)).map((link) => link !== undefined);
  }
  return { ...exchange, issue, mailed, ask: () => issue.askForReset(actor, 'anna@example.com') };
}

test('a person gets three mails with a reset in an hour, and only the newest link is good', async (t) => {
  const { ask, mailed, clock } = await open(t);
  await ask();
  await ask();
  assert.deepEqual(await mailed('reset'), [true], 'the first is on its way');
  clock.advance(2 * minute);
  await ask();
  assert.deepEqual(await mailed('reset'), [false, true]);
  for (let count = 0; count < 20; count += 1) {
    clock.advance(2 * minute);
    await ask();
  }
  assert.deepEqual(await mailed('reset'), [false, false, true]);
  clock.advance(hour);
  await ask();
  assert.deepEqual(await mailed('reset'), [false, false, false, true]);
});

test('many who ask at once get one mail', async (t) => {
  const { ask, mailed } = await open(t);
  await Promise.all(Array.from({ length: 8 }, () => ask()));
  assert.deepEqual(await mailed('reset'), [true]);
});

test('who asks for a reset ends no invitation', async (t) => {
  const { issue, ask, mailed } = await open(t);
  await issue.send(actor, 'anna@example.com', 'invitation');
  await ask();
  assert.deepEqual([await mailed('invitation'), await mailed('reset')], [[true], [true]]);
});
