import type { Account } from '../model/account.ts';
import type { EventRows } from '../model/event.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { Passkey } from '../model/passkey.ts';
import type { Session } from '../model/person.ts';
import type { Actor } from '../model/principal.ts';
import type { AccountLinks, Invitation, JoinLocale, JoinProblem } from '../people/account-links.ts';
import { findNameProblems } from '../people/account-links.ts';
import { hasSecondFactor } from '../people/has-second-factor.ts';
import type { Browser, PersonSignIn, SignInAnswer } from '../people/person-sign-in.ts';
import type { Shown, Site } from './ceremony.ts';
import { ceremonyMs, handleOf, whileOpen } from './ceremony.ts';
import type { Challenges, OpenChallenge } from './challenges.ts';
import type { WayRows } from './ways-to-sign-in.ts';
import type { NewCredential } from './webauthn.ts';
import { PasskeyRefused, algorithms, verifyRegistration } from './webauthn.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

/** Nobody has more authenticators. */
export const maxPasskeys = 20;
export const maxPasskeyName = 60;

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events'> {
  database: DatabaseOf<
    | keyof WayRows
    | 'accounts'
    | 'accountLinks'
    | 'auditMarks'
    | 'repeatedActs'
    | 'sessions'
    | 'totp'
    | EventRows
  >;
  challenges: Challenges;
  personSignIn: Pick<PersonSignIn, 'enter'>;
  accountLinks: Pick<AccountLinks, 'findInvitation' | 'findToJoin' | 'join'>;
  /** What the service is called now. */
  serviceName: () => string;
}

export type AddAnswer = 'added' | 'refused' | 'known' | 'too many';

/** `ended`: the invitation is unknown, used or expired. `refused`: the passkey was not accepted. */
export type JoinAnswer =
  | Extract<SignInAnswer, { cookie: string }>
  | { kind: 'ended' | 'refused' }
  | { kind: 'invalid'; problems: JoinProblem[] };

type SignedIn = Extract<SignInAnswer, { kind: 'signed_in' }>;

/** `has_factor`: the account has a second factor by now, and adds another only where that was shown. */
export type SetUpAnswer = SignedIn | { kind: 'refused' | 'has_factor' };

/** Somebody with half a session, of whom a second factor is demanded. */
interface HalfSignedIn {
  account: Account;
  session: Session;
}

/** Adds passkeys: beside others, in place of a password, or as the second factor that is demanded. */
export function createNewPasskeys(dependencies: Dependencies) {
  const { database, challenges, personSignIn, accountLinks } = dependencies;
  const { events, clock, serviceName } = dependencies;

  function optionsFor(
    purpose: string,
    account: Account,
    { site, browser, present }: Omit<Shown, 'response'> & { present: readonly Passkey[] },
  ) {
    return {
      challenge: challenges.make({ purpose, browser }, ceremonyMs),
      timeout: ceremonyMs,
      rp: { id: site.rpId, name: serviceName() },
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

  /** Undefined where the response is not that of a new passkey, made with a challenge for this purpose. */
  function verify(
    purpose: string,
    { response, site, browser }: Shown,
  ): { made: NewCredential; challenge: OpenChallenge } | undefined {
    const open = whileOpen(challenges, { purpose, browser });
    try {
      const made = verifyRegistration(response, { ...site, isChallenge: open.isChallenge });
      return { made, challenge: open.get() };
    } catch (error) {
      if (error instanceof PasskeyRefused) return undefined;
      throw error;
    }
  }

  /** Adds a verified passkey and its record. Returns false where there is one with its id. */
  async function store(
    repositories: Pick<Repositories, 'passkeys' | EventRows>,
    actor: Actor,
    account: Account,
    { made, site, name, ...rest }: { made: NewCredential; site: Site; name: string; mails?: [] },
  ): Promise<boolean> {
    const { id, publicKey, algorithm, counter } = made;
    const isNew = await repositories.passkeys.add({
      ...{ id, publicKey, algorithm, counter },
      accountId: account.id,
      rpId: site.rpId,
      name: passkeyNameOf(name),
      createdAt: clock.now(),
      lastUsedAt: undefined,
    });
    if (!isNew) return false;
    const details = { name: passkeyNameOf(name) };
    await events.tell(repositories, actor, { action: 'passkey.added', account, ...rest, details });
    return true;
  }

  return {
    /** What `navigator.credentials.create` is to be called with. */
    async creationOptions(account: Account, site: Site, browser: string) {
      const present = await database.passkeys.listFor(account.id);
      return optionsFor(addPurpose(account), account, { site, browser, present });
    },

    /** The same, for somebody who accepts an invitation. */
    joinOptions: (invitation: Invitation, site: Site, browser: string) =>
      optionsFor(joinPurpose(invitation), invitation.account, { site, browser, present: [] }),

    /** The same, for somebody with half a session, of whom a second factor is demanded. */
    setUpOptions: ({ account, session }: HalfSignedIn, site: Site) =>
      optionsFor(setUpPurpose(account), account, { site, browser: session.id, present: [] }),

    /** Accepts an invitation with a new passkey. Nothing is spent unless the passkey was verified. */
    async join(
      actor: Actor,
      secret: string,
      { name, locale, ...shown }: Shown & { name: string; locale: JoinLocale },
      client: Browser,
    ): Promise<JoinAnswer> {
      const invitation = await accountLinks.findInvitation(secret);
      if (invitation === undefined || !invitation.mayChooseWay) return { kind: 'ended' };
      const problems = findNameProblems(name.trim());
      if (problems.length > 0) return { kind: 'invalid', problems };
      const { id } = invitation;
      const verified = verify(joinPurpose(invitation), shown);
      if (verified === undefined) return { kind: 'refused' };
      const { made, challenge } = verified;
      return await database.transact(async (repositories): Promise<JoinAnswer> => {
        const account = await accountLinks.findToJoin(repositories, id);
        if (account === undefined) return { kind: 'ended' };
        if (!(await challenges.spend(repositories, challenge))) return { kind: 'refused' };
        const named = { ...actor, name: account.email };
        // Whoever joins knows it.
        const unnamed = { made, site: shown.site, name: '', mails: [] as [] };
        if (!(await store(repositories, named, account, unnamed))) return { kind: 'refused' };
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
      { name, ...shown }: Shown & { name: string },
    ): Promise<AddAnswer> {
      const verified = verify(addPurpose(account), shown);
      if (verified === undefined) return 'refused';
      const { made, challenge } = verified;
      return await database.transact(async (repositories) => {
        const { passkeys } = repositories;
        await repositories.accounts.lock(account.id);
        if ((await passkeys.listFor(account.id)).length >= maxPasskeys) return 'too many';
        if (!(await challenges.spend(repositories, challenge))) return 'refused';
        const named = { made, site: shown.site, name };
        if (!(await store(repositories, actor, account, named))) return 'known';
        return 'added';
      });
    },

    /**
     * Adds a passkey as the first second factor of an account, and opens a whole session in place of the
     * half. Half a session proves a password only: it adds nothing beside another second factor.
     */
    async setUp(
      actor: Actor,
      { account, session }: HalfSignedIn,
      given: Omit<Shown, 'browser'>,
    ): Promise<SetUpAnswer> {
      const verified = verify(setUpPurpose(account), { ...given, browser: session.id });
      if (verified === undefined) return { kind: 'refused' };
      const { made, challenge } = verified;
      return await database.transact(async (repositories): Promise<SetUpAnswer> => {
        await repositories.accounts.lock(account.id);
        if (await hasSecondFactor(repositories, account)) return { kind: 'has_factor' };
        if (!(await challenges.spend(repositories, challenge))) return { kind: 'refused' };
        const unnamed = { made, site: given.site, name: '' };
        if (!(await store(repositories, actor, account, unnamed))) return { kind: 'refused' };
        const entered = await personSignIn.enter(repositories, actor, account, {
          ...{ client: session.client, session },
          proof: { by: 'passkey', factorSince: clock.now() },
          how: 'passkey added',
        });
        if (entered?.kind !== 'signed_in') throw new Error('A signed-in person may not enter');
        return entered;
      });
    },
  };
}

const addPurpose = ({ id }: Account) => `add ${id}`;
const joinPurpose = ({ id }: Pick<Invitation, 'id'>) => `join ${id}`;
const setUpPurpose = ({ id }: Account) => `set up ${id}`;

export function passkeyNameOf(name: string): string {
  const line = name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return line === '' ? 'Passkey' : line.slice(0, maxPasskeyName);
}
