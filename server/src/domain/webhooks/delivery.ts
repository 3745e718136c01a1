import type { Clock, Instant } from '../model/clock.ts';
import type { Database } from '../model/database.ts';
import type { WebhookId } from '../model/ids.ts';
import type { KnownWebhook } from '../model/webhook.ts';
import type { LivingProcesses, Processes } from '../ports/coordination.ts';
import type { WebhookHealth } from './sending.ts';
import type { createTurns, TurnResult } from './turn.ts';

interface Dependencies {
  database: Pick<Database, 'look' | 'placeEvents' | 'version' | 'webhooks'>;
  turns: ReturnType<typeof createTurns>;
  /** Called only when messages are delivered: the listener may not exist before. */
  processes: () => Processes;
  clock: Pick<Clock, 'now'>;
  /** Called with a fault of a turn, which is tried again. */
  onFault: (error: unknown, id: WebhookId) => void;
  /** How often it looks for something new while something is sent. */
  lookMs?: number;
}

interface Running {
  ended: Promise<void>;
  stop: AbortController;
}

/** A message whose receiver had not answered when its turn ended. */
interface Late extends Running {
  id: WebhookId;
}

const usualLookMs = 250;
/** Webhooks whose messages are sent at a time. One that hangs takes one place, and soon rests. */
const webhooksAtOnce = 64;
const webhooksRead = 1000;
/** A webhook whose turn failed, by a bug or for want of the database, is not tried again before. */
const afterFaultMs = 5000;

export type WebhookDelivery = ReturnType<typeof createWebhookDelivery>;

/**
 * Sends the events of accounts to their webhooks. One process of all does so at a time. Where nothing was committed and
 * nothing is due, it asks the database for nothing.
 */
export function createWebhookDelivery(dependencies: Dependencies) {
  const { database, turns, processes, clock, onFault, lookMs = usualLookMs } = dependencies;
  const running = new Map<WebhookId, Running>();
  const late = new Set<Late>();
  const health = new Map<WebhookId, WebhookHealth>();
  const faults = new Map<WebhookId, Instant>();
  let seen: number | undefined;
  let nextDueAt: Instant = 0;

  /** Webhooks for which there is something to send. */
  async function findDue(): Promise<KnownWebhook[]> {
    await database.look?.();
    const version = database.version();
    const now = clock.now();
    if (version !== undefined && version === seen && now < nextDueAt) return [];
    const accountIds = await database.webhooks.listAccounts();
    if (accountIds.length > 0) await database.placeEvents?.(accountIds);
    const all = accountIds.length === 0 ? [] : await database.webhooks.listDue(now, webhooksRead);
    const due = all.filter(({ id }) => !running.has(id) && (faults.get(id) ?? 0) <= now);
    if (due.length === 0) {
      seen = version;
      nextDueAt = await findNextDue(accountIds.length > 0, now);
    }
    return due;
  }

  async function findNextDue(isAny: boolean, now: Instant): Promise<Instant> {
    const known = isAny ? await database.webhooks.findNextDue(now) : undefined;
    const retried = [...faults.values()].filter((at) => at > now);
    return Math.min(known ?? Infinity, ...retried);
  }

  function healthOf(id: WebhookId): WebhookHealth {
    const known = health.get(id) ?? { failing: new Set(), rounds: 0, unanswered: new Map() };
    health.set(id, known);
    return known;
  }

  function forgetSound(id: WebhookId): void {
    const { failing, rounds, unanswered } = healthOf(id);
    if (failing.size + rounds + unanswered.size === 0) health.delete(id);
  }

  function begin(webhook: KnownWebhook): () => number {
    const { id } = webhook;
    const stop = new AbortController();
    let delivered = 0;

    /** Resolves when the work has ended, whatever became of it. */
    async function follow(work: Promise<number | TurnResult>): Promise<void> {
      try {
        const result = await work;
        if (typeof result === 'number') delivered += result;
        else {
          delivered += result.delivered;
          for (const answer of result.late) waitFor(answer);
          faults.delete(id);
        }
        forgetSound(id);
      } catch (error) {
        faults.set(id, clock.now() + afterFaultMs);
        onFault(error, id);
      } finally {
        // What it left may be due at once.
        nextDueAt = 0;
      }
    }

    function waitFor(answer: Promise<number>): void {
      const ended = follow(answer).finally(() => late.delete(waiting));
      const waiting: Late = { id, stop, ended: ended.then(() => undefined) };
      late.add(waiting);
    }

    const turn = turns.run(webhook, { health: healthOf(id), stopping: stop.signal });
    const ended = follow(turn).finally(() => running.delete(id));
    running.set(id, { stop, ended });
    return () => delivered;
  }

  /** Ends what is sent to webhooks that are no more, or whose account is no longer let in. */
  async function stopRefused(): Promise<void> {
    const ids = [...running.keys(), ...Array.from(late, ({ id }) => id)];
    if (ids.length === 0) return;
    const live = await database.webhooks.listLive([...new Set(ids)]);
    for (const [id, { stop }] of running) if (!live.has(id)) stop.abort();
    for (const { id, stop } of late) if (!live.has(id)) stop.abort();
  }

  function allEnds(): Promise<void>[] {
    return [...running.values(), ...late].map(({ ended }) => ended);
  }

  function stopAll(): void {
    for (const { stop } of [...running.values(), ...late]) stop.abort();
  }

  async function rest(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(resolve, lookMs, undefined);
    try {
      await Promise.race([promise, ...allEnds()]);
    } finally {
      clearTimeout(timer);
    }
  }

  async function deliver(process: LivingProcesses, stopping: AbortSignal): Promise<number> {
    const counts: (() => number)[] = [];
    for (;;) {
      // Others may have taken over what a stalled process does.
      const mayBegin = !stopping.aborted && process.isCertain();
      if (mayBegin && running.size < webhooksAtOnce) {
        const due = await findDue();
        const room = webhooksAtOnce - running.size;
        for (const webhook of due.slice(0, room)) counts.push(begin(webhook));
      }
      if (running.size + late.size === 0) return counts.reduce((sum, count) => sum + count(), 0);
      await rest();
      if (!mayBegin) stopAll();
      else await stopRefused();
    }
  }

  return {
    /** Sends all that is due, until there is nothing left. Resolves with how many messages were delivered. */
    async deliverDue(stopping: AbortSignal): Promise<number> {
      if (stopping.aborted || (await findDue()).length === 0) return 0;
      try {
        return await deliver(await processes().look(), stopping);
      } finally {
        stopAll();
        // A turn that ends may leave what is not answered yet.
        while (running.size + late.size > 0) await Promise.all(allEnds());
      }
    },
  };
}
