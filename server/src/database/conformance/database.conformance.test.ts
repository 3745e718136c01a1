import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { accountFaults } from './account-faults.ts';
import { contactBookFaults } from './contact-book-faults.ts';
import { administrationFaults } from './administration-faults.ts';
import { dispatchFaults } from './dispatch-faults.ts';
import { downloadFaults } from './download-faults.ts';
import { erasureFaults } from './erasure-faults.ts';
import type { Fault } from './fault.ts';
import { broken } from './fault.ts';
import { federatedFaults } from './federated-faults.ts';
import { fileFaults } from './file-faults.ts';
import { keyBucketFaults } from './key-bucket-faults.ts';
import { linkFaults } from './link-faults.ts';
import { outboxFaults } from './outbox-faults.ts';
import { deviceLoginFaults } from './device-login-faults.ts';
import { personFaults } from './person-faults.ts';
import { receiverCodeFaults } from './receiver-code-faults.ts';
import { queueFaults } from './queue-faults.ts';
import { requestFaults } from './request-faults.ts';
import { rekeyingFaults } from './rekeying-faults.ts';
import { segmentFaults } from './segment-faults.ts';
import { sentFaults } from './sent-faults.ts';
import { appearanceFaults } from './appearance-cases.ts';
import { templateFaults } from './template-faults.ts';
import { visitFaults } from './visit-cases.ts';
import { lostRowFaults } from './lost-row-cases.ts';
import { pictureFaults } from './picture-cases.ts';
import { sentOnFaults } from './sent-on-faults.ts';
import { sharedContentFaults } from './shared-content-faults.ts';
import { repeatedActFaults } from './repeated-act-faults.ts';
import { transferSumFaults } from './transfer-sum-faults.ts';
import { draftFaults } from './draft-faults.ts';
import { feedFaults } from './feed-faults.ts';
import { suppressionFaults } from './suppression-faults.ts';
import { transactionFaults } from './transaction-faults.ts';
import { twoHandleCases } from './two-handle-cases.ts';
import { twoHandleFaults } from './two-handle-faults.ts';
import { uploadFaults } from './upload-faults.ts';
import { openInMemory } from '../memory/memory-database.ts';
import { openSqliteDatabase } from '../sqlite/sqlite-database.ts';
import { databaseCases } from './database.conformance.ts';
import { testRowBinding } from '../../testing/row-binding-fixture.ts';

const faults: readonly Fault[] = [
  ...accountFaults,
  ...contactBookFaults,
  ...fileFaults,
  ...rekeyingFaults,
  ...segmentFaults,
  ...uploadFaults,
  ...dispatchFaults,
  ...linkFaults,
  ...requestFaults,
  ...queueFaults,
  ...downloadFaults,
  ...sentFaults,
  ...transferSumFaults,
  ...repeatedActFaults,
  ...outboxFaults,
  ...suppressionFaults,
  ...feedFaults,
  ...draftFaults,
  ...sharedContentFaults,
  ...sentOnFaults,
  ...lostRowFaults,
  ...pictureFaults,
  ...visitFaults,
  ...templateFaults,
  ...appearanceFaults,
  ...receiverCodeFaults,
  ...federatedFaults,
  ...personFaults,
  ...deviceLoginFaults,
  ...keyBucketFaults,
  ...erasureFaults,
  ...administrationFaults,
  ...transactionFaults,
];

describe('the rules of the database find out a database that', () => {
  for (const fault of faults) {
    test(fault.fault, async (context) => {
      const rule = databaseCases.find(({ name }) => name === fault.caughtBy);
      assert.ok(rule, `there is no rule "${fault.caughtBy}"`);
      const sound = openInMemory(testRowBinding);
      context.after(() => sound.close());
      await assert.rejects(rule.run(broken(sound, fault)), assert.AssertionError);
    });
  }
});

describe('the rules among handles find out a database that', () => {
  for (const fault of twoHandleFaults) {
    test(fault.fault, async (context) => {
      const rule = twoHandleCases.find(({ name }) => name === fault.caughtBy);
      assert.ok(rule, `there is no rule "${fault.caughtBy}"`);
      const folder = await mkdtemp(join(tmpdir(), 'valise-handles-'));
      context.after(() => rm(folder, { recursive: true }));
      const open = async () => {
        const path = join(folder, 'valise.db');
        const sound = await openSqliteDatabase(path, { binding: testRowBinding });
        context.after(() => sound.close());
        return broken(sound, fault);
      };
      await assert.rejects(rule.run(await open(), await open()), assert.AssertionError);
    });
  }
});

test('every rule of the database can fail', () => {
  const everyFault = [...faults, ...twoHandleFaults];
  const everyRule = [...databaseCases, ...twoHandleCases];
  const proven = new Set(everyFault.map(({ caughtBy }) => caughtBy));
  assert.deepEqual(
    everyRule.map(({ name }) => name).filter((name) => !proven.has(name)),
    [],
  );
  assert.equal(new Set(everyRule.map(({ name }) => name)).size, everyRule.length);
});
