import type { EventMail, EventRows } from '../model/event.ts';
import type { Instant } from '../model/clock.ts';
import { day, hour, minute } from '../model/clock.ts';
import type { Database, DatabaseOf, Repositories } from '../model/database.ts';
import type { Delivery } from '../model/dispatch.ts';
import type { MailId } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import { noteOpened } from '../events/note-opened.ts';
import type { Actor } from '../model/principal.ts';
import type { CodeChannel, ReceiverCode } from '../model/receiver-code.ts';
import { findByAny } from '../ports/hashers.ts';
import { wideNetworkOf } from '../ports/rate-limiter.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import type { CodeRoute, SmsPolicy } from './code-sending.ts';
import { areCodesUsedUp, listCodeRoutes, mayCodeLeave } from './code-sending.ts';
import { countRefused } from './refused-guesses.ts';
import { newReceiverSession } from './receiver-sessions.ts';

const codeLifetimeMs = 10 * minute;
export const codeTries = 5;
/** How long a page shows that a code has expired. */
const rememberedMs = hour;
/** How long the cookie of a browser that requested a code lasts. */
export const browserLifetimeMs = codeLifetimeMs + rememberedMs;

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events' | 'hasher' | 'randomness'> {
  database: DatabaseOf<
    | 'accounts'
    | 'auditMarks'
    | 'dispatches'
    | 'receiverCodes'
    | 'receiverSessions'
    | 'visits'
    | EventRows
  >;
  /** The eight digits of the code of a message: the same each time for the same message. */
  codeFor: (id: MailId) => string;
  sms: SmsPolicy;
}

/** The state of the page that asks for a code. */
export interface CodeStatus {
  /** The channels for a code; none when the receiver cannot be reached. */
  routes: (CodeRoute & { isOpen: boolean })[];
  /** The code that this browser requested last; undefined before it requested one. */
  code: (CodeRoute & { state: CodeState; triesLeft: number }) | undefined;
}

/**
 * `fresh`: not tried yet. `stuck`: not tried yet, and its message could not be delivered so far. `wrong`: a
 * wrong code was entered. `spent`: too many wrong codes were entered. `expired`: too late to be entered.
 */
type CodeState = 'fresh' | 'stuck' | 'wrong' | 'spent' | 'expired';

export type SecondFactor = ReturnType<typeof createSecondFactor>;

/**
 * How the holder of a live link proves to be its receiver. A code belongs to the browser that requested it,
 * identified by a secret of its own: other holders of the link can neither use nor replace it.
 */
export function createSecondFactor(dependencies: Dependencies) {
  const { database, events, hasher, codeFor, randomness, clock, sms } = dependencies;

  async function stateOf(code: ReceiverCode): Promise<CodeState> {
    if (code.expiresAt <= clock.now()) return 'expired';
    if (code.triesLeft === 0) return 'spent';
    if (code.triesLeft < codeTries) return 'wrong';
    return (await database.outbox.find(code.id))?.lastError === undefined ? 'fresh' : 'stuck';
  }

  /** A holder of a link may keep its receiver from getting codes: the sender is told, once a day for a drop. */
  async function tellUsedUp(
    repositories: Pick<Repositories, 'auditMarks' | EventRows>,
    actor: Actor,
    { dispatch, receiver, sender }: Delivery,
  ): Promise<void> {
    const today = Math.floor(clock.now() / day);
    const mark = `codes used up ${today} ${dispatch.id}`;
    if (!(await repositories.auditMarks.add(mark, (today + 1) * day))) return;
    await events.tell(repositories, actor, {
      action: 'code.used_up',
      account: sender,
      ids: { dispatch: dispatch.id, receiver: receiver.id },
      mails: [{ kind: 'codes_used_up', to: sender.email, receiverId: receiver.id }],
    });
  }

  return {
    /** What distinguishes a browser from others with the same link. */
    newBrowser(): string {
      return randomness.bytes(32).toString('base64url');
    },

    /** What this browser can do now. Viewing changes nothing and sends nothing. */
    async describe(
      delivery: Delivery,
      { source, browser }: { source: string; browser: string | undefined },
    ): Promise<CodeStatus> {
      const routes: CodeStatus['routes'] = [];
      for (const route of listCodeRoutes(delivery, sms)) {
        const isOpen = await mayCodeLeave(database, clock, delivery, { ...route, source }, sms);
        routes.push({ ...route, isOpen });
      }
      const { receiver } = delivery;
      const code =
        browser === undefined
          ? undefined
          : await findByAny(hasher.hashes('receiver browser', receiver.id, browser), (hash) =>
              database.receiverCodes.find(receiver.id, hash),
            );
      const route = routes.find(({ channel }) => channel === code?.channel);
      if (code === undefined || route === undefined) return { routes, code: undefined };
      const { channel, to } = route;
      const { triesLeft } = code;
      return { routes, code: { channel, to, triesLeft, state: await stateOf(code) } };
    },

    /**
     * Sends a code to the receiver of a live link. The previous one of this browser becomes invalid.
     * Returns whether it did: there may be no such channel, or too many were sent.
     */
    async ask(
      actor: Actor,
      delivery: Delivery,
      { channel, browser }: { channel: CodeChannel; browser: string },
    ): Promise<boolean> {
      const { dispatch, receiver } = delivery;
      const route = listCodeRoutes(delivery, sms).find((each) => each.channel === channel);
      if (route === undefined) return false;
      return await database.transact(async (repositories) => {
        // The counts must not change before the code is written.
        await repositories.accounts.lock(dispatch.accountId);
        const wish = { ...route, source: actor.source };
        if (!(await mayCodeLeave(repositories, clock, delivery, wish, sms))) return false;
        const id = newId<MailId>(randomness);
        const createdAt = clock.now();
        await repositories.receiverCodes.put({
          id,
          receiverId: receiver.id,
          browser: hasher.hash('receiver browser', receiver.id, browser),
          channel,
          hash: hasher.hash('receiver code', id, codeFor(id)),
          expiresAt: createdAt + codeLifetimeMs,
          triesLeft: codeTries,
        });
        const askedFrom = wideNetworkOf(actor.source);
        await events.tell(repositories, actor, {
          action: 'code.sent',
          account: { id: dispatch.accountId },
          ids: { dispatch: dispatch.id, receiver: receiver.id },
          details: { channel },
          mails: [{ id, kind: 'code', to: route.to, receiverId: receiver.id, askedFrom }],
        });
        if (await areCodesUsedUp(repositories, clock, delivery, route)) {
          await tellUsedUp(repositories, actor, delivery);
        }
        return true;
      });
    },

    /**
     * Tries the code of a browser. The correct one, within its time and attempts, is used up and returns
     * the secret of a session; anything else returns undefined. Only what takes an attempt is recorded, so
     * that a link cannot be used to fill the audit trail.
     */
    async verify(
      actor: Actor,
      delivery: Delivery,
      { written, browser }: { written: string; browser: string },
    ): Promise<{ secret: string; expiresAt: number } | undefined> {
      const { dispatch, receiver } = delivery;
      const { secret, session } = newReceiverSession(dependencies, delivery, 'code');
      const isRight = await database.transact(async (repositories) => {
        const { receiverCodes, receiverSessions } = repositories;
        // The attempt is taken before the code is compared: concurrent guesses get no more.
        const code = await findByAny(
          hasher.hashes('receiver browser', receiver.id, browser),
          (hash) => receiverCodes.takeTry(receiver.id, hash, clock.now()),
        );
        if (code === undefined) return false;
        const right = hasher.isHash(code.hash, 'receiver code', code.id, withoutGaps(written));
        let mails: EventMail[] = [];
        if (right) {
          await receiverCodes.delete(receiver.id, code.browser);
          await receiverSessions.add(session);
          // Where there is a password too, it opens nothing yet.
          if (dispatch.passwordHash === undefined) {
            await noteOpened(dependencies, repositories, actor, delivery);
          }
        } else {
          mails = await countRefused(repositories, delivery);
        }
        await events.tell(repositories, actor, {
          action: right ? 'code.accepted' : 'code.refused',
          account: { id: dispatch.accountId },
          ids: { dispatch: dispatch.id, receiver: receiver.id },
          outcome: right ? 'ok' : 'refused',
          mails,
        });
        return right;
      });
      return isRight ? { secret, expiresAt: session.expiresAt } : undefined;
    },
  };
}

/** Deletes codes that expired long ago, and expired sessions; returns how many. */
export async function deleteExpiredCodes(
  { receiverCodes, receiverSessions }: Pick<Database, 'receiverCodes' | 'receiverSessions'>,
  now: Instant,
): Promise<number> {
  return (
    (await receiverCodes.deleteExpired(now - rememberedMs)) +
    (await receiverSessions.deleteExpired(now))
  );
}

/** People type a long number in groups. */
function withoutGaps(written: string): string {
  return written.replace(/[\s-]/g, '');
}
