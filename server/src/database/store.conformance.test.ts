import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accountFaults } from './conformance/account-faults.ts';
import { dispatchFaults } from './conformance/dispatch-faults.ts';
import { downloadFaults } from './conformance/download-faults.ts';
import { erasureFaults } from './conformance/erasure-faults.ts';
import type { Fault } from './conformance/fault.ts';
import { broken } from './conformance/fault.ts';
import { fileFaults } from './conformance/file-faults.ts';
import { keyBucketFaults } from './conformance/key-bucket-faults.ts';
import { linkFaults } from './conformance/link-faults.ts';
import { outboxFaults } from './conformance/outbox-faults.ts';
import { receiverCodeFaults } from './conformance/receiver-code-faults.ts';
import { rekeyingFaults } from './conformance/rekeying-faults.ts';
import { segmentFaults } from './conformance/segment-faults.ts';
import { repeatedActFaults } from './conformance/repeated-act-faults.ts';
import { transferSumFaults } from './conformance/transfer-sum-faults.ts';
import { suppressionFaults } from './conformance/suppression-faults.ts';
import { transactionFaults } from './conformance/transaction-faults.ts';
import { uploadFaults } from './conformance/upload-faults.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { storeCases } from './store.conformance.ts';
import { testRowBinding } from '../testing/row-binding-fixture.ts';

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
      const rule = storeCases.find(({ name }) => name === fault.caughtBy);
      assert.ok(rule, `there is no rule "${fault.caughtBy}"`);
      const sound = await openSqliteStore(':memory:', { binding: testRowBinding });
      context.after(() => sound.close());
      await assert.rejects(rule.run(broken(sound, fault)), assert.AssertionError);
    });
  }
});

test('every rule of the store can fail', () => {
  const proven = new Set(faults.map(({ caughtBy }) => caughtBy));
  assert.deepEqual(
    storeCases.map(({ name }) => name).filter((name) => !proven.has(name)),
    [],
  );
  assert.equal(new Set(storeCases.map(({ name }) => name)).size, storeCases.length);
});
