import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import { fullScans, mayScan } from '../conformance/full-scans.ts';
import { sqliteCatalogue } from '../generated/sqlite-catalogue.ts';

/** Lists that the query was given, rows that it makes up, and rows that it has found by an index before. */
const given =
  /^SCAN (?:json_each VIRTUAL TABLE INDEX 1:|CONSTANT ROW|asked|counted|found|shredded)$/;

describe('with an index and without a scan of any table, SQLite answers', () => {
  const database = new DatabaseSync(':memory:');
  for (const { statements } of sqliteCatalogue.schemaSteps) {
    for (const statement of statements) database.exec(statement);
  }
  after(() => {
    database.close();
  });

  function planOf(name: string): string[] {
    const { sql, values } = sqliteCatalogue.queries[name] ?? assert.fail(name);
    const statement = database.prepare(`explain query plan ${sql}`);
    return statement.all(...values.map(() => null)).map(({ detail }) => String(detail));
  }

  function findScans(name: string): string[] {
    return planOf(name).filter((step) => {
      if (!step.startsWith('SCAN') || given.test(step)) return false;
      const [, index] = / USING (?:COVERING )?INDEX (\w+)$/.exec(step) ?? [];
      return !mayScan(name, index);
    });
  }

  for (const name of Object.keys(sqliteCatalogue.queries)) {
    test(name, () => {
      assert.deepEqual(findScans(name), [], planOf(name).join('\n'));
    });
  }

  for (const [name, index] of [
    ['files.forgotten', 'files_in_trays_by_age (created_at<?)'],
    ['files.inDispatchById', 'sqlite_autoindex_files_1 (id=?)'],
    ['files.inDispatchByName', 'files_by_dispatch_name (dispatch_id=? AND name=?)'],
    ['files.inTray', 'files_in_tray (account_id=?)'],
    ['files.inTrayByName', 'files_in_tray (account_id=? AND name=?)'],
    ['files.removeFromTrays', 'sqlite_autoindex_files_1 (id=?)'],
    ['files.trayBytes', 'files_in_tray (account_id=?)'],
  ] as const) {
    test(`${name}, from nothing but the files that it wants`, () => {
      assert.equal(planOf(name)[0], `SEARCH files USING INDEX ${index}`);
    });
  }

  for (const [name, column] of [
    ['contactBook.by_email', 'email'],
    ['contactBook.by_last_key', 'last_key'],
    ['contactBook.by_number', 'number'],
    ['contactBook.by_sort_key', 'sort_key'],
    ['globalContacts.withEmail', 'email'],
    ['globalContacts.withNick', 'nick'],
    ['pastReceivers.search', 'email'],
  ] as const) {
    test(`${name}, from nothing but the rows that begin so`, () => {
      const [step = '', ...more] = planOf(name);
      assert.ok(step.startsWith('SEARCH') && step.includes(`${column}>? AND ${column}<?`), step);
      assert.deepEqual(more, [], 'they are sorted already');
    });
  }

  test('contactBook.withWords, from the contacts of the account, in their order', () => {
    assert.deepEqual(planOf('contactBook.withWords'), [
      'SEARCH contacts USING INDEX contacts_sorted (account_id=?)',
    ]);
  });

  test('inboxQueue.byReceivers, from the wanted items alone, however many are in the inbox', () => {
    const [first] = planOf('inboxQueue.byReceivers');
    assert.match(String(first), /^SEARCH receiver USING INDEX sqlite_autoindex_\w+ \(id=\?\)$/);
  });

  test('a query whose index is missing is found', () => {
    database.exec('begin; drop index api_keys_by_end');
    assert.notDeepEqual(findScans('apiKeys.deleteExpired'), []);
    database.exec('rollback; begin; drop index mails_waiting');
    assert.notDeepEqual(findScans('outbox.oldestWaiting'), []);
    database.exec('rollback');
    assert.deepEqual(findScans('outbox.oldestWaiting'), []);
  });

  test('the queries that may read all of a table or an index are there', () => {
    const queries = Object.keys(sqliteCatalogue.queries);
    // SQLite places events as they are written: nothing waits to be placed.
    const own = Object.keys(fullScans).filter((name) => !name.startsWith('pendingFeed.'));
    assert.deepEqual(
      own.filter((name) => !queries.includes(name)),
      [],
    );
  });
});
