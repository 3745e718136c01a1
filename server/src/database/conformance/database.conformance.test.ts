import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accountFaults } from './account-faults.ts';
import { dispatchFaults } from './dispatch-faults.ts';
import { downloadFaults } from './download-faults.ts';
import { erasureFaults } from './erasure-faults.ts';
import type { Fault } from './fault.ts';
import { broken } from './fault.ts';
import { fileFaults } from './file-faults.ts';
import { keyBucketFaults } from './key-bucket-faults.ts';
import { linkFaults } from './link-faults.ts';
import { outboxFaults } from './outbox-faults.ts';
import { receiverCodeFaults } from './receiver-code-faults.ts';
import { rekeyingFaults } from './rekeying-faults.ts';
import { segmentFaults } from './segment-faults.ts';
import { repeatedActFaults } from './repeated-act-faults.ts';
import { transferSumFaults } from './transfer-sum-faults.ts';
import { suppressionFaults } from './suppression-faults.ts';
import { transactionFaults } from './transaction-faults.ts';
import { uploadFaults } from './upload-faults.ts';
import { openSqliteDatabase } from '../sqlite/sqlite-database.ts';
import { databaseCases } from './database.conformance.ts';
import { testRowBinding } from '../../testing/row-binding-fixture.ts';

const faults: readonly Fault[] = [
  ...accountFaults,
  ...fileFaults,
  ...rekeyingFaults,
  ...segmentFaults,
  ...uploadFaults,
  ...dispatchFaults,
  ...linkFaults,
  ...downloadFaults,
  ...transferSumFaults,
  ...repeatedActFaults,
  ...outboxFaults,
  ...suppressionFaults,
  ...receiverCodeFaults,
  ...keyBucketFaults,
  ...erasureFaults,
  ...transactionFaults,
];

describe('the rules of the store find out a store that', () => {
  for (const fault of faults) {
    test(fault.fault, async (context) => {
      const rule = databaseCases.find(({ name }) => name === fault.caughtBy);
      assert.ok(rule, `there is no rule "${fault.caughtBy}"`);
      const sound = await openSqliteDatabase(':memory:', { binding: testRowBinding });
      context.after(() => sound.close());
      await assert.rejects(rule.run(broken(sound, fault)), assert.AssertionError);
    });
  }
});

test('every rule of the store can fail', () => {
  const proven = new Set(faults.map(({ caughtBy }) => caughtBy));
  assert.deepEqual(
    databaseCases.map(({ name }) => name).filter((name) => !proven.has(name)),
    [],
  );
  assert.equal(new Set(databaseCases.map(({ name }) => name)).size, databaseCases.length);
});
