import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { EventKind } from '#protocol/event-kinds.ts';
import { actor, fileOf, openExchange } from '../../testing/exchange-fixture.ts';
import { sampleAccount } from '../../testing/samples.ts';
import { createAccounts } from '../access/accounts.ts';
import { createOwnKeys } from '../access/own-keys.ts';
import { createEndings } from '../dispatches/endings.ts';
import { createInboxParking } from '../dispatches/inbox-parking.ts';
import { createFileRequests } from '../grants/file-requests.ts';
import { createGrants } from '../grants/grants.ts';
import type { Account } from '../model/account.ts';
import { day } from '../model/clock.ts';
import type { EventAbout } from '../model/feed.ts';
import type { DispatchId } from '../model/ids.ts';
import { createKeyEndings } from '../notices/key-endings.ts';
import { createMailOutcomes } from '../notices/mail-outcomes.ts';
import { createTrayExpiry } from '../tray/tray-expiry.ts';
import { createResumableUploads } from '../uploads/resumable-uploads.ts';

export const bob = 'bob@example.com';
export const eve = 'eve@example.com';
const unlimited = {
  ...{ maxFiles: undefined, maxBytes: undefined },
  ...{ maxFileBytes: undefined, maxReturns: undefined },
};

/** Alice, a person, and everything that can be done for her. */
export async function openTold(context: TestContext) {
  const exchange = await openExchange(context);
  const { database, clock, linkDownloads, linkSecret } = exchange;
  const limits = { grantMaxFiles: 100, grantMaxBytes: undefined, maxFileBytes: 1000 };
  const defaultLifetimeMs = 3 * day;
  const parts = { ...exchange, defaultLifetimeMs, limits: { ...limits, minFreeBytes: 0 } };
  const resumableUploads = createResumableUploads(parts);
  const grants = createGrants({ ...parts, resumableUploads });
  const lifetimes = { minMs: 1000, maxMs: 30 * day, unit: 'days' } as const;
  const fileRequests = createFileRequests({ ...exchange, contactsOnly: false, lifetimes });
  const alice = sampleAccount('alice@example.com', { role: 'user', createdAt: clock.now() });
  await database.accounts.add(alice);
  const places = new Map<string, number>();

  /** What happened since the last call, in the feed of an account. */
  async function news(account: Account = alice): Promise<[EventKind, EventAbout][]> {
    const listed = await database.feed.list(account.id, places.get(account.id) ?? 0, 1000);
    places.set(account.id, listed.at(-1)?.place ?? places.get(account.id) ?? 0);
    return listed.map(({ kind, about }) => [kind, about]);
  }

  async function kinds(account?: Account): Promise<EventKind[]> {
    return (await news(account)).map(([kind]) => kind);
  }

  async function newestOf(email = alice.email): Promise<DispatchId> {
    const { id } = (await database.accounts.findByEmail(email)) ?? assert.fail();
    const [newest] = await database.dispatches.list({ accountId: id, limit: 1 });
    return newest?.dispatch.id ?? assert.fail();
  }

  async function send(lifetimeMs = day): Promise<DispatchId> {
    await exchange.send(alice, bob, { 'a.txt': 'aaaa', 'b.txt': 'bbbb' }, lifetimeMs);
    return await newestOf();
  }

  async function receiversOf(id: DispatchId) {
    return (await database.dispatches.find(id))?.receivers ?? assert.fail();
  }

  async function fetch(id: DispatchId, email: string, ...names: string[]): Promise<void> {
    const receiver = (await receiversOf(id)).find((each) => each.email === email);
    const secret = linkSecret(receiver?.id ?? '', receiver?.linkGeneration ?? 0);
    const delivery = await linkDownloads.findByLink(secret);
    assert.ok(delivery?.isLocked === false);
    for (const file of await linkDownloads.listFiles(delivery)) {
      if (!names.includes(file.name)) continue;
      const span = { start: 0, end: file.sizeBytes };
      const transfer = { outcome: 'complete', span, wasAskedFor: true } as const;
      await linkDownloads.recordTransfer(actor, delivery, file, transfer);
    }
  }

  const order = { asked: { receivers: [{ email: bob }] }, message: 'Please', lifetimeMs: 2 * day };
  async function ask(): Promise<DispatchId> {
    const asked = await fileRequests.ask(actor, alice, { ...order, limits: unlimited });
    return asked.isReplay ? assert.fail() : asked.id;
  }

  async function sendBack(request: DispatchId): Promise<void> {
    const [receiver] = await receiversOf(request);
    const grant = await grants.findByLink(linkSecret(receiver?.id ?? '', 0));
    assert.ok(grant?.isLocked === false);
    const upload = await grants.beginReturn(grant);
    await upload.receive(fileOf('a.txt', 'a'));
    await upload.commit(actor, 'Here.', undefined);
    await upload.abort();
  }

  return {
    ...{
      ...parts,
      alice,
      fileRequests,
      resumableUploads,
      news,
      kinds,
      send,
      fetch,
      ask,
      sendBack,
      receiversOf,
    },
    inboxParking: createInboxParking(exchange),
    drops: exchange.senderControl.of(alice, 'drop'),
    outcomes: createMailOutcomes(exchange),
    endings: createEndings(exchange),
    accounts: createAccounts({ ...exchange, language: 'en' }),
    ownKeys: createOwnKeys(exchange),
    keyEndings: createKeyEndings(exchange),
    trayExpiry: createTrayExpiry({ ...exchange, lifetimeMs: 7 * day }),
  };
}

export type World = Awaited<ReturnType<typeof openTold>>;
