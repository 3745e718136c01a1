import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import type { Database } from '../../domain/model/database.ts';
import { appearanceCases } from './appearance-cases.ts';
import { accountCases } from './account-cases.ts';
import { apiKeyCases } from './api-key-cases.ts';
import { contactBookCases } from './contact-book-cases.ts';
import { administrationCases } from './administration-cases.ts';
import { contactCases } from './contact-cases.ts';
import { csrfTokenCases } from './csrf-token-cases.ts';
import { dispatchCases } from './dispatch-cases.ts';
import { downloadCases } from './download-cases.ts';
import { draftCases } from './draft-cases.ts';
import { erasureCases } from './erasure-cases.ts';
import { federatedCases } from './federated-cases.ts';
import { deviceLoginCases } from './device-login-cases.ts';
import { feedCases } from './feed-cases.ts';
import { garbageCases } from './garbage-cases.ts';
import { inboxCases } from './inbox-cases.ts';
import { keyBucketCases } from './key-bucket-cases.ts';
import { ledgerCases } from './ledger-cases.ts';
import { linkCases } from './link-cases.ts';
import { lostRowCases } from './lost-row-cases.ts';
import { outboxCases } from './outbox-cases.ts';
import { overviewCases } from './overview-cases.ts';
import { personCases } from './person-cases.ts';
import { receiverCodeCases } from './receiver-code-cases.ts';
import { visitCases } from './visit-cases.ts';
import { pictureCases } from './picture-cases.ts';
import { queueCases } from './queue-cases.ts';
import { requestCases } from './request-cases.ts';
import { referenceCases } from './reference-cases.ts';
import { rekeyingCases } from './rekeying-cases.ts';
import { segmentCases } from './segment-cases.ts';
import { receiptCases } from './receipt-cases.ts';
import { sentCases } from './sent-cases.ts';
import { sentCountCases } from './sent-count-cases.ts';
import { templateCases } from './template-cases.ts';
import { sentOnCases } from './sent-on-cases.ts';
import { sharedContentCases } from './shared-content-cases.ts';
import type { DatabaseCase } from './database-case.ts';
import { storageCases } from './storage-cases.ts';
import { suppressionCases } from './suppression-cases.ts';
import { transactionCases } from './transaction-cases.ts';
import { repeatedActCases } from './repeated-act-cases.ts';
import { transferSumCases } from './transfer-sum-cases.ts';
import { trayCases } from './tray-cases.ts';
import { twoHandleCases } from './two-handle-cases.ts';
import { uploadCases } from './upload-cases.ts';
import { undeliveredCases } from './undelivered-cases.ts';

export const databaseCases: readonly DatabaseCase[] = [
  ...accountCases,
  ...apiKeyCases,
  ...csrfTokenCases,
  ...contactCases,
  ...contactBookCases,
  ...trayCases,
  ...garbageCases,
  ...rekeyingCases,
  ...segmentCases,
  ...uploadCases,
  ...draftCases,
  ...sharedContentCases,
  ...sentOnCases,
  ...pictureCases,
  ...visitCases,
  ...templateCases,
  ...appearanceCases,
  ...dispatchCases,
  ...linkCases,
  ...overviewCases,
  ...inboxCases,
  ...receiptCases,
  ...sentCases,
  ...sentCountCases,
  ...undeliveredCases,
  ...referenceCases,
  ...requestCases,
  ...queueCases,
  ...downloadCases,
  ...transferSumCases,
  ...repeatedActCases,
  ...outboxCases,
  ...suppressionCases,
  ...feedCases,
  ...receiverCodeCases,
  ...federatedCases,
  ...personCases,
  ...deviceLoginCases,
  ...ledgerCases,
  ...keyBucketCases,
  ...erasureCases,
  ...lostRowCases,
  ...administrationCases,
  ...storageCases,
  ...transactionCases,
];

interface Implementation {
  /** Why it cannot be tested here. */
  skip?: string | false;
  /** An empty database. */
  open: (context: TestContext) => Promise<Database>;
  /** Two handles on one empty database; left out where the data belong to one handle alone. */
  openTwo?: (context: TestContext) => Promise<[Database, Database]>;
}

/** Registers every rule of the port as a test. Each gets an empty database of its own to use up. */
export function databaseConformance(name: string, implementation: Implementation): void {
  const { skip = false, open, openTwo } = implementation;
  describe(`${name} is a database`, { skip }, () => {
    for (const rule of databaseCases) {
      test(rule.name, async (context) => {
        await rule.run(await open(context));
      });
    }
    if (openTwo === undefined) return;
    for (const rule of twoHandleCases) {
      test(`among two handles: ${rule.name}`, async (context) => {
        await rule.run(...(await openTwo(context)));
      });
    }
  });
}
