import { operations } from '../generated/operations.js';
import { route } from '../routing/operation.ts';
import type { Route, Services } from '../routing/route.ts';

/** Keys change as good as never. */
const keysAreFreshSeconds = 3600;

/** Where programs get signed statements about what their account sent, and anyone the keys to verify them. */
export function receiptRoutes({ receipts }: Pick<Services, 'receipts'>): Route[] {
  const { receipt, deletion, keys } = operations.apiReceipts;
  return [
    route(receipt, async ({ account }, { params, query }) => {
      const { envelope } = await receipts.issue(account, params.id, query.after);
      return envelope;
    }),
    route(deletion, async ({ account }, { params, query }) => {
      const { envelope } = await receipts.issueDeletion(account, params.id, query.after);
      return envelope;
    }),
    route(keys, () => receipts.keys, {
      headers: { 'cache-control': `public, max-age=${keysAreFreshSeconds}` },
    }),
  ];
}
