import { recordRepeated } from '../audit/record-repeated.ts';
import type { Account } from '../model/account.ts';
import type { Passkey } from '../model/passkey.ts';
import type { Session } from '../model/person.ts';
import type { Actor } from '../model/principal.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { Browser, SignInAnswer } from '../people/person-sign-in.ts';
import type { Shown, Site } from './ceremony.ts';
import { ceremonyMs, handleOf, whileOpen } from './ceremony.ts';
import type { OpenChallenge } from './challenges.ts';
import { createNewPasskeys, passkeyNameOf } from './new-passkeys.ts';
import type { Ways } from './ways-to-sign-in.ts';
import { findWays, hasAnotherWay } from './ways-to-sign-in.ts';
import type { Algorithm } from './webauthn.ts';
import { PasskeyRefused, credentialIdOf, verifyAssertion } from './webauthn.ts';

type Dependencies = Parameters<typeof createNewPasskeys>[0] & {
  /** The issuers of the configured identity providers. */
  issuers: readonly string[];
};

export type RemoveAnswer = 'removed' | 'last way';

export type Passkeys = ReturnType<typeof createPasskeys>;

/** Signs people in with passkeys, and keeps these. */
export function createPasskeys(dependencies: Dependencies) {
  const { database, challenges, personSignIn, events, clock, issuers } = dependencies;

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
      recordRepeated({ events, clock }, repositories, {
        actor,
        event: { action: 'sign_in.failed', account: only, object: email, outcome: 'refused' },
      }),
    );
    return { kind: 'refused' };
  }

  async function getOwn(account: Account, id: string): Promise<Passkey> {
    const found = await database.passkeys.find(id);
    if (found?.accountId !== account.id) throw missing();
    return found;
  }

  return {
    ...createNewPasskeys(dependencies),

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

    /** How the person can sign in at this site; where passkeys do not work, it is undefined. */
    ways: ({ id }: Account, site: Site | undefined): Promise<Ways> =>
      findWays(database, id, { rpId: site?.rpId ?? '', issuers }),

    list: ({ id }: Account): Promise<Passkey[]> => database.passkeys.listFor(id),

    /** Throws `not_found`, also for a passkey of another account. */
    async rename(actor: Actor, account: Account, id: string, name: string): Promise<void> {
      await getOwn(account, id);
      await database.transact(async (repositories) => {
        if (!(await repositories.passkeys.rename(account.id, id, passkeyNameOf(name))))
          throw missing();
        const details = { name: passkeyNameOf(name) };
        await events.tell(repositories, actor, { action: 'passkey.renamed', account, details });
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
        const details = { name };
        await events.tell(repositories, actor, { action: 'passkey.removed', account, details });
        return 'removed';
      });
    },
  };
}

const signInPurpose = 'sign in';

function missing(): ValiseError {
  return new ValiseError('not_found', 'There is no such passkey.');
}
