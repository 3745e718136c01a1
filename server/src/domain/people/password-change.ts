import type { Account } from '../model/account.ts';
import type { EventRows } from '../model/event.ts';
import type { DatabaseOf, Repositories as AllRepositories } from '../model/database.ts';
import type { Session } from '../model/person.ts';
import type { Actor } from '../model/principal.ts';
import type { EnteredCode } from './authenticators.ts';
import type { CodeCheck } from './code-check.ts';
import type { PasswordCheck } from './password-check.ts';
import type { PasswordProblem } from './password-rules.ts';
import { findPasswordProblem } from './password-rules.ts';
import type { PersonSignIn, SignInAnswer } from './person-sign-in.ts';
import type { Proof } from './session-strength.ts';
import { carriedProof } from './session-strength.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

type Rows =
  | 'accounts'
  | 'accountLinks'
  | 'auditMarks'
  | 'passkeys'
  | 'passwords'
  | 'recoveryCodes'
  | 'sessions'
  | 'totp'
  | EventRows;
type Repositories = Pick<AllRepositories, Rows>;

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events'> {
  database: DatabaseOf<Rows>;
  passwordCheck: PasswordCheck;
  personSignIn: PersonSignIn;
  codeCheck: CodeCheck;
  /** What the service is called now. */
  serviceName: () => string;
}

/** `field`: what was refused. */
export type ChangeAnswer =
  | Extract<SignInAnswer, { kind: 'signed_in' }>
  | { kind: 'refused' | 'blocked'; field: 'current' | 'code' }
  | { kind: 'invalid'; problem: PasswordProblem };

export type PasswordChange = ReturnType<typeof createPasswordChange>;

/** Lets signed-in people change their password. */
export function createPasswordChange(dependencies: Dependencies) {
  const { database, passwordCheck, personSignIn, codeCheck } = dependencies;
  const { events, clock, serviceName } = dependencies;

  const knownTo = ({ email, displayName }: Account) => [email, displayName, serviceName()];

  /** Sets the password, ends every session and every link, and opens a new session. */
  async function put(
    repositories: Repositories,
    actor: Actor,
    { account, session }: { account: Account; session: Session },
    { phc, by, how, proof }: { phc: string; by: string; how: string; proof: Proof },
  ) {
    await repositories.passwords.put({ accountId: account.id, phc, setAt: clock.now() });
    await repositories.accountLinks.removeAll(account.id);
    await repositories.sessions.removeAll(account.id);
    const details = { by };
    await events.tell(repositories, actor, { action: 'person.password_set', account, details });
    return await personSignIn.enter(repositories, actor, account, {
      ...{ client: session.client, how, proof, isAgain: true },
    });
  }

  return {
    /**
     * Ends every other session and every link, and opens a new session in place of this one. Where an app
     * protects the account, a code is needed too: the new session counts as a recent proof.
     */
    async change(
      actor: Actor,
      person: { account: Account; session: Session },
      { current, next, code, known }: EnteredCode & { current: string; next: string },
    ): Promise<ChangeAnswer> {
      const { account } = person;
      const problem = await findPasswordProblem(next, knownTo(account));
      if (problem !== undefined) return { kind: 'invalid', problem };
      const verified = await personSignIn.verify(actor, account.email, current);
      if (verified.kind !== 'right') return { kind: verified.kind, field: 'current' };
      const needsCode = (await codeCheck.findSince(account)) !== undefined;
      if (needsCode && !(await codeCheck.takeTry(account, known))) {
        return { kind: 'blocked', field: 'code' };
      }
      const phc = await passwordCheck.hash(next, account.id);
      return await database.transact(async (repositories): Promise<ChangeAnswer> => {
        const stored = await repositories.passwords.find(account.id);
        if (stored?.phc !== verified.phc) return { kind: 'refused', field: 'current' };
        const used = needsCode && (await codeCheck.use(repositories, actor, account, code));
        if (used === undefined) return { kind: 'refused', field: 'code' };
        const answer = await put(repositories, actor, person, {
          ...{ phc, by: 'password' },
          proof: used === false ? { by: 'password' } : used.proof,
          how: used === false ? 'password again' : `password and ${used.how} again`,
        });
        return answer?.kind === 'signed_in' ? answer : { kind: 'refused', field: 'code' };
      });
    },

    /**
     * The first password of a person who signs in another way, and who proved recently who they are. Refused
     * where there is one.
     */
    async setFirst(
      actor: Actor,
      person: { account: Account; session: Session },
      password: string,
    ): Promise<ChangeAnswer> {
      const { account } = person;
      const problem = await findPasswordProblem(password, knownTo(account));
      if (problem !== undefined) return { kind: 'invalid', problem };
      const phc = await passwordCheck.hash(password, account.id);
      const answer = await database.transact(async (repositories) => {
        await repositories.accounts.lock(account.id);
        if ((await repositories.passwords.find(account.id)) !== undefined) return undefined;
        // Nothing is proved anew: the session is as strong as the one before.
        const proof = carriedProof(person.session);
        const change = { phc, proof, by: 'recent proof', how: 'first password' };
        return await put(repositories, actor, person, change);
      });
      return answer?.kind === 'signed_in' ? answer : { kind: 'refused', field: 'current' };
    },
  };
}
