import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  sampleAccount,
  sampleDispatch,
  sampleFile,
  sampleReceiver,
} from '../../testing/samples.ts';
import { createAccountAdministration } from './account-administration.ts';
import { openAdministration } from './administration-fixture.ts';
import { readOutcome } from './outcomes.ts';

test('without a transfer that has ended, nothing is known of outcomes', async (context) => {
  const { database, alice, clock } = await openAdministration(context);
  const live = sampleDispatch(alice, 'live');
  await database.dispatches.add(live, [sampleReceiver(live, 'zoe@example.com')]);
  assert.equal(await readOutcome({ database, clock }), undefined);
});

test('recipients of ended transfers have everything, were withdrawn, or missed it', async (context) => {
  const { database, alice, clock } = await openAdministration(context);
  const expired = sampleDispatch(alice, 'expired', { expiresAt: clock.now() + 1000 });
  const has = sampleReceiver(expired, 'has@example.com');
  const missed = sampleReceiver(expired, 'missed@example.com');
  const revoked = sampleReceiver(expired, 'revoked@example.com');
  await database.dispatches.add(expired, [has, missed, revoked]);
  const file = sampleFile(alice, 'plan.pdf');
  await database.files.addToTray(file);
  await database.files.moveToDispatch([file], expired.id);
  await database.downloads.save({
    receiverId: has.id,
    fileId: file.id,
    spans: [{ start: 0, end: file.sizeBytes }],
    completedAt: clock.now(),
  });
  await database.dispatches.endLink(revoked.id, clock.now());
  clock.advance(2000);
  await database.dispatches.end(expired.id, clock.now());
  const withdrawn = sampleDispatch(alice, 'withdrawn', { expiresAt: clock.now() + 1000 });
  await database.dispatches.add(withdrawn, [sampleReceiver(withdrawn, 'zoe@example.com')]);
  await database.dispatches.end(withdrawn.id, clock.now());
  assert.deepEqual(await readOutcome({ database, clock }), {
    receivers: 4,
    completed: 1,
    withdrawn: 2,
  });
});

test('those who sent last are listed first, and others after them', async (context) => {
  const exchange = await openAdministration(context);
  const { database, alice } = exchange;
  const [bob, zoe] = [sampleAccount('bob@example.com'), sampleAccount('zoe@example.com')];
  for (const account of [bob, zoe]) await database.accounts.add(account);
  for (const [account, name] of [
    [alice, 'one'],
    [zoe, 'two'],
    [alice, 'three'],
    [zoe, 'four'],
  ] as const) {
    await database.dispatches.add(sampleDispatch(account, name), []);
  }
  const accounts = createAccountAdministration({
    ...exchange,
    accountLinkIssue: { issue: () => Promise.reject(new Error('not asked for')) },
    language: 'en',
  });
  const emails = async (limit: number) =>
    (await accounts.listLastSenders(limit)).map(({ account }) => account.email);
  assert.deepEqual(await emails(5), [zoe.email, alice.email, bob.email]);
  assert.deepEqual(await emails(1), [zoe.email]);
});
