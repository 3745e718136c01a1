import type { Instant } from '../model/clock.ts';
import { second } from '../model/clock.ts';
import type { Webhook } from '../model/webhook.ts';
import type { OutgoingWebhook } from '../ports/webhook-transport.ts';
import type { WebhookSecrets } from '../ports/webhook-secrets.ts';

/** What a message tells, before it is signed. */
export interface Telling {
  /** Of the event: the same with every attempt. */
  id: string;
  type: string;
  at: Instant;
  data: object;
}

/** A signed message (Standard Webhooks). It is signed anew with each attempt, with the time of that. */
export function messageTo(
  webhook: Webhook,
  { id, type, at, data }: Telling,
  { secrets, now }: { secrets: WebhookSecrets; now: Instant },
): OutgoingWebhook {
  const body = JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });
  const timestamp = String(Math.floor(now / second));
  const signed = `${id}.${timestamp}.${body}`;
  const { earlier } = webhook;
  const sealed = [
    webhook.sealed,
    ...(earlier !== undefined && now < earlier.endsAt ? [earlier.sealed] : []),
  ];
  return {
    url: webhook.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Valise-Webhooks',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': sealed.map((each) => secrets.sign(webhook, each, signed)).join(' '),
    },
    body,
  };
}
