import { recordRepeated } from '../audit/record-repeated.ts';
import type { Account } from '../model/account.ts';
import type { AuditTrail } from '../model/audit.ts';
import type { Clock } from '../model/clock.ts';
import { minute } from '../model/clock.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { Randomness } from '../model/ids.ts';
import type { Passkey } from '../model/passkey.ts';
import type { Session } from '../model/person.ts';
import type { Actor } from '../model/principal.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { AccountLinks, Invitation, JoinLocale, JoinProblem } from '../people/account-links.ts';
import { findNameProblems } from '../people/account-links.ts';
import type { Browser, PersonSignIn, SignInAnswer } from '../people/person-sign-in.ts';
import { tellAccount } from '../notices/failed-mail.ts';
import type { Challenges, OpenChallenge } from './challenges.ts';
import type { Algorithm, NewCredential } from './webauthn.ts';
import {
  PasskeyRefused,
  algorithms,
  credentialIdOf,
  verifyAssertion,
  verifyRegistration,
} from './webauthn.ts';
import type { WayRows, Ways } from './ways-to-sign-in.ts';
import { findWays, hasAnotherWay } from './ways-to-sign-in.ts';

/** How long a browser may take for a ceremony. A page with a form for passkeys may stay open as long. */
export const ceremonyMs = 10 * minute;
/** Nobody has more authenticators. */
export const maxPasskeys = 20;
export const maxPasskeyName = 60;

interface Dependencies {
  database: DatabaseOf<
    | keyof WayRows
    | 'accounts'
    | 'accountLinks'
    | 'audit'
    | 'outbox'
    | 'auditMarks'
    | 'repeatedActs'
    | 'sessions'
    | 'totp'
  >;
  challenges: Challenges;
  personSignIn: Pick<PersonSignIn, 'enter'>;
  accountLinks: Pick<AccountLinks, 'findInvitation' | 'findToJoin' | 'join'>;
  audit: AuditTrail;
  clock: Clock;
  randomness: Randomness;
  serviceName: string;
  /** The issuers of the configured identity providers. */
  issuers: readonly string[];
}

/** The address at which a browser uses a passkey. */
export interface Site {
  /** Such as `https://files.example.com`. */
  origin: string;
  /** The host name of it. */
  rpId: string;
}

/** What a browser returned. */
export interface Shown {
  /** `PublicKeyCredential.toJSON()`. */
  response: unknown;
  site: Site;
  /** The secret of a visitor, or the id of a session or an account: the challenge was made for it. */
  browser: string;
}

export type AddAnswer = 'added' | 'refused' | 'known' | 'too many';
/** `ended`: the invitation is unknown, used or expired. `refused`: the passkey was not accepted. */
export type JoinAnswer =
  | Extract<SignInAnswer, { cookie: string }>
  | { kind: 'ended' | 'refused' }
  | { kind: 'invalid'; problems: JoinProblem[] };
export type RemoveAnswer = 'removed' | 'last way';

export type Passkeys = ReturnType<typeof createPasskeys>;

/** Signs people in with passkeys, and keeps these. */
export function createPasskeys(dependencies: Dependencies) {
  const { database, challenges, personSignIn, accountLinks } = dependencies;
  const { audit, clock, serviceName, issuers } = dependencies;

  function optionsFor(purpose: string, { rpId }: Site, browser: string) {
    return {
      challenge: challenges.make({ purpose, browser }, ceremonyMs),
      rpId,
      userVerification: 'required',
      timeout: ceremonyMs,
    };
  }

  /** Verifies a signature; undefined where it proves nothing. */
  async function verify(
    purpose: string,
    { response, site, browser }: Shown,
  ): Promise<{ passkey: Passkey; counter: number; challenge: OpenChallenge } | undefined> {
    const passkey = await database.passkeys.find(credentialIdOf(response) ?? '');
    if (passkey === undefined || passkey.rpId !== site.rpId) return undefined;
    const known = { ...passkey, algorithm: passkey.algorithm as Algorithm };
    const open = whileOpen(challenges, { purpose, browser });
    try {
      const assertion = verifyAssertion(response, known, {
        ...site,
        isChallenge: open.isChallenge,
      });
      const { counter, userHandle } = assertion;
      if (userHandle !== undefined && userHandle !== handleOf(passkey.accountId)) return undefined;
      return { passkey, counter, challenge: open.get() };
    } catch (error) {
      if (error instanceof PasskeyRefused) return undefined;
      throw error;
    }
  }

  /** Verifies a signature, uses it up, and opens a session in place of the browser's own. */
  async function enter(
    actor: Actor,
    purpose: string,
    shown: Shown,
    browser: Browser & { how: string; only?: Account },
  ): Promise<SignInAnswer> {
    const { only, ...rest } = browser;
    const verified = await verify(purpose, shown);
    const answer = await database.transact(async (repositories) => {
      const isOwn = only === undefined || only.id === verified?.passkey.accountId;
      if (verified === undefined || !isOwn) return undefined;
      const { passkey, counter, challenge } = verified;
      const account = await repositories.accounts.find(passkey.accountId);
      if (account === undefined) return undefined;
      if (!(await challenges.spend(repositories, challenge))) return undefined;
      if (!(await repositories.passkeys.use(passkey.id, counter, clock.now()))) return undefined;
      const proof = { by: 'passkey', factorSince: passkey.createdAt } as const;
      return await personSignIn.enter(repositories, actor, account, { ...rest, proof });
    });
    if (answer !== undefined) return answer;
    const email = only?.email ?? 'passkey';
    await database.transact((repositories) =>
      recordRepeated({ audit, clock }, repositories, {
        actor,
        event: { action: 'sign_in.failed', object: email, outcome: 'refused' },
      }),
    );
    return { kind: 'refused' };
  }

  function creationOptions(
    purpose: string,
    account: Account,
    { site, browser, present }: Omit<Shown, 'response'> & { present: readonly Passkey[] },
  ) {
    const { rpId, ...options } = optionsFor(purpose, site, browser);
    return {
      challenge: options.challenge,
      timeout: options.timeout,
      rp: { id: rpId, name: serviceName },
      user: {
        id: handleOf(account.id),
        name: account.email,
        displayName: account.displayName === '' ? account.email : account.displayName,
      },
      pubKeyCredParams: Object.values(algorithms).map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: present.map(({ id }) => ({ type: 'public-key', id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    };
  }

  /** Adds a verified passkey and its record. Returns false where there is one with its id. */
  async function store(
    repositories: Pick<Repositories, 'passkeys' | 'audit'>,
    actor: Actor,
    account: Account,
    { made, site, name }: { made: NewCredential; site: Site; name: string },
  ): Promise<boolean> {
    const { id, publicKey, algorithm, counter } = made;
    const isNew = await repositories.passkeys.add({
      ...{ id, publicKey, algorithm, counter },
      accountId: account.id,
      rpId: site.rpId,
      name: nameOf(name),
      createdAt: clock.now(),
      lastUsedAt: undefined,
    });
    if (!isNew) return false;
    await audit.record(repositories, actor, {
      action: 'passkey.added',
      object: account.email,
      outcome: 'ok',
      details: { name: nameOf(name) },
    });
    return true;
  }

  async function getOwn(account: Account, id: string): Promise<Passkey> {
    const found = await database.passkeys.find(id);
    if (found?.accountId !== account.id) throw missing();
    return found;
  }

  return {
    /** What `navigator.credentials.get` is to be called with by somebody who is not signed in. */
    signInOptions: (site: Site, browser: string) => optionsFor(signInPurpose, site, browser),

    /** `actor` is the stranger who asks. */
    signIn: (actor: Actor, shown: Shown, browser: Browser): Promise<SignInAnswer> =>
      enter(actor, signInPurpose, shown, { ...browser, how: 'passkey' }),

    /** The same, for a signed-in person who confirms who they are. */
    proofOptions: ({ id }: Account, site: Site, browser: string) =>
      optionsFor(`prove ${id}`, site, browser),

    /** A right signature opens a new session in place of the person's own. */
    prove: (
      actor: Actor,
      { account, session }: { account: Account; session: Session },
      shown: Shown,
    ): Promise<SignInAnswer> =>
      enter(actor, `prove ${account.id}`, shown, {
        client: session.client,
        session,
        how: 'passkey again',
        only: account,
      }),

    /** What `navigator.credentials.create` is to be called with. */
    async creationOptions(account: Account, site: Site, browser: string) {
      const present = await database.passkeys.listFor(account.id);
      return creationOptions(`add ${account.id}`, account, { site, browser, present });
    },

    /** The same, for somebody who accepts an invitation. */
    joinOptions: ({ id, account }: Invitation, site: Site, browser: string) =>
      creationOptions(`join ${id}`, account, { site, browser, present: [] }),

    /** Accepts an invitation with a new passkey. Nothing is spent unless the passkey was verified. */
    async join(
      actor: Actor,
      secret: string,
      { name, locale, response, site, browser }: Shown & { name: string; locale: JoinLocale },
      client: Browser,
    ): Promise<JoinAnswer> {
      const invitation = await accountLinks.findInvitation(secret);
      if (invitation === undefined || !invitation.mayChooseWay) return { kind: 'ended' };
      const problems = findNameProblems(name.trim());
      if (problems.length > 0) return { kind: 'invalid', problems };
      const { id } = invitation;
      const open = whileOpen(challenges, { purpose: `join ${id}`, browser });
      const made = findRegistration(() =>
        verifyRegistration(response, { ...site, isChallenge: open.isChallenge }),
      );
      if (made === undefined) return { kind: 'refused' };
      return await database.transact(async (repositories): Promise<JoinAnswer> => {
        const account = await accountLinks.findToJoin(repositories, id);
        if (account === undefined) return { kind: 'ended' };
        if (!(await challenges.spend(repositories, open.get()))) return { kind: 'refused' };
        const named = { ...actor, name: account.email };
        const isNew = await store(repositories, named, account, { made, site, name: '' });
        if (!isNew) return { kind: 'refused' };
        await accountLinks.join(repositories, actor, { id, account, name: name.trim(), locale });
        const entered = await personSignIn.enter(repositories, actor, account, {
          ...client,
          how: 'invitation and passkey',
          proof: { by: 'passkey', factorSince: clock.now() },
        });
        if (entered === undefined || !('cookie' in entered)) {
          throw new Error('An account that was invited may not enter');
        }
        return entered;
      });
    },

    /** Adds a passkey that was made with `creationOptions`. */
    async add(
      actor: Actor,
      account: Account,
      { name, response, site, browser }: Shown & { name: string },
    ): Promise<AddAnswer> {
      const open = whileOpen(challenges, { purpose: `add ${account.id}`, browser });
      const made = findRegistration(() =>
        verifyRegistration(response, { ...site, isChallenge: open.isChallenge }),
      );
      if (made === undefined) return 'refused';
      return await database.transact(async (repositories) => {
        const { passkeys } = repositories;
        await repositories.accounts.lock(account.id);
        if ((await passkeys.listFor(account.id)).length >= maxPasskeys) return 'too many';
        if (!(await challenges.spend(repositories, open.get()))) return 'refused';
        if (!(await store(repositories, actor, account, { made, site, name }))) return 'known';
        await tellAccount(repositories, dependencies, 'passkey_added', account);
        return 'added';
      });
    },

    /** How the person can sign in at this site; where passkeys do not work, it is undefined. */
    ways: ({ id }: Account, site: Site | undefined): Promise<Ways> =>
      findWays(database, id, { rpId: site?.rpId ?? '', issuers }),

    list: ({ id }: Account): Promise<Passkey[]> => database.passkeys.listFor(id),

    /** Throws `not_found`, also for a passkey of another account. */
    async rename(actor: Actor, account: Account, id: string, name: string): Promise<void> {
      await getOwn(account, id);
      await database.transact(async (repositories) => {
        if (!(await repositories.passkeys.rename(account.id, id, nameOf(name)))) throw missing();
        await audit.record(repositories, actor, {
          action: 'passkey.renamed',
          object: account.email,
          outcome: 'ok',
          details: { name: nameOf(name) },
        });
      });
    },

    /** Keeps the last way to sign in. Throws `not_found`, also for a passkey of another account. */
    async remove(
      actor: Actor,
      account: Account,
      id: string,
      { rpId }: Pick<Site, 'rpId'>,
    ): Promise<RemoveAnswer> {
      const { name } = await getOwn(account, id);
      const removed = { passkeyId: id };
      return await database.transact(async (repositories) => {
        await repositories.accounts.lock(account.id);
        if (!(await hasAnotherWay(repositories, account.id, { rpId, issuers }, removed))) {
          return 'last way';
        }
        if (!(await repositories.passkeys.remove(account.id, id))) throw missing();
        await audit.record(repositories, actor, {
          action: 'passkey.removed',
          object: account.email,
          outcome: 'ok',
          details: { name },
        });
        await tellAccount(repositories, dependencies, 'passkey_removed', account);
        return 'removed';
      });
    },
  };
}

const signInPurpose = 'sign in';

function missing(): ValiseError {
  return new ValiseError('not_found', 'There is no such passkey.');
}

/** What authenticators call an account by: its id, which says nothing about its owner. */
function handleOf(accountId: string): string {
  return Buffer.from(accountId).toString('base64url');
}

function nameOf(name: string): string {
  const line = name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return line === '' ? 'Passkey' : line.slice(0, maxPasskeyName);
}

/** Remembers the challenge that a response was verified with. */
function whileOpen(challenges: Challenges, use: Parameters<Challenges['read']>[1]) {
  let found: OpenChallenge | undefined;
  return {
    isChallenge: (challenge: string): boolean => {
      found = challenges.read(challenge, use);
      return found !== undefined;
    },
    get(): OpenChallenge {
      if (found === undefined) throw new Error('No challenge was verified');
      return found;
    },
  };
}

function findRegistration<Made>(verify: () => Made): Made | undefined {
  try {
    return verify();
  } catch (error) {
    if (error instanceof PasskeyRefused) return undefined;
    throw error;
  }
}
