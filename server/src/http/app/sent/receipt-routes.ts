import type { SignedPart } from '../../../domain/receipts/receipts.ts';
import { operations } from '../../generated/operations.js';
import type { Route, Services } from '../../routing/route.ts';
import type { Pages } from '../frame/pages.ts';
import { sendDocument } from './send-document.ts';

const type = 'application/jsonl; charset=utf-8';

/** Where people get the signed statements about a drop: all parts in one file, as `valise receipt verify` reads it. */
export function receiptRoutes(
  services: Pick<Services, 'receipts' | 'sessions'>,
  pages: Pages,
): Route[] {
  const { receipts } = services;
  const { receipt, deletion } = operations.sent;
  return [
    pages.file(receipt, async ({ account }, { params: { id } }) => {
      const parts = await allParts((after) => receipts.issue(account, id, after));
      return sendDocument(services, { name: `receipt-${id}.jsonl`, type, parts });
    }),
    pages.file(deletion, async ({ account }, { params: { id } }) => {
      const parts = await allParts((after) => receipts.issueDeletion(account, id, after));
      return sendDocument(services, { name: `deletion-${id}.jsonl`, type, parts });
    }),
  ];
}

/** Refuses at once what has no first part. */
async function allParts(
  issue: (after?: string) => Promise<SignedPart>,
): Promise<AsyncIterable<string>> {
  const first = await issue();
  return (async function* () {
    let part = first;
    yield lineOf(part);
    while (part.next !== undefined) {
      part = await issue(part.next);
      yield lineOf(part);
    }
  })();
}

function lineOf({ envelope }: SignedPart): string {
  return `${JSON.stringify(envelope)}\n`;
}
