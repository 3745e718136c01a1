import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { EventKind } from '#protocol/event-kinds.ts';
import { createFeed } from '../../domain/events/feed.ts';
import type { EventAbout } from '../../domain/model/feed.ts';
import type { DispatchId, FeedEventId } from '../../domain/model/ids.ts';
import { newId } from '../../domain/model/ids.ts';
import type { Account } from '../../domain/model/account.ts';
import { parseListedTarget } from '../../domain/model/webhook-target.ts';
import { createWebhookDelivery } from '../../domain/webhooks/delivery.ts';
import { createTurns } from '../../domain/webhooks/turn.ts';
import type { NewWebhook } from '../../domain/webhooks/webhooks.ts';
import { createWebhooks } from '../../domain/webhooks/webhooks.ts';
import { createWebhookSecrets } from '../../sealing/crypto/webhook-secrets.ts';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import { idFor } from '../../testing/samples.ts';
import { createTargetCheck } from './check-target.ts';
import { createHttpsTransport } from './https-transport.ts';
import { openReceiver } from './receiver-fixture.ts';

/** An exchange whose events go to receivers on this machine. */
export async function openDelivery(context: TestContext, totalMs = 15_000, patienceMs?: number) {
  const exchange = await openExchange(context);
  const { database, events, clock, randomness, coordination } = exchange;
  const receiver = await openReceiver(context);
  const other = await openReceiver(context);
  const targets = createTargetCheck({
    listed: [receiver, other].map(({ target }) => parseListedTarget(target) ?? assert.fail()),
    own: () => ({ hosts: [], ports: [], addresses: [] }),
    resolve: () => Promise.resolve([]),
  });
  const transport = createHttpsTransport({ targets, clock, ca: undefined, totalMs });
  context.after(() => {
    transport.close();
  });
  const feed = createFeed({ database, clock });
  const secrets = createWebhookSecrets(Buffer.alloc(32, 7), randomness);
  const parts = {
    ...{ database, events, clock, randomness, feed, secrets, actor },
    transport: () => Promise.resolve(transport),
  };
  const webhooks = createWebhooks(parts);
  const alice = await exchange.addAccount('alice@example.com');

  /** What a process of the server delivers with. */
  const openProcess = () =>
    createWebhookDelivery({
      ...{ database, clock, lookMs: 10 },
      turns: createTurns({ ...parts, ...(patienceMs !== undefined && { patienceMs }) }),
      processes: () => coordination.processes,
      onFault: (error) => {
        throw error;
      },
    });
  const process = openProcess();

  async function make(wanted: Partial<NewWebhook> = {}, account = alice) {
    const { webhook } = await webhooks.make(actor, account, {
      ...{ url: receiver.url, kinds: undefined, hasDetails: false, signature: 'hmac' },
      ...{ name: undefined, ...wanted },
    });
    return webhook;
  }

  /** Adds events of drops of these names, and returns their ids. */
  async function tell(
    drops: readonly string[],
    { account = alice, kind = 'drop.extended' }: { account?: Account; kind?: EventKind } = {},
  ): Promise<string[]> {
    const added = drops.map((name) => ({
      id: newId<FeedEventId>(randomness),
      accountId: account.id,
      kind,
      at: clock.now(),
      about: { drop: idFor<DispatchId>(name), state: 'live' } satisfies EventAbout,
    }));
    await database.feed.add(added);
    return added.map(({ id }) => id);
  }

  return {
    ...exchange,
    ...{ receiver, other, webhooks, alice, openProcess, make, tell },
    deliver: (stopping = new AbortController().signal) => process.deliverDue(stopping),
    /** The ids of what a receiver got, in order. */
    idsAt: ({ messages } = receiver) => messages.map(({ headers }) => headers['webhook-id']),
    find: async ({ id }: { id: string }) => await webhooks.get(alice, id),
  };
}
