import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { sqliteCatalogue } from '../generated/sqlite-catalogue.ts';

const lists = {
  'sent.unendedDrops': 'dispatches_unended',
  'sent.liveDrops': 'dispatches_unended',
  'sent.expiredDrops': 'dispatches_expired',
  'sent.revokedDrops': 'dispatches_revoked',
  'sent.endingDrops': 'dispatches_live',
  'sent.liveCount': 'dispatches_ending',
  'sent.stretchOfAccount': 'dispatches_by_account',
  'sent.failedMails': 'mails_undelivered',
  'inboxItems.newest': 'dispatch_receivers_inbox',
  'inboxItems.older': 'dispatch_receivers_inbox',
  'inboxItems.newCount': 'dispatch_receivers_unseen',
  'inboxQueue.free': 'dispatch_receivers_queue',
  'inboxQueue.nextEnd': 'dispatch_receivers_queue',
  'inboxQueue.part.oldest.any': 'dispatch_receivers_inbox',
  'inboxQueue.part.newest.any': 'dispatch_receivers_inbox',
  'inboxQueue.part.oldest.new': 'dispatch_receivers_queue',
  'inboxQueue.part.newest.new': 'dispatch_receivers_queue',
  'inboxQueue.lastOfStretch.oldest.new': 'dispatch_receivers_queue',
  'inboxQueue.lastOfStretch.newest.new': 'dispatch_receivers_queue',
  'administration.liveOfAccount': 'dispatches_live',
  'fileRequests.newest': 'dispatches_requests_by_age',
  'fileRequests.live': 'dispatches_requests_by_age',
  'fileRequests.closed': 'dispatches_requests_by_age',
  'fileRequests.expired': 'dispatches_requests_by_age',
};

/** The steps in which SQLite answers. */
function planOf(context: TestContext, name: string): string[] {
  const database = new DatabaseSync(':memory:');
  context.after(() => {
    database.close();
  });
  for (const { statements } of sqliteCatalogue.schemaSteps) {
    for (const statement of statements) database.exec(statement);
  }
  const { sql, values } = sqliteCatalogue.queries[name] ?? assert.fail(name);
  const plan = database.prepare(`explain query plan ${sql}`).all(...values.map(() => null));
  return plan.map(({ detail }) => String(detail));
}

for (const [name, index] of Object.entries({
  'sent.dropsWithFailures': 'mails_undelivered',
  'sent.dropsWithDelays': 'mails_delayed',
})) {
  test(`${name} begins with the newest mails, and finds the drop of each`, (context) => {
    const [, first = '', ...others] = planOf(context, name);
    assert.equal(first, `SEARCH mails USING INDEX ${index} (account_id=?)`);
    assert.equal(others[0], 'SCAN found');
    for (const table of ['receiver', 'dispatch']) {
      assert.ok(
        others.some((step) => step.startsWith(`SEARCH ${table} `) && step.endsWith('(id=?)')),
      );
    }
  });
}

for (const [name, index] of Object.entries(lists)) {
  test(`${name} reads its rows in order, whatever the size of the account`, (context) => {
    const [first = '', ...others] = planOf(context, name);
    const steps = [first, ...others];
    const key = index.startsWith('dispatch_receivers') ? 'email' : 'account_id';
    assert.ok(
      steps.some((step) => step.includes(`INDEX ${index} (${key}=?`)),
      steps.join('\n'),
    );
    // A sorter would read all rows of the account before it returns the first one.
    assert.ok(!others.some((step) => step.includes('TEMP B-TREE')), others.join('\n'));
  });
}
