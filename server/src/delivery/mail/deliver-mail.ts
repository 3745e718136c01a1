import type { Clock, Instant } from '../../domain/model/clock.ts';
import { hour, minute } from '../../domain/model/clock.ts';
import type { Delivery } from '../../domain/model/dispatch.ts';
import type { AccountId, Randomness } from '../../domain/model/ids.ts';
import type {
  Lane,
  MailKind,
  OutboxEntry,
  OutboxMessage,
  OutboxRepository,
} from '../../domain/model/outbox.ts';
import type { FailedMail } from '../../domain/notices/failed-mail.ts';
import type { SmsProvider } from '../../domain/ports/sms-provider.ts';
import { SmsFault } from '../../domain/ports/sms-provider.ts';
import { backoffMs } from '../../platform/concurrency/concurrency.ts';
import type { Outgoing, Unsent } from './compose-mail.ts';
import type { MailTransport } from './mail-transport.ts';
import { MailFault } from './mail-transport.ts';
import { runConcurrently } from './run-concurrently.ts';

/** These contain the receiver's link. */
const kindsWithLink: readonly MailKind[] = ['download', 'upload', 'reminder'];

/**
 * Whether a message with a link or a code goes to its receiver. Another program may have written the row of
 * a message; that of the receiver is authenticated.
 */
export function isForReceiver(
  { kind, to }: Pick<OutboxMessage, 'kind' | 'to'>,
  { receiver: { email, number } }: Pick<Delivery, 'receiver'>,
): boolean {
  if (kindsWithLink.includes(kind)) return to === email;
  return kind !== 'code' || to === email || to === number;
}

/** Retries cover shorter outages. */
const longOutageMs = 15 * minute;

/** Follows whether messages are accepted, so that an outage is known without an extra connection. */
export interface DeliveryWatch {
  /** Runs an attempt to deliver one message. */
  watch<Taken>(send: () => Promise<Taken>): Promise<Taken>;
  /** Whether every attempt of a long time failed for a reason that is not the message's. */
  isLost(): boolean;
}

export function watchDelivery(clock: Pick<Clock, 'monotonic'>): DeliveryWatch {
  let failingSince: number | undefined;
  return {
    async watch(send) {
      try {
        const taken = await send();
        failingSince = undefined;
        return taken;
      } catch (error) {
        if (isRefusal(error)) failingSince = undefined;
        else failingSince ??= clock.monotonic();
        throw error;
      }
    },
    isLost: () => failingSince !== undefined && clock.monotonic() - failingSince >= longOutageMs,
  };
}

/** A server that refuses one message permanently is reachable, and may accept the next. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'isPermanent' in error && error.isPermanent === true;
}

interface Dependencies {
  outbox: OutboxRepository;
  /** The message of an entry, or why it is not sent. */
  compose: (entry: OutboxEntry) => Promise<Outgoing | Unsent>;
  transport: MailTransport;
  sms: SmsProvider;
  /** Settles a message that will never arrive, and notifies its sender. */
  failed: FailedMail;
  clock: Clock;
  randomness: Randomness;
  log: Log;
  /** How long delivery of a mail is retried. */
  giveUpMs: number;
  /** How many mails may be in delivery at once. */
  connections: number;
}

interface Log {
  warn(facts: object, text: string): void;
  error(facts: object, text: string): void;
}

const retryBackoff = { firstMs: minute, maxMs: 4 * hour };
/** Longer than any attempt takes. */
const leaseMs = 10 * minute;
/** A mail whose own content makes the server disconnect must not be retried after every success. */
const outageEndsEveryMs = minute;
const smsAtOnce = 4;

export type MailDelivery = ReturnType<typeof createMailDelivery>;

/**
 * Empties the outbox. Each message is settled only after its transport confirmed it, so a kill loses none;
 * it repeats at most those that were in delivery, as copies with the same Message-ID. One server at a time
 * may do this.
 */
export function createMailDelivery(dependencies: Dependencies) {
  const { outbox, compose, transport, sms, failed, clock, randomness, log, giveUpMs } =
    dependencies;
  const atOnce: Record<Lane, number> = { mail: dependencies.connections, sms: smsAtOnce };
  const outages: Record<Lane, Outage> = { mail: {}, sms: {} };
  let takeover: Promise<void> | undefined;
  let lastTurn: AccountId | undefined;

  /**
   * Messages that an earlier process had claimed or postponed are due at once: no process works on
   * them any more, and the operator may have restarted after fixing the fault.
   */
  async function takeOver(): Promise<void> {
    takeover ??= outbox.releaseAll(clock.now());
    try {
      await takeover;
    } catch (error) {
      takeover = undefined;
      throw error;
    }
  }

  async function claim(lane: Lane): Promise<OutboxEntry | undefined> {
    const now = clock.now();
    const entry = await outbox.claimNext(lane, { now, leaseUntil: now + leaseMs, after: lastTurn });
    if (entry !== undefined && entry.kind !== 'code') lastTurn = entry.accountId;
    return entry;
  }

  async function send(outgoing: Outgoing): Promise<'sent' | 'captured'> {
    return outgoing.by === 'sms'
      ? await sms.send(outgoing.sms)
      : await transport.send(outgoing.mail);
  }

  async function deliver(lane: Lane, entry: OutboxEntry): Promise<void> {
    try {
      const outgoing = await compose(entry);
      if (outgoing === 'withdrawn') await outbox.settle(entry.id, 'withdrawn', clock.now());
      else if (outgoing === 'suppressed') await failed.suppress(entry);
      else {
        await outbox.settle(entry.id, await send(outgoing), clock.now());
        await endOutage(lane);
      }
    } catch (error) {
      await handleFault(lane, entry, error);
    }
  }

  /** Delivery works again: messages that the outage delayed need not wait for their own next attempt. */
  async function endOutage(lane: Lane): Promise<void> {
    const outage = outages[lane];
    const now = clock.now();
    if (outage.beganAt === undefined) return;
    if (outage.endedAt !== undefined && now - outage.endedAt < outageEndsEveryMs) return;
    outages[lane] = { endedAt: now };
    await outbox.endOutage(lane, now);
  }

  async function handleFault(lane: Lane, entry: OutboxEntry, error: unknown): Promise<void> {
    const now = clock.now();
    const fault = error instanceof MailFault || error instanceof SmsFault ? error : undefined;
    const reason = error instanceof Error ? error.message : String(error);
    const { id, kind, attempts } = entry;
    const facts = { mail: id, kind, attempts, reason: withoutAddresses(reason) };
    // Anything but a transport error is a bug, which must not block the mails after it.
    if (fault === undefined) log.error({ ...facts, err: error }, 'a mail went wrong');
    if (fault?.isPermanent === true) {
      log.warn(facts, 'a mail was refused for good');
      await failed.settle(entry, 'refused', reason);
    } else if (now - entry.createdAt >= giveUpMs) {
      log.error(facts, 'a mail is given up');
      await failed.settle(entry, 'abandoned', reason);
    } else {
      log.warn(facts, 'a mail could not be delivered and is tried again later');
      const isOutage = fault?.isOutage === true;
      if (isOutage) outages[lane].beganAt ??= now;
      const nextAttemptAt = now + pauseAfter(entry.attempts, randomness);
      await outbox.retry(entry.id, nextAttemptAt, { reason, isOutage });
    }
  }

  return {
    /** Delivers all due messages of a lane, unless told to stop. Returns how many it claimed. */
    async deliverDue(lane: Lane, stopping?: AbortSignal): Promise<number> {
      await takeOver();
      return await runConcurrently({
        atOnce: atOnce[lane],
        next: () => claim(lane),
        run: (entry) => deliver(lane, entry),
        stopping,
      });
    },
  };
}

/** Mail servers repeat the address that they refuse, which must not be in a log. */
function withoutAddresses(reason: string): string {
  return reason.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '[address]');
}

/** When delivery began to fail, if it does, and when it last recovered. */
interface Outage {
  beganAt?: Instant;
  endedAt?: Instant;
}

/** Doubles each time, with jitter, so that mails are not all retried at once. */
export function pauseAfter(attempts: number, randomness: Randomness): number {
  const pauseMs = backoffMs(attempts, retryBackoff);
  const jitter = randomness.bytes(1).readUInt8() / 256;
  return Math.round(pauseMs * (0.75 + jitter / 2));
}
