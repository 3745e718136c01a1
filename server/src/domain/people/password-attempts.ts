import type { Account } from '../model/account.ts';
import type { EventRows } from '../model/event.ts';
import { day, second } from '../model/clock.ts';
import type { DatabaseOf } from '../model/database.ts';
import type { Actor } from '../model/principal.ts';
import { recordRepeated } from '../audit/record-repeated.ts';
import type { PasswordLimiter } from '../ports/rate-limiter.ts';
import { wideNetworkOf } from '../ports/rate-limiter.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import type { PasswordCheck } from './password-check.ts';
import type { TakenAttempt } from './sign-in-pause.ts';
import { takeAttempt } from './sign-in-pause.ts';

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events'> {
  database: DatabaseOf<'passwords' | 'repeatedActs' | EventRows>;
  passwordCheck: PasswordCheck;
  passwordLimiter: PasswordLimiter;
  knownBrowsers: Pick<KnownBrowsers, 'isKnown'>;
}

/** `signed in`: the person has a session. `known`: what the browser shows of earlier sign-ins. */
export type AttemptFrom = 'signed in' | { known?: string | undefined };

/** `refused`: one answer for every reason. `blocked`: too many attempts, this one was not verified. */
export type AttemptAnswer =
  | { kind: 'right'; account: Account; phc: string }
  | { kind: 'refused' }
  | { kind: 'blocked'; retryAfterSeconds: number };

/** The owner is told of so many refused attempts in an hour, at most once a day. */
export const toldAttempts = 20;
/** No address is longer. */
const maxEmailLength = 254;

export type PasswordAttempts = ReturnType<typeof createPasswordAttempts>;

/**
 * Verifies passwords. An attempt counts first, so that concurrent ones cost no more hashes than the limits
 * allow. What strangers do delays neither a person who is signed in nor a browser in which the owner signed
 * in before. The work is the same whether or not the account exists.
 */
export function createPasswordAttempts(dependencies: Dependencies) {
  const { database, passwordCheck, passwordLimiter, knownBrowsers, events, clock } = dependencies;

  async function record(
    actor: Actor,
    email: string,
    action: 'sign_in.failed' | 'sign_in.blocked',
    account?: Account,
  ): Promise<void> {
    // The attacker chooses the address: it may be long.
    const event = { action, account, object: email, outcome: 'refused' } as const;
    await database.transact((repositories) =>
      recordRepeated({ events, clock }, repositories, { actor, event }),
    );
  }

  async function tellOwner(actor: Actor, account: Account): Promise<void> {
    await database.transact(async (repositories) => {
      const since = clock.now() - day;
      const told = await repositories.outbox.countOfKinds(account.id, ['sign_in_attempts'], since);
      if (told === 0)
        await events.tell(repositories, actor, { action: 'password.guessed', account });
    });
  }

  /** Counts the attempt of a stranger, in all the ways in which it may be one too many. */
  async function takeForStranger(actor: Actor, email: string): Promise<TakenAttempt> {
    const verdict = await passwordLimiter.count(email, actor.source);
    if (verdict.kind === 'blocked') {
      if (verdict.first) await record(actor, email, 'sign_in.blocked');
      return { kind: 'paused', untilMs: verdict.retryAfterSeconds * second };
    }
    return await database.transact((repositories) =>
      takeAttempt(
        repositories,
        { action: 'sign_in.failed', object: email, name: `account ${email}` },
        { actor, now: clock.now() },
      ),
    );
  }

  /** Only other known browsers of the account count: nobody else can use these attempts up. */
  async function takeForOwner(accountId: string): Promise<TakenAttempt> {
    const verdict = await passwordLimiter.countKnown(accountId);
    return verdict.kind === 'blocked'
      ? { kind: 'paused', untilMs: verdict.retryAfterSeconds * second }
      : { kind: 'taken', attempts: 0 };
  }

  return {
    async verify(
      actor: Actor,
      entered: { email: string; password: string },
      from: AttemptFrom,
    ): Promise<AttemptAnswer> {
      const email = entered.email.slice(0, maxEmailLength);
      const found = await database.passwords.findByEmail(email);
      const { account, phc, browsersFrom = 0 } = found ?? {};
      const isKnown =
        from === 'signed in' ||
        (account !== undefined && knownBrowsers.isKnown(from.known, account.id, browsersFrom));
      const taken =
        isKnown && account !== undefined
          ? await takeForOwner(account.id)
          : await takeForStranger(actor, email);
      if (taken.kind === 'paused') {
        return { kind: 'blocked', retryAfterSeconds: Math.ceil(taken.untilMs / second) };
      }
      const stored =
        account === undefined || phc === undefined ? undefined : { accountId: account.id, phc };
      const isRight = await passwordCheck.verify(entered.password, stored, {
        isKnown,
        group: isKnown && account !== undefined ? account.id : wideNetworkOf(actor.source),
      });
      if (isRight && account !== undefined && phc !== undefined && mayEnter(account)) {
        if (taken.takeBack !== undefined) await database.transact(taken.takeBack);
        return { kind: 'right', account, phc };
      }
      await record(actor, email, 'sign_in.failed', account);
      const isTold = taken.attempts > 0 && taken.attempts % toldAttempts === 0;
      if (isTold && account !== undefined && mayEnter(account)) await tellOwner(actor, account);
      return { kind: 'refused' };
    },
  };
}

/** Whether the account is a person's, and enabled. */
export function mayEnter({ role, disabledAt }: Account): boolean {
  return role !== 'api' && disabledAt === undefined;
}
