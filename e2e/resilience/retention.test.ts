import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { eventually } from '../harness/eventually.ts';
import { startExchange } from '../harness/start-exchange.ts';

test('each retention setting removes from a running server what is older than it', async () => {
  const settings = [
    '--mail-retention',
    '2d',
    '--history-retention',
    '4d',
    '--audit-retention',
    '6d',
  ];
  const { server, clients } = await startExchange(['alice'], { settings });
  const { alice } = clients;
  const receiver = [{ email: 'bob@example.com' }];
  await alice.get('contacts_add', { json: receiver });
  for (let times = 0; times < 2; times += 1) {
    await alice.get('receivers_set', { json: receiver });
    await alice.get('givedrop', { json: {} });
  }
  await server.stop();

  const rows = new DatabaseSync(join(server.dataDir, 'valise.db'));
  try {
    const count = (table: string, sequence: unknown) =>
      rows
        .prepare(`select count(*) as count from ${table} where sequence = ?`)
        .get(Number(sequence))?.['count'];
    /** Makes one row so old, and returns its place. */
    const age = (table: string, column: string, which: 'min' | 'max', days: number) =>
      rows
        .prepare(
          `update ${table} set ${column} = ?
             where sequence = (select ${which}(sequence) from ${table}) returning sequence`,
        )
        .get(Date.now() - days * 86_400_000)?.['sequence'];
    // Each is older than its own setting and younger than the next one. The mail is not of the
    // dispatch that goes, with which its mails go.
    const aged = [
      ['mails', age('mails', 'settled_at', 'max', 3)],
      ['dispatches', age('dispatches', 'ended_at', 'min', 5)],
      ['audit', age('audit', 'at', 'min', 7)],
    ] as const;
    for (const [table, sequence] of aged) assert.equal(count(table, sequence), 1, table);
    await server.start();
    await eventually('what is old is removed', () =>
      aged.every(([table, sequence]) => count(table, sequence) === 0) ? true : undefined,
    );
    const left = rows.prepare('select count(*) as count from dispatches').get()?.['count'];
    assert.equal(left, 1, 'what is younger stays');
  } finally {
    rows.close();
  }
});
