import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../../domain/model/database.ts';
import { addToTray } from '../../domain/tray/commands.ts';
import { systemClock as clock, systemRandomness as randomness } from '../../platform/system.ts';
import { sampleFile } from '../../testing/samples.ts';
import { createInProcessRunner } from './in-process-runner.ts';
import { audit, openRunners } from './runner-fixture.ts';

test('uploads of one account that end together share transactions, and make none of each other fail', async (t) => {
  const { database, blobs, account } = await openRunners(t);
  let transactions = 0;
  const counting: Pick<Database, 'transact'> = {
    transact(work) {
      transactions += 1;
      return database.transact(work);
    },
  };
  const runner = createInProcessRunner({
    ...{ database: counting, audit, clock, randomness },
    // Their bytes are of no interest here.
    blobs: { putMany: (several) => blobs.putMany(several), findSize: () => Promise.resolve(1) },
  });
  const names = Array.from({ length: 8 }, (_, at) => `${at}.txt`);
  const uploads = names.map((name) =>
    runner.run(addToTray, {
      accountId: account.id,
      actor: { name: account.email, source: '127.0.0.1', requestId: name },
      keyBucket: 'tray-2026-11-17',
      files: [sampleFile(account, name)],
      settingBytes: undefined,
    }),
  );
  await Promise.all(uploads);
  assert.equal(transactions, 2);
  const tray = await database.files.listTray(account.id);
  assert.deepEqual(
    tray.map(({ name }) => name),
    names,
  );
});
