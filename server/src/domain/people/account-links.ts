import { endAllKeys } from './end-keys.ts';
import type { Account } from '../model/account.ts';
import type { EventRows, Happening } from '../model/event.ts';
import { isTimeZone } from '../model/clock.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { MailId } from '../model/ids.ts';
import type { AccountLink, AccountLinkKind } from '../model/person.ts';
import type { Actor } from '../model/principal.ts';
import { findByAny } from '../ports/hashers.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import type { PasswordCheck } from './password-check.ts';
import type { PasswordProblem } from './password-rules.ts';
import { findPasswordProblem } from './password-rules.ts';
import type { OtherWays, ResetCheck } from './reset-check.ts';
import type { CodeRefusal, EnteredCode } from './authenticators.ts';
import type { Browser, Entered, PersonSignIn } from './person-sign-in.ts';
import { mayEnter } from './password-attempts.ts';

export const maxDisplayNameLength = 100;

type People = Pick<
  Repositories,
  'accounts' | 'accountLinks' | 'apiKeys' | 'deviceLogins' | 'passwords' | 'sessions' | EventRows
>;
type Joined = Pick<People, 'accounts' | 'accountLinks' | 'sessions' | EventRows>;
type Ways = Pick<Repositories, 'identities' | 'passkeys' | 'passwords' | 'totp'>;

const joined = { action: 'person.joined' } as const;
const passwordReset = { action: 'person.password_set', details: { by: 'reset' } } as const;

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events' | 'hasher'> {
  database: DatabaseOf<keyof People | keyof Ways | 'auditMarks' | 'recoveryCodes'>;
  passwordCheck: PasswordCheck;
  personSignIn: PersonSignIn;
  resetCheck: ResetCheck;
  /** The secret of a link: the same each time for the same link. */
  accountLinkSecret: (link: Pick<AccountLink, 'id' | 'accountId' | 'kind'>) => string;
  /** What the service is called now. */
  serviceName: () => string;
}

export type AccountLinks = ReturnType<typeof createAccountLinks>;

/** The language of the page on which a person joins, and the time zone of the browser, as far as it tells. */
export interface JoinLocale {
  language: string;
  timeZone: string | undefined;
}

/** What a person enters behind a link. The name and the locale count with an invitation alone. */
export interface NewPassword {
  name: string;
  password: string;
  locale: JoinLocale;
  /** The passkeys and identities that stay, as `nameOfPasskey` and `nameOfIdentity` name them. */
  kept: readonly string[];
}

export type JoinProblem = PasswordProblem | 'no name' | 'long name';

/** `ended`: the link is unknown, used or expired; nothing tells which. `no_code`: enter one first. */
export type SpendAnswer =
  Entered | { kind: 'ended' | 'no_code' } | { kind: 'invalid'; problems: JoinProblem[] };

/** A living link in a browser. `needsCode`: an authenticator is on, and its code was not entered here. */
export type OpenLink =
  { account: Account; needsCode: true } | { account: Account; needsCode: false; ways: OtherWays };

/** A link as a browser shows it. */
export interface ShownLink {
  secret: string;
  kind: AccountLinkKind;
  /** The secret of the browser. */
  browser: string;
  /** What `enterCode` returned; empty for none. */
  codeProof: string;
}

/** Who joins with which invitation. */
interface Joining {
  id: MailId;
  account: Account;
  name: string;
  locale: JoinLocale;
}

/** An invitation that can be accepted. */
export interface Invitation {
  id: MailId;
  account: Account;
  /**
   * Whether it can be accepted without a password. Not where the account has a way to sign in already: a
   * second invitation would lead past its password and its codes.
   */
  mayChooseWay: boolean;
}

/** What stands behind invitations and resets: a person chooses how to sign in, once. */
export function createAccountLinks(dependencies: Dependencies) {
  const { database, passwordCheck, personSignIn, accountLinkSecret, resetCheck } = dependencies;
  const { hasher, events, clock, serviceName } = dependencies;

  /** The link of a secret, and its account, while both live. */
  async function find(
    secret: string,
    kind: AccountLinkKind,
    repositories: Pick<People, 'accounts' | 'accountLinks'> = database,
  ): Promise<{ link: AccountLink; account: Account } | undefined> {
    const link = await findByAny(hasher.hashes('account link', secret), (hash) =>
      repositories.accountLinks.find(hash),
    );
    if (link === undefined || link.kind !== kind || link.expiresAt <= clock.now()) return undefined;
    // The secret names the account: a row that was changed to another one is refused.
    if (!hasher.equal(Buffer.from(accountLinkSecret(link)), Buffer.from(secret))) return undefined;
    const account = await repositories.accounts.find(link.accountId);
    return account !== undefined && mayEnter(account) ? { link, account } : undefined;
  }

  /** The living invitation of an id, for an account that has no way to sign in yet. */
  async function findToJoin(
    repositories: Pick<People, 'accounts' | 'accountLinks'> & Ways,
    id: MailId,
  ): Promise<Account | undefined> {
    const link = await repositories.accountLinks.findByMail(id);
    if (link === undefined) return undefined;
    const found = await find(accountLinkSecret(link), 'invitation', repositories);
    if (found === undefined || (await hasWay(repositories, found.account))) return undefined;
    return found.account;
  }

  return {
    async findInvitation(secret: string): Promise<Invitation | undefined> {
      const found = await find(secret, 'invitation');
      if (found === undefined) return undefined;
      const { link, account } = found;
      return { id: link.id, account, mayChooseWay: !(await hasWay(database, account)) };
    },

    findToJoin,

    /**
     * Spends an invitation that `findToJoin` found, within the caller's transaction, which adds a way to sign
     * in. Ends every other link and every session.
     */
    async join(
      repositories: Joined,
      actor: Actor,
      { id, account, name, locale }: Joining,
    ): Promise<void> {
      if (!(await repositories.accountLinks.take(id))) throw new Error('The link was taken');
      await repositories.accountLinks.removeAll(account.id);
      await repositories.sessions.removeAll(account.id);
      await introduce(repositories, account, { name, locale });
      await record(repositories, actor, account, joined);
    },

    /**
     * What is behind a link: where an authenticator is on, nothing before its code. Changes nothing: mail
     * scanners follow links too.
     */
    async look({ secret, kind, browser, codeProof }: ShownLink): Promise<OpenLink | undefined> {
      const found = await find(secret, kind);
      if (found === undefined) return undefined;
      const { link, account } = found;
      const place = { link: link.id, browser };
      const proof = await resetCheck.findProof(account, place, { kind, codeProof });
      if (proof === undefined) return { account, needsCode: true };
      return { account, needsCode: false, ways: await resetCheck.listWays(account) };
    },

    /** Takes the code that is needed before. A right one spends nothing of the link. */
    async enterCode(
      actor: Actor,
      { secret, kind, browser }: ShownLink,
      entered: EnteredCode,
    ): Promise<{ kind: 'right'; codeProof: string } | { kind: 'ended' } | CodeRefusal> {
      const found = await find(secret, kind);
      if (found === undefined) return { kind: 'ended' };
      const place = { link: found.link.id, browser };
      return await resetCheck.takeCode(actor, found.account, place, entered);
    },

    /**
     * Sets the password, ends the link, every other link, every session, every API key, and each passkey and
     * identity that is not to stay, and signs the person in: nothing that somebody else may have made opens
     * the account any longer.
     */
    async spend(
      actor: Actor,
      { secret, kind, browser: browserSecret, codeProof }: ShownLink,
      entered: NewPassword,
      browser: Browser,
    ): Promise<SpendAnswer> {
      const found = await find(secret, kind);
      if (found === undefined) return { kind: 'ended' };
      const place = { link: found.link.id, browser: browserSecret };
      const proof = await resetCheck.findProof(found.account, place, { kind, codeProof });
      if (proof === undefined) return { kind: 'no_code' };
      const name = kind === 'invitation' ? entered.name.trim() : found.account.displayName;
      const problems = await findProblems(kind, { ...entered, name }, [
        found.account.email,
        name,
        serviceName(),
      ]);
      if (problems.length > 0) return { kind: 'invalid', problems };
      const phc = await passwordCheck.hash(entered.password, found.account.id);
      const answer = await database.transact(async (repositories) => {
        const again = await find(secret, kind, repositories);
        if (again === undefined || !(await repositories.accountLinks.take(again.link.id))) {
          return undefined;
        }
        const { account } = again;
        const isReset = await hasWay(repositories, account);
        await setPassword(repositories, actor, account, phc);
        // What is added from now on was not there before: it vouches for nothing that a code protects.
        if (isReset) await repositories.passwords.noteReset(account.id, clock.now());
        await resetCheck.removeOthers(repositories, actor, account, entered.kept);
        if (kind === 'invitation') {
          await introduce(repositories, account, { name, locale: entered.locale });
          await record(repositories, actor, account, joined);
        } else await record(repositories, actor, account, passwordReset);
        return await personSignIn.enter(repositories, actor, account, {
          ...{ ...browser, how: kind, proof },
        });
      });
      return answer ?? { kind: 'ended' };
    },
  };

  async function record(
    repositories: Pick<People, EventRows>,
    actor: Actor,
    account: Account,
    happened: Pick<Happening, 'action' | 'details'>,
  ): Promise<void> {
    await events.tell(repositories, { ...actor, name: account.email }, { ...happened, account });
  }

  async function setPassword(
    repositories: People,
    actor: Actor,
    account: Account,
    phc: string,
  ): Promise<void> {
    const { id } = account;
    await repositories.passwords.put({ accountId: id, phc, setAt: clock.now() });
    await repositories.accountLinks.removeAll(id);
    await repositories.sessions.removeAll(id);
    await endAllKeys({ events, clock }, repositories, actor, account);
  }
}

/** Longer than the name of any time zone. */
const maxTimeZoneLength = 64;

/** The locale of a page, and of the browser that names its time zone; one that is unknown here counts as none. */
export function readJoinLocale(language: string, timeZone: unknown): JoinLocale {
  const isKnown =
    typeof timeZone === 'string' && timeZone.length <= maxTimeZoneLength && isTimeZone(timeZone);
  return { language, timeZone: isKnown ? timeZone : undefined };
}

/** Stores what a person who joins says of themselves. */
async function introduce(
  { accounts }: Pick<People, 'accounts'>,
  { id, timeZone: known }: Account,
  { name, locale }: { name: string; locale: JoinLocale },
): Promise<void> {
  const { language, timeZone = known } = locale;
  await accounts.setDisplayName(id, name);
  await accounts.setLocale(id, { language, timeZone });
}

/** What is wrong with the name of a person who joins. */
export function findNameProblems(name: string): ('no name' | 'long name')[] {
  if (name === '') return ['no name'];
  return name.length > maxDisplayNameLength ? ['long name'] : [];
}

/** Whether the account has any way to sign in, or a second factor that none may lead past. */
async function hasWay(rows: Ways, { id }: Account): Promise<boolean> {
  return (
    (await rows.passwords.find(id)) !== undefined ||
    (await rows.totp.find(id)) !== undefined ||
    (await rows.passkeys.listFor(id)).length > 0 ||
    (await rows.identities.listFor(id)).length > 0
  );
}

async function findProblems(
  kind: AccountLinkKind,
  { name, password }: Pick<NewPassword, 'name' | 'password'>,
  known: readonly string[],
): Promise<JoinProblem[]> {
  const problem = await findPasswordProblem(password, known);
  return [
    ...(kind === 'invitation' ? findNameProblems(name) : []),
    ...(problem === undefined ? [] : [problem]),
  ];
}
