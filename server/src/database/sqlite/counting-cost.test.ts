import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { chainHash } from '../../sealing/crypto/secrets.ts';
import { createEvents } from '../../domain/events/events.ts';
import { createAuditTrail } from '../../domain/model/audit.ts';
import type { StoredFile } from '../../domain/model/file.ts';
import type { DownloadEvent } from '../../domain/downloads/commands.ts';
import { recordDownload } from '../../domain/downloads/commands.ts';
import { systemRandomness as randomness } from '../../platform/system.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import {
  sampleAccount,
  sampleDispatch,
  sampleFile,
  sampleReceiver,
} from '../../testing/samples.ts';
import { WatchedConnection } from './watched-connection.ts';
import { sqliteCatalogue } from '../generated/sqlite-catalogue.ts';
import { migrate } from './migrate.ts';
import { createRepositories } from '../queries/repositories.ts';
import { SqliteSession } from './sqlite-database.ts';
import { testRowBinding } from '../../testing/row-binding-fixture.ts';
import { createBoundRows } from '../queries/bound-rows.ts';

const sizeBytes = 1000;
const alice = sampleAccount('alice@example.com');
const drop = sampleDispatch(alice, 'drop');
const zoe = sampleReceiver(drop, 'zoe@example.com');

interface Cost {
  statements: number;
  listedRows: number;
  /** Rows of files that SQLite looked at. */
  visitedFiles: number;
}

/** A drop of so many files to Zoe, and what recording one of them costs. */
async function openDrop(context: TestContext, count: number) {
  const database = new DatabaseSync(':memory:');
  context.after(() => {
    database.close();
  });
  const connection = new WatchedConnection(database);
  migrate(connection, sqliteCatalogue.schemaSteps);
  const repositories = createRepositories(
    new SqliteSession(connection, undefined),
    createBoundRows(testRowBinding),
    { append: () => Promise.resolve(), add: () => Promise.resolve(), hasPending: false },
  );
  await repositories.accounts.add(alice);
  await repositories.dispatches.add(drop, [zoe]);
  const files = Array.from({ length: count }, (_, at) =>
    sampleFile(alice, `${at}.txt`, { sizeBytes, dispatchId: drop.id }),
  );
  for (const file of files) await repositories.files.addToDispatch(file);
  let visitedFiles = 0;
  database.function('visit', { varargs: true }, () => {
    visitedFiles += 1;
    return 1;
  });
  // Stands in front of the table from here on.
  database.exec('create temp view files as select * from main.files where visit(id)');
  const clock = createFakeClock();
  const audit = createAuditTrail({
    clock,
    chainHash: (previous, record) => chainHash(Buffer.alloc(32), previous, record),
  });
  const events = createEvents({ audit, randomness, clock });
  const transaction = { repositories, events, audit, randomness, clock };

  async function costOf(
    { id, name }: StoredFile,
    changes: Partial<DownloadEvent> = {},
  ): Promise<Cost> {
    connection.queries.length = 0;
    connection.listedRows = 0;
    visitedFiles = 0;
    await recordDownload.run(transaction, {
      actor: { name: zoe.email, source: '127.0.0.1', requestId: name },
      to: { receiverId: zoe.id, dispatchId: drop.id, accountId: drop.accountId, email: zoe.email },
      file: { id, name, sizeBytes },
      transfer: { span: { start: 0, end: sizeBytes }, outcome: 'complete' },
      way: { by: 'link', wasAskedFor: true },
      ...changes,
    });
    const { listedRows } = connection;
    return { statements: connection.queries.length, listedRows, visitedFiles };
  }

  return { files, costOf, repositories };
}

test('each file of a drop costs as much to record, however many there are', async (t) => {
  const perFile = new Set<string>();
  for (const count of [3, 300]) {
    const { files, costOf, repositories } = await openDrop(t, count);
    for (const file of files.slice(0, -1)) perFile.add(JSON.stringify(await costOf(file)));
    for (const file of files.slice(-1)) await costOf(file);
    const receipts = await repositories.outbox.listFor(zoe.id);
    assert.deepEqual(
      receipts.map(({ kind }) => kind),
      ['receipt'],
    );
  }
  assert.equal(perFile.size, 1, [...perFile].join('\n'));
});

test('a download from the inbox does not read the drop', async (t) => {
  const [few, many] = [await openDrop(t, 3), await openDrop(t, 300)];
  const [ofFew, ofMany] = [few.files[0] ?? assert.fail(), many.files[0] ?? assert.fail()];
  const way = { by: 'inbox' } as const;
  assert.deepEqual(await few.costOf(ofFew, { way }), await many.costOf(ofMany, { way }));
});
