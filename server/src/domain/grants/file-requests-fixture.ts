import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { actor, fileOf, openExchange } from '../../testing/exchange-fixture.ts';
import { sampleAccount } from '../../testing/samples.ts';
import { day } from '../model/clock.ts';
import type { RequestLimits } from '../model/file-request.ts';
import type { DispatchId } from '../model/ids.ts';
import { createResumableUploads } from '../uploads/resumable-uploads.ts';
import { createFileRequests } from './file-requests.ts';
import { createGrants } from './grants.ts';
import type { RequestOrder } from './request-order.ts';

export const unlimited: RequestLimits = {
  maxFiles: undefined,
  maxBytes: undefined,
  maxFileBytes: undefined,
  maxReturns: undefined,
};
export const order: RequestOrder = {
  asked: { receivers: [{ email: 'bob@example.com' }] },
  message: 'The X-rays, please.',
  lifetimeMs: 2 * day,
  limits: unlimited,
};
/** Alice, a person, and what can be done with the links of her requests. */
export async function openRequests(context: TestContext, contactsOnly = false) {
  const exchange = await openExchange(context, { mailLimits: { mailsPerDay: 6 } });
  const { database, clock } = exchange;
  const limits = { grantMaxFiles: 100, grantMaxBytes: undefined, maxFileBytes: 1000 };
  const parts = { ...exchange, limits: { ...limits, minFreeBytes: 0 } };
  const resumableUploads = createResumableUploads(parts);
  const grants = createGrants({ ...parts, resumableUploads });
  const fileRequests = createFileRequests({
    ...exchange,
    contactsOnly,
    lifetimes: { minMs: 1000, maxMs: 30 * day, unit: 'days' },
  });
  const alice = sampleAccount('alice@example.com', { role: 'user', createdAt: clock.now() });
  await database.accounts.add(alice);
  const mallory = await exchange.addAccount('mallory@example.com');

  async function ask(overrides: Partial<RequestOrder> = {}): Promise<DispatchId> {
    const asked = await fileRequests.ask(actor, alice, { ...order, ...overrides });
    if (asked.isReplay) assert.fail();
    return asked.id;
  }

  async function grantOf(id: string, at = 0) {
    const { links } = await fileRequests.get(alice, id);
    const found = await grants.findByLink(links[at]?.secret ?? 'none');
    return found?.isLocked === false ? found : undefined;
  }

  async function getGrant(id: string, at = 0) {
    return (await grantOf(id, at)) ?? assert.fail('There is no open page.');
  }

  async function sendBack(id: string, files: Record<string, string>, from?: string, at = 0) {
    const upload = await grants.beginReturn(await getGrant(id, at));
    try {
      for (const [name, text] of Object.entries(files)) await upload.receive(fileOf(name, text));
      await upload.commit(actor, 'Here.', from);
    } finally {
      await upload.abort();
    }
  }

  async function mailsTo(email: string): Promise<string[]> {
    const mails = await database.outbox.list(100);
    return mails.filter(({ to }) => to === email).map(({ kind }) => kind);
  }

  return {
    ...parts,
    fileRequests,
    grants,
    resumableUploads,
    alice,
    mallory,
    ask,
    grantOf,
    getGrant,
    sendBack,
    mailsTo,
  };
}
