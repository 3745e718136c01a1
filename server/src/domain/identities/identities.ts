import { parseEmailAddress } from '#protocol/email-address.ts';
import { recordRepeated } from '../audit/record-repeated.ts';
import type { Account } from '../model/account.ts';
import type { EventRows } from '../model/event.ts';
import { minute, second } from '../model/clock.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { MailId } from '../model/ids.ts';
import type { LinkedIdentity } from '../model/passkey.ts';
import type { Session } from '../model/person.ts';
import type { Actor } from '../model/principal.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { Challenges, OpenChallenge } from '../passkeys/challenges.ts';
import type { WayRows } from '../passkeys/ways-to-sign-in.ts';
import { hasAnotherWay } from '../passkeys/ways-to-sign-in.ts';
import type { AccountLinks } from '../people/account-links.ts';
import { maxDisplayNameLength } from '../people/account-links.ts';
import type { Browser, PersonSignIn, SignInAnswer } from '../people/person-sign-in.ts';
import { mayEnter } from '../people/password-attempts.ts';
import { recentProofMs } from '../people/session-strength.ts';
import type { IdentityProvider, ProvenIdentity, RoundTrip } from '../ports/identity-provider.ts';
import { IdentityRefused } from '../ports/identity-provider.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import { tripSecrets } from './trip-secrets.ts';
import { newAccount } from '../people/new-account.ts';
import { identityOf, isAllowed } from './new-accounts.ts';
import type { Intent, Payload } from './trip-state.ts';
import { payloadOf, useOf } from './trip-state.ts';

/** The state is part of an address, which must not become too long. */
const maxNextLength = 500;

/** How long a person may take at the provider. */
export const roundTripMs = 15 * minute;

type Rows = WayRows &
  Pick<
    Repositories,
    'accounts' | 'accountLinks' | 'auditMarks' | 'repeatedActs' | 'sessions' | 'totp' | EventRows
  >;

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events' | 'hasher' | 'randomness'> {
  database: DatabaseOf<keyof Rows>;
  providers: readonly IdentityProvider[];
  challenges: Challenges;
  personSignIn: Pick<PersonSignIn, 'enter'>;
  accountLinks: Pick<AccountLinks, 'findToJoin' | 'join'>;
  /** The language of accounts that are made here. */
  language: string;
}

/** Where a person goes and comes back to. */
export interface Journey {
  /** The secret of a visitor, or the id of the session of a signed-in person. */
  browser: string;
  /** Where the provider sends the browser back to. */
  redirectUri: string;
}

/**
 * `unknown`: no account is linked to the identity. `taken`: there is an account with its address, which is
 * not linked: an address proves nothing. `linked elsewhere`: another account has it. `ended`: the
 * invitation was used or has expired.
 */
export type CompleteAnswer =
  | { kind: 'entered'; answer: SignInAnswer; next: string }
  | { kind: 'linked'; next: string }
  | {
      kind: 'refused';
      reason: 'answer' | 'unknown' | 'taken' | 'not allowed' | 'linked elsewhere' | 'ended';
      next: string;
    };

export type Identities = ReturnType<typeof createIdentities>;

/** Signs people in with their identities at OpenID Connect providers. */
export function createIdentities(dependencies: Dependencies) {
  const { database, providers, challenges, personSignIn, accountLinks } = dependencies;
  const { hasher, events, clock } = dependencies;
  const issuers = providers.map(({ issuer }) => issuer);

  function getProvider(id: string): IdentityProvider {
    const found = providers.find((provider) => provider.id === id);
    if (found === undefined) throw new ValiseError('not_found', 'There is no such provider.');
    return found;
  }

  function tripOf(state: string, redirectUri: string, intent: Intent, way?: number): RoundTrip {
    return {
      state,
      ...tripSecrets(hasher, state, way),
      redirectUri,
      ...(intent === 'prove' ? { maxAgeSeconds: recentProofMs / second } : {}),
    };
  }

  async function recordRefused(actor: Actor, provider: IdentityProvider): Promise<void> {
    await database.transact((repositories) =>
      recordRepeated({ events, clock }, repositories, {
        actor,
        event: { ...refusedSignIn, account: undefined, object: provider.id },
      }),
    );
  }

  /** The account of an identity. Makes one where the operator allows it. */
  async function findAccount(
    repositories: Rows,
    actor: Actor,
    provider: IdentityProvider,
    proven: ProvenIdentity,
  ): Promise<Account | 'unknown' | 'taken' | 'not allowed'> {
    const { identities, accounts } = repositories;
    const known = await identities.find(proven.issuer, proven.subject);
    if (known !== undefined) {
      await identities.use(proven.issuer, proven.subject, clock.now());
      return (await accounts.find(known.accountId)) ?? 'unknown';
    }
    if (provider.provisioning === undefined) return 'unknown';
    const email = parseEmailAddress(proven.email ?? '');
    if (email === undefined || !isAllowed(provider, email, proven.groups)) return 'not allowed';
    if ((await accounts.findByEmail(email)) !== undefined) return 'taken';
    const { language } = dependencies;
    const wanted = { email, number: '', role: 'user', language, displayName: proven.name } as const;
    const account = newAccount(wanted, dependencies);
    await accounts.add(account);
    await identities.add(identityOf(account, proven, clock.now()));
    const named = { ...actor, name: email };
    const details = { role: account.role, provider: provider.id };
    await events.tell(repositories, named, { action: 'account.added', account, details });
    return account;
  }

  async function signIn(
    actor: Actor,
    provider: IdentityProvider,
    proven: ProvenIdentity,
    challenge: OpenChallenge,
    browser: Browser,
  ): Promise<CompleteAnswer> {
    const { next } = payloadOf(challenge);
    const outcome = await database.transact(async (repositories): Promise<CompleteAnswer> => {
      if (!(await challenges.spend(repositories, challenge))) return refused('answer', next);
      const found = await findAccount(repositories, actor, provider, proven);
      if (typeof found === 'string') return refused(found, next);
      const proved = { proof: byProvider, how: `provider ${provider.id}` };
      const entrance = { ...browser, ...proved };
      const answer = await personSignIn.enter(repositories, actor, found, entrance);
      return { kind: 'entered', answer: answer ?? { kind: 'refused' }, next };
    });
    const isRefused =
      outcome.kind === 'refused' ||
      (outcome.kind === 'entered' && outcome.answer.kind === 'refused');
    if (isRefused) await recordRefused(actor, provider);
    return outcome;
  }

  /** Accepts an invitation with an identity. Nothing is spent unless it can be linked. */
  async function join(
    actor: Actor,
    provider: IdentityProvider,
    proven: ProvenIdentity,
    challenge: OpenChallenge,
    browser: Browser,
  ): Promise<CompleteAnswer> {
    const { next, invitation: id = '' as MailId, locale } = payloadOf(challenge);
    return await database.transact(async (repositories): Promise<CompleteAnswer> => {
      if (!(await challenges.spend(repositories, challenge))) return refused('answer', next);
      const account = await accountLinks.findToJoin(repositories, id);
      if (account === undefined) return refused('ended', next);
      if (!(await repositories.identities.add(identityOf(account, proven, clock.now())))) {
        return refused('linked elsewhere', next);
      }
      const named = { ...actor, name: account.email };
      // Whoever joins knows it.
      const linked = { provider, subject: proven.subject, mails: [] as [] };
      await recordLinked(repositories, named, account, linked);
      const name = (proven.name === '' ? account.displayName : proven.name).trim();
      await accountLinks.join(repositories, actor, {
        ...{ id, account },
        name: name.slice(0, maxDisplayNameLength),
        locale: { language: account.language, timeZone: undefined, ...locale },
      });
      const proved = { proof: byProvider, how: `invitation and provider ${provider.id}` };
      const entrance = { ...browser, ...proved };
      const answer = await personSignIn.enter(repositories, actor, account, entrance);
      return { kind: 'entered', answer: answer ?? { kind: 'refused' }, next };
    });
  }

  async function recordLinked(
    repositories: Pick<Repositories, EventRows>,
    actor: Actor,
    account: Account,
    { provider, subject, ...rest }: { provider: IdentityProvider; subject: string; mails?: [] },
  ): Promise<void> {
    await events.tell(repositories, actor, {
      action: 'identity.linked',
      account,
      ...rest,
      details: { provider: provider.id, subject },
    });
  }

  /** Links the identity to a signed-in person, or lets it confirm who they are. */
  async function actOfPerson(
    provider: IdentityProvider,
    proven: ProvenIdentity,
    challenge: OpenChallenge,
    { kind, person, actor }: { kind: 'link' | 'prove'; person: SignedInPerson; actor: Actor },
  ): Promise<CompleteAnswer> {
    const { account, session } = person;
    const { next } = payloadOf(challenge);
    const { issuer, subject } = proven;
    return await database.transact(async (repositories): Promise<CompleteAnswer> => {
      const { identities } = repositories;
      const locked = await repositories.accounts.lock(account.id);
      const isAllowed = locked !== undefined && mayEnter(locked);
      if (!isAllowed || !(await challenges.spend(repositories, challenge))) {
        return refused('answer', next);
      }
      const known = await identities.find(issuer, subject);
      if (known !== undefined && known.accountId !== account.id) {
        return refused('linked elsewhere', next);
      }
      if (kind === 'prove') {
        if (known === undefined) return refused('unknown', next);
        const proved = { proof: byProvider, how: `provider ${provider.id} again` };
        const browser = { client: session.client, session, ...proved };
        const answer = await personSignIn.enter(repositories, actor, locked, browser);
        return { kind: 'entered', answer: answer ?? { kind: 'refused' }, next };
      }
      if (known !== undefined) return { kind: 'linked', next };
      if (!(await identities.add(identityOf(account, proven, clock.now())))) {
        return refused('linked elsewhere', next);
      }
      await recordLinked(repositories, actor, account, { provider, subject });
      return { kind: 'linked', next };
    });
  }

  return {
    /** For buttons. */
    providers: providers.map(({ id, name, issuer }) => ({ id, name, issuer })),

    /**
     * For a link that begins an act of a signed-in person: no other page may begin one. It belongs to the
     * account, because a proof replaces the session before the link is followed.
     */
    beginToken: (providerId: string, { id }: Owner): string =>
      challenges.make({ purpose: `begin ${providerId}`, browser: id }, roundTripMs),

    isBeginToken: (providerId: string, { id }: Owner, token: string): boolean =>
      challenges.read(token, { purpose: `begin ${providerId}`, browser: id }) !== undefined,

    /** Where to send the browser. Throws `not_found`, or `unavailable` when the provider is away. */
    async begin(
      providerId: string,
      intent: Intent,
      { browser, redirectUri, next, invitation, locale }: Journey & Omit<Payload, 'intent'>,
    ): Promise<string> {
      const provider = getProvider(providerId);
      const payload: Payload = {
        ...{ intent, next: next.length > maxNextLength ? '' : next },
        ...(invitation !== undefined && { invitation, locale }),
      };
      const use = useOf(provider, intent === 'link' || intent === 'prove', browser);
      const state = challenges.make(use, roundTripMs, JSON.stringify(payload));
      return await provider.begin(tripOf(state, redirectUri, intent));
    },

    /**
     * What the browser came back with. `browser` is the secret of its visitor, signed in or not; `person`
     * is signed in, in this browser.
     * Throws `unavailable` when the provider is away.
     */
    async complete(
      actor: Actor,
      providerId: string,
      answer: URL,
      {
        browser,
        redirectUri,
        client,
        person,
      }: Journey & { client: string; person: SignedInPerson | undefined },
    ): Promise<CompleteAnswer> {
      const provider = getProvider(providerId);
      const state = answer.searchParams.get('state') ?? '';
      const challenge =
        challenges.read(state, useOf(provider, false, browser)) ??
        (person && challenges.read(state, useOf(provider, true, person.session.id)));
      if (challenge === undefined) {
        await recordRefused(actor, provider);
        return refused('answer', '');
      }
      const { intent, next } = payloadOf(challenge);
      const trip = tripOf(state, redirectUri, intent, challenge.hashIndex);
      const proven = await prove(provider, answer, trip);
      if (proven === undefined) {
        await recordRefused(actor, provider);
        return refused('answer', next);
      }
      const own = { client, session: person?.session };
      if (intent === 'join') return await join(actor, provider, proven, challenge, own);
      if (intent === 'sign in' || person === undefined) {
        return await signIn(actor, provider, proven, challenge, own);
      }
      const named = { ...actor, name: person.account.email };
      const act = { kind: intent, person, actor: named };
      return await actOfPerson(provider, proven, challenge, act);
    },

    list: ({ id }: Account): Promise<LinkedIdentity[]> => database.identities.listFor(id),

    /** Keeps the last way to sign in. Throws `not_found`, also for an identity of another account. */
    async unlink(
      actor: Actor,
      account: Account,
      { issuer, subject }: Pick<LinkedIdentity, 'issuer' | 'subject'>,
      { rpId }: { rpId: string },
    ): Promise<'removed' | 'last way'> {
      return await database.transact(async (repositories) => {
        await repositories.accounts.lock(account.id);
        const known = await repositories.identities.find(issuer, subject);
        if (known?.accountId !== account.id) {
          throw new ValiseError('not_found', 'There is no such identity.');
        }
        const usable = { rpId, issuers };
        if (!(await hasAnotherWay(repositories, account.id, usable, { issuer, subject }))) {
          return 'last way';
        }
        await repositories.identities.remove(account.id, issuer, subject);
        const details = { issuer, subject };
        await events.tell(repositories, actor, { action: 'identity.unlinked', account, details });
        return 'removed';
      });
    },
  };
}

const refusedSignIn = { action: 'sign_in.failed', outcome: 'refused' } as const;

/** The provider answers for what it asked of the person. */
const byProvider = { by: 'provider' } as const;

/** Whom a link belongs to: an account, or a visitor by the secret of the browser. */
interface Owner {
  id: string;
}

/** A person whose session the browser shows. */
export interface SignedInPerson {
  account: Account;
  session: Session;
}

type Refusal = Extract<CompleteAnswer, { kind: 'refused' }>;

function refused(reason: Refusal['reason'], next: string): Refusal {
  return { kind: 'refused', reason, next };
}

async function prove(
  provider: IdentityProvider,
  answer: URL,
  trip: RoundTrip,
): Promise<ProvenIdentity | undefined> {
  try {
    return await provider.complete(answer, trip);
  } catch (error) {
    if (error instanceof IdentityRefused) return undefined;
    throw error;
  }
}
