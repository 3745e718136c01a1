import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, Instant } from '../../domain/model/clock.ts';
import { hour, minute, second } from '../../domain/model/clock.ts';
import type { Delivery } from '../../domain/model/dispatch.ts';
import type { AccountId, MailId, Randomness } from '../../domain/model/ids.ts';
import { rowOf } from '../../domain/model/mail-kinds.ts';
import type {
  Lane,
  MailState,
  OutboxEntry,
  OutboxMessage,
  OutboxRepository,
} from '../../domain/model/outbox.ts';
import { OutcomeUnknown, ValiseError } from '../../domain/model/valise-error.ts';
import type { MailOutcomes } from '../../domain/notices/mail-outcomes.ts';
import type { LivingProcesses, Processes } from '../../domain/ports/coordination.ts';
import type { SmsProvider } from '../../domain/ports/sms-provider.ts';
import { SmsFault } from '../../domain/ports/sms-provider.ts';
import { backoffMs } from '../../platform/concurrency/concurrency.ts';
import type { Outgoing, Unsent } from './compose-mail.ts';
import type { MailTransport } from './mail-transport.ts';
import { MailFault } from './mail-transport.ts';
import { runConcurrently } from './run-concurrently.ts';

/**
 * Whether a message with a link or a code goes to its receiver. Another program may have written the row of
 * a message; that of the receiver is authenticated.
 */
export function isForReceiver(
  { kind, to }: Pick<OutboxMessage, 'kind' | 'to'>,
  { receiver: { email, number } }: Pick<Delivery, 'receiver'>,
): boolean {
  if (rowOf(kind).link !== undefined) return to === email;
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
  /** Called only when messages are delivered: the listener may not exist before. */
  processes: () => Processes;
  /** The message of an entry, or why it is not sent. */
  compose: (entry: OutboxEntry) => Promise<Outgoing | Unsent>;
  transport: MailTransport;
  sms: SmsProvider;
  /** Writes what became of a message, and what follows from that. */
  outcomes: MailOutcomes;
  clock: Clock;
  randomness: Randomness;
  log: Log;
  /** How long delivery of a mail is retried. */
  giveUpMs: number;
  /** How many mails may be in delivery at once. */
  connections: number;
  onDelivery?: OnDelivery | undefined;
}

type DeliveryOutcome = Exclude<MailState, 'waiting'> | 'retried';

/** Told the outcome of every attempt to deliver a message, once it is written. */
export type OnDelivery = (lane: Lane, outcome: DeliveryOutcome) => void;

interface Log {
  warn(facts: object, text: string): void;
  error(facts: object, text: string): void;
}

const retryBackoff = { firstMs: minute, maxMs: 4 * hour };
/** How soon the outcome of a message is written again that could not be written. */
const writeAgainMs = second;
/** A mail whose own content makes the server disconnect must not be retried after every success. */
const outageEndsEveryMs = minute;
const smsAtOnce = 4;

export type MailDelivery = ReturnType<typeof createMailDelivery>;

/** Writes the outcome of an attempt, and resolves with it. */
type Write = () => Promise<DeliveryOutcome>;

function writing(outcome: DeliveryOutcome, write: () => Promise<unknown>): Write {
  return async () => {
    await write();
    return outcome;
  };
}

/** Who delivers, and until when. */
interface Run {
  process: LivingProcesses;
  stopping: AbortSignal | undefined;
}

/**
 * Empties the outbox. Each message is settled only after its transport confirmed it, so a kill loses none;
 * it repeats at most those that were in delivery, as copies with the same Message-ID. A message in delivery
 * is claimed by its process, and no other takes it while that lives.
 */
export function createMailDelivery(dependencies: Dependencies) {
  const { outbox, processes, compose, transport, sms, outcomes, clock, randomness, log, giveUpMs } =
    dependencies;
  const { onDelivery } = dependencies;
  const atOnce: Record<Lane, number> = { mail: dependencies.connections, sms: smsAtOnce };
  const outages: Record<Lane, Outage> = { mail: {}, sms: {} };
  let hasRetried = false;
  /** Claimed by this process, and not in delivery: a bug ended the attempt. */
  const dropped = new Map<MailId, string>();
  let lastTurn: AccountId | undefined;

  /**
   * Messages that a dead process had claimed are due at once, and those that failed before this process
   * started: the operator may have restarted it after fixing the fault.
   */
  async function takeOver({ all }: LivingProcesses): Promise<void> {
    await outbox.releaseClaims(all, clock.now());
    if (!hasRetried) await outbox.retryAll(clock.now());
    hasRetried = true;
    for (const [id, by] of dropped) {
      await putOff(id, by, 'The attempt failed.');
      dropped.delete(id);
    }
  }

  async function putOff(id: MailId, by: string, reason: string): Promise<void> {
    await outbox.retry(id, clock.now() + minute, { by, reason, isOutage: false });
  }

  async function claim(lane: Lane, { process }: Run): Promise<OutboxEntry | undefined> {
    // Others may have taken over what a stalled process claims.
    if (!process.isCertain()) return undefined;
    const now = clock.now();
    const entry = await outbox.claimNext(lane, { now, by: process.self, after: lastTurn });
    if (entry !== undefined && entry.kind !== 'code') lastTurn = entry.accountId;
    return entry;
  }

  async function send(outgoing: Outgoing): Promise<'sent' | 'captured'> {
    return outgoing.by === 'sms'
      ? await sms.send(outgoing.sms)
      : await transport.send(outgoing.mail);
  }

  async function deliver(lane: Lane, entry: OutboxEntry, run: Run): Promise<void> {
    try {
      const writeOutcome = await attempt(lane, entry, run);
      // Not as an argument: it is not evaluated where nobody is told.
      const outcome = await writeSoon(run, writeOutcome);
      onDelivery?.(lane, outcome);
    } catch (error) {
      dropped.set(entry.id, run.process.self);
      throw error;
    }
  }

  /** Tries to deliver a message; resolves with what writes the outcome, which may be called again. */
  async function attempt(lane: Lane, entry: OutboxEntry, { process }: Run): Promise<Write> {
    try {
      const outgoing = await compose(entry);
      if (outgoing === 'withdrawn') {
        return writing(outgoing, () => outbox.settle(entry.id, outgoing, clock.now()));
      }
      if (outgoing === 'suppressed') return writing(outgoing, () => outcomes.suppress(entry));
      if (!process.isCertain()) {
        return writing('retried', () => putOff(entry.id, process.self, 'The server stalled.'));
      }
      const state = await send(outgoing);
      return writing(state, async () => {
        await outcomes.deliver(entry, state, outgoing.delivery);
        await endOutage(lane);
      });
    } catch (error) {
      return handleFault(lane, entry, process.self, error);
    }
  }

  /**
   * Writes an outcome as soon as the database takes it: a message that was sent would be sent again if the
   * next process did not know.
   */
  async function writeSoon({ stopping }: Run, write: Write): Promise<DeliveryOutcome> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        const isOfMachine = error instanceof ValiseError || error instanceof OutcomeUnknown;
        if (!isOfMachine || stopping?.aborted === true) throw error;
        log.warn({ err: error }, 'the outcome of a mail could not be written, and soon is again');
        await sleep(writeAgainMs, undefined, { signal: stopping }).catch(() => undefined);
      }
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

  function handleFault(lane: Lane, entry: OutboxEntry, by: string, error: unknown): Write {
    const now = clock.now();
    const fault = error instanceof MailFault || error instanceof SmsFault ? error : undefined;
    const reason = error instanceof Error ? error.message : String(error);
    const { id, kind, attempts } = entry;
    const facts = { mail: id, kind, attempts, reason: withoutAddresses(reason) };
    // Anything but a transport error is a bug, which must not block the mails after it.
    if (fault === undefined) log.error({ ...facts, err: error }, 'a mail went wrong');
    if (fault?.isPermanent === true) {
      log.warn(facts, 'a mail was refused for good');
      return writing('refused', () => outcomes.settle(entry, 'refused', reason));
    }
    if (now - entry.createdAt >= giveUpMs) {
      log.error(facts, 'a mail is given up');
      return writing('abandoned', () => outcomes.settle(entry, 'abandoned', reason));
    }
    log.warn(facts, 'a mail could not be delivered and is tried again later');
    const isOutage = fault?.isOutage === true;
    if (isOutage) outages[lane].beganAt ??= now;
    const nextAttemptAt = now + pauseAfter(entry.attempts, randomness);
    return writing('retried', () =>
      outcomes.putOff(entry, nextAttemptAt, { by, reason, isOutage }),
    );
  }

  return {
    /** Delivers all due messages of a lane, unless told to stop. Returns how many it claimed. */
    async deliverDue(lane: Lane, stopping?: AbortSignal): Promise<number> {
      const run = { process: await processes().look(), stopping };
      await takeOver(run.process);
      return await runConcurrently({
        atOnce: atOnce[lane],
        next: () => claim(lane, run),
        run: (entry) => deliver(lane, entry, run),
        stopping,
      });
    },
  };
}

/** Mail servers repeat the address that they refuse, which must not be in a log. */
function withoutAddresses(reason: string): string {
  return reason.replace(/[^\s<>"'(),;:]+/g, (word) => (/.@./.test(word) ? '[address]' : word));
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
