import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import type { Store } from '../domain/store.ts';
import { accountCases } from './conformance/account-cases.ts';
import { contactCases } from './conformance/contact-cases.ts';
import { csrfTokenCases } from './conformance/csrf-token-cases.ts';
import { dispatchCases } from './conformance/dispatch-cases.ts';
import { downloadCases } from './conformance/download-cases.ts';
import { erasureCases } from './conformance/erasure-cases.ts';
import { garbageCases } from './conformance/garbage-cases.ts';
import { inboxCases } from './conformance/inbox-cases.ts';
import { keyBucketCases } from './conformance/key-bucket-cases.ts';
import { ledgerCases } from './conformance/ledger-cases.ts';
import { linkCases } from './conformance/link-cases.ts';
import { outboxCases } from './conformance/outbox-cases.ts';
import { overviewCases } from './conformance/overview-cases.ts';
import { receiverCodeCases } from './conformance/receiver-code-cases.ts';
import { rekeyingCases } from './conformance/rekeying-cases.ts';
import { segmentCases } from './conformance/segment-cases.ts';
import type { StoreCase } from './conformance/store-case.ts';
import { suppressionCases } from './conformance/suppression-cases.ts';
import { transactionCases } from './conformance/transaction-cases.ts';
import { repeatedActCases } from './conformance/repeated-act-cases.ts';
import { transferSumCases } from './conformance/transfer-sum-cases.ts';
import { trayCases } from './conformance/tray-cases.ts';
import { uploadCases } from './conformance/upload-cases.ts';

export const storeCases: readonly StoreCase[] = [
  ...accountCases,
  ...csrfTokenCases,
  ...contactCases,
  ...trayCases,
  ...garbageCases,
  ...rekeyingCases,
  ...segmentCases,
  ...uploadCases,
  ...dispatchCases,
  ...linkCases,
  ...overviewCases,
  ...inboxCases,
  ...downloadCases,
  ...transferSumCases,
  ...repeatedActCases,
  ...outboxCases,
  ...suppressionCases,
  ...receiverCodeCases,
  ...ledgerCases,
  ...keyBucketCases,
  ...erasureCases,
  ...transactionCases,
];

/** Registers every rule of the port as a test. Each gets an empty store of its own to use up. */
export function storeConformance(
  name: string,
  openStore: (context: TestContext) => Promise<Store>,
): void {
  describe(`${name} is a store`, () => {
    for (const rule of storeCases) {
      test(rule.name, async (context) => {
        await rule.run(await openStore(context));
      });
    }
  });
}
