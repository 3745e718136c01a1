import type { Clock } from '../domain/clock.ts';
import { hour, minute } from '../domain/clock.ts';
import type { Randomness } from '../domain/ids.ts';
import type { OutboxEntry, OutboxRepository } from '../domain/outbox.ts';
import type { SmsProvider } from '../domain/sms-provider.ts';
import { SmsFault } from '../domain/sms-provider.ts';
import type { Outgoing } from './compose-mail.ts';
import type { MailTransport } from './mail-transport.ts';
import { MailFault } from './mail-transport.ts';

interface Dependencies {
  outbox: OutboxRepository;
  /** The message of an entry; `withdrawn` when what it would tell of is over. */
  compose: (entry: OutboxEntry) => Promise<Outgoing | 'withdrawn'>;
  transport: MailTransport;
  sms: SmsProvider;
  clock: Clock;
  randomness: Randomness;
  log: Log;
  /** How long a mail is tried before it is given up. */
  giveUpMs: number;
}

interface Log {
  warn(facts: object, text: string): void;
  error(facts: object, text: string): void;
}

const shortestPauseMs = minute;
const longestPauseMs = 4 * hour;
/** Longer than any attempt takes. */
const leaseMs = 10 * minute;

export type MailDelivery = ReturnType<typeof createMailDelivery>;

/**
 * Empties the outbox, one mail after the other. Each is settled only after the transport answered
 * for it, so a kill loses none; and since one is under way at a time, a kill repeats at most one,
 * as a copy with the same Message-ID. One server at a time may do this.
 */
export function createMailDelivery(dependencies: Dependencies) {
  const { outbox, compose, transport, sms, clock, randomness, log, giveUpMs } = dependencies;
  let tookOver = false;

  /**
   * What an earlier process held or had put off is due at once: nobody works on it any more, and
   * the reason for the start may be that the operator has mended what was wrong.
   */
  async function takeOver(): Promise<void> {
    if (tookOver) return;
    const now = clock.now();
    await outbox.claimDue(now + 2 * longestPauseMs, now, Number.MAX_SAFE_INTEGER);
    tookOver = true;
  }

  async function send(
    outgoing: Outgoing | 'withdrawn',
  ): Promise<'sent' | 'captured' | 'withdrawn'> {
    if (outgoing === 'withdrawn') return outgoing;
    return outgoing.by === 'sms'
      ? await sms.send(outgoing.sms)
      : await transport.send(outgoing.mail);
  }

  async function deliver(entry: OutboxEntry): Promise<void> {
    try {
      await outbox.settle(entry.id, await send(await compose(entry)), clock.now());
    } catch (error) {
      await handleFault(entry, error);
    }
  }

  async function handleFault(entry: OutboxEntry, error: unknown): Promise<void> {
    const facts = { mail: entry.id, kind: entry.kind, attempts: entry.attempts };
    const now = clock.now();
    const fault = error instanceof MailFault || error instanceof SmsFault ? error : undefined;
    // Anything but a fault of the way out is a bug, which must not stop the mails behind it.
    if (fault === undefined) log.error({ ...facts, err: error }, 'a mail went wrong');
    const reason = error instanceof Error ? error.message : String(error);
    if (fault?.isPermanent === true) {
      log.warn(facts, 'a mail was refused for good');
      await outbox.settle(entry.id, 'refused', now, reason);
    } else if (now - entry.createdAt >= giveUpMs) {
      log.warn(facts, 'a mail is given up');
      await outbox.settle(entry.id, 'abandoned', now, reason);
    } else {
      log.warn(facts, 'a mail could not be delivered and is tried again later');
      await outbox.retry(entry.id, now + pauseAfter(entry.attempts, randomness), reason);
    }
  }

  return {
    /** Delivers everything that is due, unless told to stop. Returns how many mails it took up. */
    async deliverDue(stopping?: AbortSignal): Promise<number> {
      await takeOver();
      let taken = 0;
      while (stopping?.aborted !== true) {
        const now = clock.now();
        const [entry] = await outbox.claimDue(now, now + leaseMs, 1);
        if (entry === undefined) break;
        await deliver(entry);
        taken += 1;
      }
      return taken;
    },
  };
}

/** Twice as long each time, and never the same, so that mails do not come back in a crowd. */
export function pauseAfter(attempts: number, randomness: Randomness): number {
  const pauseMs = Math.min(shortestPauseMs * 2 ** (attempts - 1), longestPauseMs);
  const jitter = randomness.bytes(1).readUInt8() / 256;
  return Math.round(pauseMs * (0.75 + jitter / 2));
}
