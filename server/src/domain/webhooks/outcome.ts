import type { Instant } from '../model/clock.ts';
import type { FeedEventId } from '../model/ids.ts';
import type { WebhookAttempt } from '../model/webhook.ts';
import type { WebhookOutcome } from '../ports/webhook-transport.ts';

/** Any 2xx: the receiver took the message. Redirects are not followed. */
export function isDelivered({ status = 0 }: Pick<WebhookOutcome, 'status'>): boolean {
  return status >= 200 && status < 300;
}

/** What the log says of an attempt. */
export function attemptOf(
  { id, kind }: { id: string; kind: string },
  outcome: WebhookOutcome,
  at: Instant,
): WebhookAttempt {
  const { status, ms } = outcome;
  const error = isDelivered(outcome) ? undefined : (outcome.error ?? refusalOf(status ?? 0));
  return { at, eventId: id as FeedEventId, kind, status, ms, error };
}

function refusalOf(status: number): string {
  if (status >= 300 && status < 400) return `The receiver redirects (${status}).`;
  return `The receiver answered ${status}.`;
}
