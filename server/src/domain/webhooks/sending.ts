import type { Clock, Instant } from '../model/clock.ts';
import { second } from '../model/clock.ts';
import type { Randomness } from '../model/ids.ts';
import type { KnownWebhook, WebhookAttempt, WebhookMessage } from '../model/webhook.ts';
import type { WebhookOutcome } from '../ports/webhook-transport.ts';
import { attemptOf, isDelivered } from './outcome.ts';
import { longestRestMs, restAfter } from './pauses.ts';

/** What this process remembers of a webhook between its turns. */
export interface WebhookHealth {
  /** What its receiver did not take since it last took something. */
  failing: Set<string>;
  /** How often it was left alone since then. */
  rounds: number;
  /** By its subject, what was not answered when its turn ended; resolves once its outcome is written down. */
  unanswered: Map<string, Promise<unknown>>;
}

/** Messages of one subject, in their order. */
export interface Chain {
  subject: string;
  messages: WebhookMessage[];
  /** Whether they are stored as waiting already. */
  isStored: boolean;
}

/** What became of a message: nothing was done about one that is in none of these. */
export interface Sent {
  delivered: Set<WebhookMessage>;
  failed: Map<WebhookMessage, WebhookOutcome>;
  /** Those whose receiver has not answered yet. */
  unanswered: Map<WebhookMessage, Promise<Sent>>;
  attempts: WebhookAttempt[];
  /** How long the webhook is left alone now. */
  restMs: number;
  /** Whether its receiver said so. */
  isGone: boolean;
}

interface Dependencies {
  send: (
    webhook: KnownWebhook,
    message: WebhookMessage,
    stopping: AbortSignal,
  ) => Promise<WebhookOutcome>;
  clock: Clock;
  randomness: Randomness;
  /** How long a turn that has nothing else to send waits for answers. */
  patienceMs?: number;
}

/** Nothing is begun after this time, so that what was sent is soon written down. */
const turnMs = 5 * second;
/** Messages that are sent side by side, of different subjects. */
const lanes = 4;
/** So many subjects fail where nothing is taken at all, and fewer of them where they alone are refused. */
const subjectsOfOutage = 3;
const usualPatienceMs = second;

/** Sends the messages of one turn. */
export function createSending(dependencies: Dependencies) {
  const { send, clock, randomness, patienceMs = usualPatienceMs } = dependencies;

  function note(
    sent: Sent,
    health: WebhookHealth,
    { message, outcome, at }: { message: WebhookMessage; outcome: WebhookOutcome; at: Instant },
  ): void {
    sent.attempts.push(attemptOf(message.event, outcome, at));
    if (isDelivered(outcome)) {
      sent.delivered.add(message);
      health.failing.clear();
      return;
    }
    sent.failed.set(message, outcome);
    health.failing.add(message.subject);
    sent.isGone ||= outcome.status === 410;
    if (outcome.retryAfterMs !== undefined) {
      sent.restMs = Math.max(second, Math.min(longestRestMs, outcome.retryAfterMs));
    } else if (health.failing.size >= subjectsOfOutage) {
      health.rounds += 1;
      sent.restMs = restAfter(health.rounds, randomness);
    }
  }

  /** How many messages may be on their way, those of turns before included. */
  function lanesOf({ lastSuccessAt }: KnownWebhook, { failing }: WebhookHealth): number {
    return lastSuccessAt !== undefined && failing.size < subjectsOfOutage ? lanes : 1;
  }

  return {
    /**
     * Sends chains side by side, until there is reason to stop. Of each, nothing behind what failed. Where nothing else
     * is left to send, it does not wait for a receiver that hangs with one subject.
     */
    async sendAll(
      webhook: KnownWebhook,
      chains: readonly Chain[],
      { health, stopping }: { health: WebhookHealth; stopping: AbortSignal },
    ): Promise<Sent> {
      const sent = nothingSent();
      const onTheirWay = new Map<WebhookMessage, Promise<Sent>>();
      const began = clock.monotonic();
      const left = [...chains];
      const { promise: patience, resolve: giveUp } = Promise.withResolvers<undefined>();
      let timer: NodeJS.Timeout | undefined;
      let isOver = false;
      const mayGoOn = () =>
        !isOver &&
        !stopping.aborted &&
        !sent.isGone &&
        sent.restMs === 0 &&
        clock.monotonic() - began < turnMs;

      /** Writes into what the turn sent, or apart once that has ended. */
      async function sendOne(message: WebhookMessage): Promise<Sent> {
        const at = clock.now();
        const outcome = await send(webhook, message, stopping);
        onTheirWay.delete(message);
        const result = isOver ? nothingSent() : sent;
        // Cut off by us: it says nothing of the receiver, and is sent again.
        if (!stopping.aborted || isDelivered(outcome))
          note(result, health, { message, outcome, at });
        return result;
      }

      async function work(): Promise<void> {
        for (let chain = left.shift(); chain !== undefined; chain = left.shift()) {
          for (const message of chain.messages) {
            if (!mayGoOn()) break;
            const sending = sendOne(message);
            onTheirWay.set(message, sending);
            await sending;
            if (!sent.delivered.has(message)) break;
          }
          if (!mayGoOn()) break;
        }
        timer ??= setTimeout(giveUp, patienceMs, undefined);
      }

      const free = lanesOf(webhook, health) - health.unanswered.size;
      if (free <= 0) {
        await Promise.race(health.unanswered.values());
        return sent;
      }
      try {
        await Promise.race([patience, Promise.all(Array.from({ length: free }, work))]);
      } finally {
        isOver = true;
        clearTimeout(timer);
      }
      return { ...sent, unanswered: onTheirWay };
    },
  };
}

function nothingSent(): Sent {
  return {
    ...{ delivered: new Set(), failed: new Map(), unanswered: new Map(), attempts: [] },
    ...{ restMs: 0, isGone: false },
  };
}
