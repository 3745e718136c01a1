import type { Logger } from 'pino';
import type { Config } from '../config/settings.ts';
import { createFeed } from '../domain/events/feed.ts';
import type { Coordination } from '../domain/ports/coordination.ts';
import type { WebhookDelivery } from '../domain/webhooks/delivery.ts';
import { createWebhookDelivery } from '../domain/webhooks/delivery.ts';
import { createTurns } from '../domain/webhooks/turn.ts';
import { createWebhookSecrets } from '../sealing/crypto/webhook-secrets.ts';
import type { Installation } from './installation.ts';
import { composeWebhookTransport } from './webhook-transport.ts';

interface Context {
  log: Logger;
  coordination: () => Pick<Coordination, 'processes'>;
  onAttempt?: ((isDelivered: boolean) => void) | undefined;
}

const system = { name: 'system', source: 'scheduler', requestId: '-' };

/** What sends events to webhooks, in the process that runs the jobs. */
export async function composeWebhookDelivery(
  installation: Installation,
  config: Config,
  { log, coordination, onAttempt }: Context,
): Promise<{ delivery: WebhookDelivery; close: () => void }> {
  const { database, events, clock, randomness, keys } = installation;
  const transport = await composeWebhookTransport(config, installation);
  let close = (): void => undefined;
  const delivery = createWebhookDelivery({
    database,
    turns: createTurns({
      ...{ database, events, clock, randomness, onAttempt, actor: system },
      feed: createFeed({ database, clock }),
      secrets: createWebhookSecrets(keys.derived.webhook, randomness),
      async transport() {
        const opened = await transport();
        close = () => {
          opened.close();
        };
        return opened;
      },
    }),
    processes: () => coordination().processes,
    clock,
    onFault(error, webhook) {
      log.error({ err: error, webhook }, 'events could not be sent to a webhook');
    },
  });
  return {
    delivery,
    close() {
      close();
    },
  };
}
