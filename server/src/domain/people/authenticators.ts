import type { Account } from '../model/account.ts';
import type { AuditAction, AuditTrail } from '../model/audit.ts';
import type { Clock } from '../model/clock.ts';
import { minute } from '../model/clock.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { Randomness } from '../model/ids.ts';
import type { Session } from '../model/person.ts';
import type { Actor } from '../model/principal.ts';
import type { AuthenticatorSecrets, SecretHasher } from '../ports/hashers.ts';
import type { PersonSignIn, SignInAnswer } from './person-sign-in.ts';

/** Codes that may be entered for an account in a quarter of an hour, right ones too. */
export const maxCodeTries = 5;
const triesPeriodMs = 15 * minute;

const recoveryCodeCount = 10;
/** 80 bits: too many to guess, so that a fast keyed hash protects them. */
const recoveryCodeBytes = 10;

interface Dependencies {
  database: DatabaseOf<
    'accounts' | 'passwords' | 'sessions' | 'totp' | 'recoveryCodes' | 'audit' | 'repeatedActs'
  >;
  authenticatorSecrets: AuthenticatorSecrets;
  personSignIn: PersonSignIn;
  hasher: SecretHasher;
  randomness: Randomness;
  audit: AuditTrail;
  clock: Clock;
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

export type Authenticators = ReturnType<typeof createAuthenticators>;

/** The authenticator apps and the recovery codes of people. */
export function createAuthenticators(dependencies: Dependencies) {
  const { database, authenticatorSecrets, personSignIn, hasher, randomness, audit, clock } =
    dependencies;

  function makeRecoveryCodes(): string[] {
    return Array.from({ length: recoveryCodeCount }, () => {
      const text = randomness.bytes(recoveryCodeBytes).toString('hex');
      return text.match(/.{5}/g)?.join('-') ?? text;
    });
  }

  function hashOf({ id }: Account, code: string): Buffer {
    return hasher.hash(`recovery code ${id} ${code}`);
  }

  async function replaceRecoveryCodes(
    { recoveryCodes }: Pick<Repositories, 'recoveryCodes'>,
    account: Account,
    codes: readonly string[],
  ): Promise<void> {
    await recoveryCodes.replace(
      account.id,
      codes.map((code) => hashOf(account, plainCode(code))),
    );
  }

  /** Counts an attempt, in a transaction of its own: it counts whatever becomes of it. */
  async function takeTry({ id }: Account): Promise<boolean> {
    const given = { now: clock.now(), most: maxCodeTries, periodMs: triesPeriodMs };
    return await database.transact(({ totp }) => totp.takeTry(id, given));
  }

  /** Uses a code of the app, or a recovery code, up. Returns which it was; undefined for a wrong one. */
  async function useCode(
    { totp, recoveryCodes }: Pick<Repositories, 'totp' | 'recoveryCodes'>,
    account: Account,
    code: string,
    mayRecover: boolean,
  ): Promise<'authenticator' | 'recovery code' | undefined> {
    const known = await totp.find(account.id);
    if (known === undefined) return undefined;
    const step = authenticatorSecrets.findStep(account.id, known.sealed, code, clock.now());
    if (step !== undefined) {
      return (await totp.useStep(account.id, step)) ? 'authenticator' : undefined;
    }
    if (!mayRecover) return undefined;
    const isKnown = await recoveryCodes.take(account.id, hashOf(account, code));
    return isKnown ? 'recovery code' : undefined;
  }

  async function record(
    repositories: Pick<Repositories, 'audit'>,
    actor: Actor,
    account: Account,
    action: AuditAction,
    outcome: 'ok' | 'refused' = 'ok',
  ): Promise<void> {
    await audit.record(
      repositories,
      { ...actor, name: account.email },
      { action, object: account.email, outcome },
    );
  }

  return {
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
        if (known !== undefined) return known.sealed;
        const made = authenticatorSecrets.make(account.id);
        await totp.put({ accountId: account.id, sealed: made, confirmedAt: undefined });
        return made;
      });
      return sealed && authenticatorSecrets.reveal(account.id, sealed);
    },

    /** Protects the account with the app once it shows a right code. Returns recovery codes, this once. */
    async confirm(
      actor: Actor,
      account: Account,
      code: string,
    ): Promise<{ kind: 'confirmed'; recoveryCodes: string[] } | CodeRefusal> {
      if (!(await takeTry(account))) return { kind: 'blocked' };
      const codes = makeRecoveryCodes();
      const isRight = await database.transact(async (repositories) => {
        const known = await repositories.totp.find(account.id);
        if (known === undefined || known.confirmedAt !== undefined) return false;
        if ((await useCode(repositories, account, plainCode(code), false)) === undefined) {
          return false;
        }
        await repositories.totp.confirm(account.id, clock.now());
        await replaceRecoveryCodes(repositories, account, codes);
        await record(repositories, actor, account, 'person.authenticator_added');
        return true;
      });
      return isRight ? { kind: 'confirmed', recoveryCodes: codes } : { kind: 'refused' };
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
        if ((await repositories.totp.find(account.id)) === undefined) return;
        await repositories.totp.remove(account.id);
        await repositories.recoveryCodes.replace(account.id, []);
        await record(repositories, actor, account, 'person.authenticator_removed');
      });
    },

    /** Completes half a session: a right code opens a whole one in its place. */
    async complete(
      actor: Actor,
      { account, session }: { account: Account; session: Session },
      code: string,
    ): Promise<Extract<SignInAnswer, { kind: 'signed_in' }> | CodeRefusal> {
      if (!(await takeTry(account))) return { kind: 'blocked' };
      const answer = await database.transact(async (repositories) => {
        const how = await useCode(repositories, account, plainCode(code), true);
        if (how === undefined) {
          await record(repositories, actor, account, 'person.code_refused', 'refused');
          return undefined;
        }
        return await personSignIn.enter(repositories, actor, account, {
          client: session.client,
          session,
          how: `password and ${how}`,
          mayAskForCode: false,
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
      { account, session }: { account: Account; session: Session },
      { password, code }: { password: string; code: string },
    ): Promise<ProofAnswer> {
      const verified = await personSignIn.verify(actor, account.email, password);
      if (verified.kind !== 'right') return { kind: verified.kind, field: 'password' };
      const known = await database.totp.find(account.id);
      const needsCode = known?.confirmedAt !== undefined;
      if (needsCode && !(await takeTry(account))) return { kind: 'blocked', field: 'code' };
      const answer = await database.transact(async (repositories) => {
        const how = needsCode && (await useCode(repositories, account, plainCode(code), true));
        if (how === undefined) {
          await record(repositories, actor, account, 'person.code_refused', 'refused');
          return undefined;
        }
        return await personSignIn.enter(repositories, actor, account, {
          client: session.client,
          session,
          how: how === false ? 'password again' : `password and ${how} again`,
          mayAskForCode: false,
        });
      });
      return answer?.kind === 'signed_in' ? answer : { kind: 'refused', field: 'code' };
    },
  };
}

/** People write codes in groups, and in capital letters. */
function plainCode(written: string): string {
  return written.replace(/[\s-]/g, '').toLowerCase();
}
