import { readFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import type { WorkerConfig } from '../config/worker-config.ts';
import { createFeed } from '../domain/events/feed.ts';
import { parseListedTarget } from '../domain/model/webhook-target.ts';
import type { WebhookTransport } from '../domain/ports/webhook-transport.ts';
import type { Webhooks } from '../domain/webhooks/webhooks.ts';
import { createWebhooks } from '../domain/webhooks/webhooks.ts';
import type { OwnPlaces } from '../delivery/webhooks/check-target.ts';
import { lazily } from '../platform/lazily.ts';
import { createWebhookSecrets } from '../sealing/crypto/webhook-secrets.ts';
import type { Installation } from './installation.ts';

type TransportConfig = Pick<
  WorkerConfig,
  'alsoHosts' | 'metricsListen' | 'port' | 'publicUrl' | 'webhookCaFile' | 'webhookTargets'
>;

/** What sends webhooks. Loaded with the first of them. */
export async function composeWebhookTransport(
  config: TransportConfig,
  { clock, sandboxClock }: Pick<Installation, 'clock' | 'sandboxClock'>,
): Promise<() => Promise<WebhookTransport>> {
  const { webhookCaFile, webhookTargets } = config;
  const ca = webhookCaFile === undefined ? undefined : await readFile(webhookCaFile);
  const listed = webhookTargets.map(parseListedTarget).filter((target) => target !== undefined);
  return lazily(async () => {
    const { createTargetCheck } = await import('../delivery/webhooks/check-target.ts');
    const { remembering, resolveName } = await import('../delivery/webhooks/resolve-name.ts');
    const { createHttpsTransport } = await import('../delivery/webhooks/https-transport.ts');
    const resolve = remembering(resolveName);
    const targets = createTargetCheck({
      ...{ listed, resolve, own: () => ownPlaces(config) },
      allowsLoopback: sandboxClock !== undefined,
    });
    return createHttpsTransport({ targets, ca, clock });
  });
}

/** The webhooks of accounts, for requests. */
export async function composeWebhooks(
  installation: Installation,
  config: TransportConfig,
): Promise<Webhooks> {
  const { database, events, randomness, clock, keys } = installation;
  return createWebhooks({
    ...{ database, events, randomness, clock, feed: createFeed({ database, clock }) },
    secrets: createWebhookSecrets(keys.derived.webhook, randomness),
    transport: await composeWebhookTransport(config, installation),
  });
}

/** Where this server answers: under its public names, and at the addresses of this machine. */
function ownPlaces({ alsoHosts, metricsListen, port, publicUrl }: TransportConfig): OwnPlaces {
  const names = alsoHosts.map((host) => new URL(`http://${host}`));
  const origins = publicUrl === undefined ? names : [new URL(publicUrl), ...names];
  return {
    hosts: origins.map(({ hostname }) => hostname.replace(/^\[|\]$/g, '')),
    ports: [
      port,
      ...(metricsListen === undefined ? [] : [metricsListen.port]),
      ...origins.map((origin) => Number(origin.port || (origin.protocol === 'https:' ? 443 : 80))),
      // A name without a port is answered on any, and the usual one is that of HTTPS.
      ...(names.length > 0 ? [443] : []),
    ],
    addresses: Object.values(networkInterfaces()).flatMap((each) =>
      (each ?? []).map(({ address }) => address),
    ),
  };
}
