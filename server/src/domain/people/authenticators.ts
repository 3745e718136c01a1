import type { Account } from '../model/account.ts';
import type { AuditAction } from '../model/audit.ts';
import type { EventRows } from '../model/event.ts';
import type { Instant } from '../model/clock.ts';
import { hour } from '../model/clock.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { Session, TotpSecret } from '../model/person.ts';
import type { Actor } from '../model/principal.ts';
import type { AuthenticatorSecrets } from '../ports/hashers.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import type { CodeCheck } from './code-check.ts';
import { hasSecondFactor } from './has-second-factor.ts';
import type { PersonSignIn, SignInAnswer } from './person-sign-in.ts';
import { isRecentlyProved, strengthOf } from './session-strength.ts';

const recoveryCodeCount = 10;
/** A secret that was shown and that nobody confirmed ends after this time. */
export const unconfirmedMs = hour;
/** 80 bits: too many to guess, so that a fast keyed hash protects them. */
const recoveryCodeBytes = 10;

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events' | 'randomness'> {
  database: DatabaseOf<
    | 'accounts'
    | 'auditMarks'
    | 'passkeys'
    | 'recoveryCodes'
    | 'repeatedActs'
    | 'sessions'
    | 'totp'
    | EventRows
  >;
  authenticatorSecrets: AuthenticatorSecrets;
  codeCheck: CodeCheck;
  personSignIn: PersonSignIn;
}

/** What protects an account besides its password. */
export interface AuthenticatorStatus {
  isOn: boolean;
  recoveryCodesLeft: number;
}

/** `blocked`: there were too many attempts, and none was verified. */
export type CodeRefusal = { kind: 'refused' } | { kind: 'blocked' };

/** `field`: what was refused. */
export type ProofAnswer =
  | Extract<SignInAnswer, { kind: 'signed_in' }>
  | { kind: 'refused' | 'blocked'; field: 'password' | 'code' };

/** A person whose session the browser shows, whole or not. */
interface SignedInPerson {
  account: Account;
  session: Session;
}

/** A code, and what the browser in which it was entered shows of earlier sign-ins. */
export interface EnteredCode {
  code: string;
  known: string | undefined;
}

export type Authenticators = ReturnType<typeof createAuthenticators>;

/** The authenticator apps and the recovery codes of people. */
export function createAuthenticators(dependencies: Dependencies) {
  const { database, authenticatorSecrets, codeCheck, personSignIn, randomness, events, clock } =
    dependencies;

  function makeRecoveryCodes(): string[] {
    return Array.from({ length: recoveryCodeCount }, () => {
      const text = randomness.bytes(recoveryCodeBytes).toString('hex');
      return text.match(/.{5}/g)?.join('-') ?? text;
    });
  }

  async function replaceRecoveryCodes(
    { recoveryCodes }: Pick<Repositories, 'recoveryCodes'>,
    account: Account,
    codes: readonly string[],
  ): Promise<void> {
    await recoveryCodes.replace(
      account.id,
      codes.map((code) => codeCheck.hashOf(account, code)),
    );
  }

  async function record(
    repositories: Pick<Repositories, EventRows>,
    actor: Actor,
    account: Account,
    action: AuditAction,
  ): Promise<void> {
    await events.tell(repositories, { ...actor, name: account.email }, { action, account });
  }

  return {
    /** Whether the person proved a few minutes ago who they are, with a second factor where there is an app. */
    async isProofRecent({ account, session }: SignedInPerson): Promise<boolean> {
      const hasAuthenticator = (await codeCheck.findSince(account)) !== undefined;
      return isRecentlyProved(strengthOf(session), { now: clock.now(), hasAuthenticator });
    },

    async describe({ id }: Account): Promise<AuthenticatorStatus> {
      const known = await database.totp.find(id);
      const isOn = known?.confirmedAt !== undefined;
      return { isOn, recoveryCodesLeft: isOn ? await database.recoveryCodes.count(id) : 0 };
    },

    /**
     * The secret that an app is to be given, in base32; a new one unless one waits to be confirmed. Undefined
     * where an app protects the account already.
     */
    async begin(account: Account): Promise<string | undefined> {
      const sealed = await database.transact(async ({ totp }) => {
        const known = await totp.find(account.id);
        if (known?.confirmedAt !== undefined) return undefined;
        const now = clock.now();
        if (known !== undefined && isWaiting(known, now)) return known.sealed;
        const sealed = authenticatorSecrets.make(account.id);
        const waitsUntil = now + unconfirmedMs;
        await totp.put({ accountId: account.id, sealed, confirmedAt: undefined, waitsUntil });
        return sealed;
      });
      return sealed && authenticatorSecrets.reveal(account.id, sealed);
    },

    /**
     * Protects the account with the app once it shows a right code, and opens a session in place of the
     * person's own: it is as strong as one that was opened with a code. Returns recovery codes, this once.
     * Half a session proves a password only: it adds nothing beside another second factor.
     */
    async confirm(
      actor: Actor,
      { account, session }: SignedInPerson,
      { code, known }: EnteredCode,
    ): Promise<{ kind: 'confirmed'; recoveryCodes: string[]; cookie: string } | CodeRefusal> {
      if (!(await codeCheck.takeTry(account, known))) return { kind: 'blocked' };
      const codes = makeRecoveryCodes();
      const cookie = await database.transact(async (repositories) => {
        await repositories.accounts.lock(account.id);
        const now = clock.now();
        const waiting = await repositories.totp.find(account.id);
        if (waiting === undefined || !isWaiting(waiting, now)) return undefined;
        const isHalf = session.state === 'half';
        if (isHalf && (await hasSecondFactor(repositories, account))) return undefined;
        if (!(await codeCheck.useAppCode(repositories, account, code))) return undefined;
        await repositories.totp.confirm(account.id, now);
        await replaceRecoveryCodes(repositories, account, codes);
        await record(repositories, actor, account, 'person.authenticator_added');
        const entered = await personSignIn.enter(repositories, actor, account, {
          ...{ client: session.client, session },
          proof: { by: 'authenticator', factorSince: now },
          how: 'authenticator added',
        });
        if (entered?.kind !== 'signed_in') throw new Error('A signed-in person may not enter');
        return entered.cookie;
      });
      if (cookie === undefined) return { kind: 'refused' };
      return { kind: 'confirmed', recoveryCodes: codes, cookie };
    },

    /** New recovery codes in place of the old ones; none where no app protects the account. */
    async renewRecoveryCodes(actor: Actor, account: Account): Promise<string[]> {
      const codes = makeRecoveryCodes();
      return await database.transact(async (repositories) => {
        const known = await repositories.totp.find(account.id);
        if (known?.confirmedAt === undefined) return [];
        await replaceRecoveryCodes(repositories, account, codes);
        await record(repositories, actor, account, 'person.recovery_codes_made');
        return codes;
      });
    },

    /** Removes the app and the recovery codes: the password is enough from then on. */
    async remove(actor: Actor, account: Account): Promise<void> {
      await database.transact(async (repositories) => {
        const known = await repositories.totp.find(account.id);
        if (known === undefined) return;
        await repositories.totp.remove(account.id);
        await repositories.recoveryCodes.replace(account.id, []);
        // One that was never confirmed protected nothing.
        if (known.confirmedAt === undefined) return;
        await record(repositories, actor, account, 'person.authenticator_removed');
      });
    },

    /** Completes half a session: a right code opens a whole one in its place. */
    async complete(
      actor: Actor,
      { account, session }: SignedInPerson,
      { code, known }: EnteredCode,
    ): Promise<Extract<SignInAnswer, { kind: 'signed_in' }> | CodeRefusal> {
      if (!(await codeCheck.takeTry(account, known))) return { kind: 'blocked' };
      const answer = await database.transact(async (repositories) => {
        const used = await codeCheck.use(repositories, actor, account, code);
        if (used === undefined) return undefined;
        return await personSignIn.enter(repositories, actor, account, {
          ...{ client: session.client, session, proof: used.proof },
          how: `password and ${used.how}`,
        });
      });
      return answer?.kind === 'signed_in' ? answer : { kind: 'refused' };
    },

    /**
     * Verifies the password of a signed-in person and, where an app protects the account, a code: they open a
     * new session in place of theirs.
     */
    async prove(
      actor: Actor,
      { account, session }: SignedInPerson,
      { password, code, known }: EnteredCode & { password: string },
    ): Promise<ProofAnswer> {
      const verified = await personSignIn.verify(actor, account.email, password);
      if (verified.kind !== 'right') return { kind: verified.kind, field: 'password' };
      const needsCode = (await codeCheck.findSince(account)) !== undefined;
      if (needsCode && !(await codeCheck.takeTry(account, known))) {
        return { kind: 'blocked', field: 'code' };
      }
      const answer = await database.transact(async (repositories) => {
        const used = needsCode && (await codeCheck.use(repositories, actor, account, code));
        if (used === undefined) return undefined;
        return await personSignIn.enter(repositories, actor, account, {
          ...{ client: session.client, session, isAgain: true },
          proof: used === false ? { by: 'password' } : used.proof,
          how: used === false ? 'password again' : `password and ${used.how} again`,
        });
      });
      return answer?.kind === 'signed_in' ? answer : { kind: 'refused', field: 'code' };
    },
  };
}

/** Whether a secret was shown, and may still be confirmed. */
function isWaiting({ confirmedAt, waitsUntil }: TotpSecret, now: Instant): boolean {
  return confirmedAt === undefined && (waitsUntil === undefined || now < waitsUntil);
}
