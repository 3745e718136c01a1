import type { Account } from '../model/account.ts';
import type { EventRows } from '../model/event.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { SessionId } from '../model/ids.ts';
import type { Session } from '../model/person.ts';
import type { Actor } from '../model/principal.ts';
import type { PasswordAttempts } from './password-attempts.ts';
import { mayEnter } from './password-attempts.ts';
import type { PasswordCheck } from './password-check.ts';
import type { Proof } from './session-strength.ts';
import { strengthOfProof } from './session-strength.ts';
import type { Sessions } from './sessions.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events'> {
  database: DatabaseOf<'accounts' | 'passkeys' | 'passwords' | 'sessions' | 'totp' | EventRows>;
  passwordCheck: PasswordCheck;
  passwordAttempts: PasswordAttempts;
  sessions: Sessions;
  /** Of whom the operator demands a second factor; left out, of nobody. */
  requireSecondFactor?: SecondFactorDemand;
}

export type SecondFactorDemand = 'none' | 'admins' | 'everyone';

/** The browser that signs in. */
export interface Browser {
  /** What it calls itself. */
  client: string;
  /** The session that it has, which ends with the sign-in. */
  session?: Pick<Session, 'id' | 'accountId'> | undefined;
  /** What it shows of earlier sign-ins, for `KnownBrowsers`. */
  known?: string | undefined;
}

/**
 * `signed_in`: the browser is to keep `cookie`. `code_needed`: the same, for half a session, which a second factor
 * completes. `set_up_needed`: the same, where there is none, and the operator demands one. `passkey_needed`: a second
 * factor is demanded, and the person has a passkey. `refused`: one answer for every reason. `blocked`: too many
 * attempts, none was verified.
 */
export type SignInAnswer =
  | { kind: 'signed_in'; cookie: string; account: Account }
  | { kind: 'code_needed' | 'set_up_needed'; cookie: string }
  | { kind: 'passkey_needed' }
  | { kind: 'refused' }
  | { kind: 'blocked'; retryAfterSeconds: number };

/** How a person proved who they are. */
export interface Entrance extends Browser {
  proof: Proof;
  /** In words, for the audit trail. */
  how: string;
  /** Whether a signed-in person proves anew who they are: what is demanded of a sign-in was demanded then. */
  isAgain?: boolean;
}

/** What becomes of somebody who proved who they are. */
export type Entered = Exclude<SignInAnswer, { kind: 'refused' | 'blocked' }>;

export type PersonSignIn = ReturnType<typeof createPersonSignIn>;

/** Signs people in with a password, and out. */
export function createPersonSignIn(dependencies: Dependencies) {
  const { database, passwordCheck, passwordAttempts, sessions, events, clock } = dependencies;
  const { requireSecondFactor = 'none' } = dependencies;

  function demandsFactor({ role }: Account): boolean {
    return (
      requireSecondFactor === 'everyone' || (requireSecondFactor === 'admins' && role === 'admin')
    );
  }

  /** A new hash takes the place of one with older parameters, unless the password changed meanwhile. */
  async function renewHash(account: Account, password: string, phc: string): Promise<string> {
    if (!passwordCheck.isOutdated(phc)) return phc;
    const renewed = await passwordCheck.hash(password, account.id);
    return await database.transact(async ({ passwords }) => {
      const current = await passwords.find(account.id);
      if (current?.phc !== phc) return phc;
      await passwords.put({ ...current, phc: renewed });
      return renewed;
    });
  }

  /**
   * Opens a session in place of the browser's old one; half a session where an authenticator protects the
   * account and the proof has no second factor. Undefined where the account may not enter now.
   */
  async function enter(
    repositories: Pick<Repositories, 'accounts' | 'passkeys' | 'sessions' | 'totp' | EventRows>,
    actor: Actor,
    account: Account,
    browser: Entrance,
  ): Promise<Entered | undefined> {
    const locked = await repositories.accounts.lock(account.id);
    if (locked === undefined || !mayEnter(locked)) return undefined;
    if (browser.session !== undefined) {
      await repositories.sessions.remove(browser.session.accountId, browser.session.id);
    }
    const { hasSecondFactor } = strengthOfProof(browser.proof, clock.now());
    const totp = hasSecondFactor ? undefined : await repositories.totp.find(account.id);
    const needsCode = totp?.confirmedAt !== undefined;
    const isDemanded = !hasSecondFactor && browser.isAgain !== true && demandsFactor(locked);
    if (isDemanded && !needsCode) {
      // Who has a passkey uses it: a password alone must not add another second factor beside it.
      const passkeys = await repositories.passkeys.listFor(account.id);
      if (passkeys.length > 0) return { kind: 'passkey_needed' };
    }
    const isHalf = needsCode || isDemanded;
    const cookie = await sessions.open(repositories, locked, {
      state: isHalf ? 'half' : 'full',
      proof: isHalf ? undefined : browser.proof,
      source: actor.source,
      client: browser.client,
    });
    if (isHalf) return { kind: needsCode ? 'code_needed' : 'set_up_needed', cookie };
    await events.tell(
      repositories,
      { ...actor, name: locked.email },
      { action: 'person.signed_in', account: locked, details: { how: browser.how } },
    );
    return { kind: 'signed_in', cookie, account: locked };
  }

  return {
    /** `actor` is the stranger who asks. */
    async signIn(
      actor: Actor,
      { email, password }: { email: string; password: string },
      browser: Browser,
    ): Promise<SignInAnswer> {
      const entered = { email: email.trim().toLowerCase(), password };
      const verified = await passwordAttempts.verify(actor, entered, browser);
      if (verified.kind !== 'right') return verified;
      const { account } = verified;
      const phc = await renewHash(account, password, verified.phc);
      const answer = await database.transact(async (repositories) => {
        const current = await repositories.passwords.find(account.id);
        // A password that was replaced meanwhile opens nothing.
        if (current?.phc !== phc) return undefined;
        const proved = { proof: { by: 'password' }, how: 'password' } as const;
        return await enter(repositories, actor, account, { ...browser, ...proved });
      });
      return answer ?? { kind: 'refused' };
    },

    /** Verifies the password of a person who is signed in. */
    verify: (actor: Actor, email: string, password: string) =>
      passwordAttempts.verify(actor, { email, password }, 'signed in'),

    /** Opens a session within the caller's transaction, for a person who was authenticated in another way. */
    enter,

    /** Ends the browser's own session. */
    async signOut(actor: Actor, session: Session): Promise<void> {
      await database.transact(async (repositories) => {
        if (!(await repositories.sessions.remove(session.accountId, session.id))) return;
        await events.tell(repositories, actor, {
          action: 'person.signed_out',
          account: { id: session.accountId },
          object: actor.name,
          details: { which: 'this' },
        });
      });
    },

    /** Ends another session of the account. Throws nothing where there is none: it has ended. */
    async endSession(actor: Actor, account: Account, id: SessionId): Promise<void> {
      await database.transact(async (repositories) => {
        if (!(await repositories.sessions.remove(account.id, id))) return;
        const details = { which: 'another' };
        await events.tell(repositories, actor, { action: 'person.signed_out', account, details });
      });
    },

    /** Ends all sessions of the account but this one, and knows no other browser; returns how many. */
    async endOthers(actor: Actor, session: Session): Promise<number> {
      return await database.transact(async (repositories) => {
        const ended = await repositories.sessions.removeAll(session.accountId, session.id);
        await repositories.passwords.endBrowsers(session.accountId, clock.now());
        await events.tell(repositories, actor, {
          action: 'person.signed_out',
          account: { id: session.accountId },
          object: actor.name,
          details: { which: 'all others', sessions: ended },
        });
        return ended;
      });
    },
  };
}
