import type { Account } from './account.ts';
import type { Actor } from './actor.ts';
import type { AuditTrail } from './audit.ts';
import type { Clock, Instant } from './clock.ts';
import type { AccountId } from './ids.ts';
import { createRecollection } from './recollection.ts';
import type { SecretHasher } from './secret-hasher.ts';
import type { SignInLimiter } from './sign-in-limiter.ts';
import type { Store } from './store.ts';
import { ValiseError } from './valise-error.ts';

export interface Credentials {
  email: string;
  key: string;
}

interface Dependencies {
  store: Store;
  hasher: SecretHasher;
  limiter: SignInLimiter;
  audit: AuditTrail;
  clock: Clock;
}

/** An account whose key was found right, and when that key ends. */
interface Verified {
  account: Account;
  until: Instant | undefined;
}

const maxRecalled = 1000;

/** No account has it: ids are never empty. */
const nobodysId = '' as AccountId;

export type SignIn = ReturnType<typeof createSignIn>;

/**
 * Who calls? The one place that decides it. Any throw means nobody.
 *
 * A right key is always let in, however many wrong ones came before it: keys are too long to guess,
 * so the limiter is there to slow the noise, and must not help anyone to lock an owner out.
 */
export function createSignIn({ store, hasher, limiter, audit, clock }: Dependencies) {
  /** Stands in where an account has no key, or there is no account: it ended before it began. */
  const nobodysKey = { hash: hasher.hash('nobody'), expiresAt: 0 };

  /** Right keys only: a wrong one is always looked into, whether or not it names an account. */
  const recollection = createRecollection<Verified>(
    { version: () => store.accessVersion() },
    { maxEntries: maxRecalled },
  );

  function isAlive({ until }: Pick<Verified, 'until'>): boolean {
    return until === undefined || until > clock.now();
  }

  /** The same work, whether or not the account exists. */
  async function verify({ email, key }: Credentials): Promise<Verified | undefined> {
    const hash = hasher.hash(key);
    const account = await store.accounts.findByEmail(email);
    const keys = await store.apiKeys.listFor(account?.id ?? nobodysId);
    let match: { until: Instant | undefined } | undefined;
    for (const candidate of keys.length === 0 ? [nobodysKey] : keys) {
      const found = { until: candidate.expiresAt };
      if (hasher.equal(hash, candidate.hash) && isAlive(found)) match = found;
    }
    return match !== undefined && account?.disabledAt === undefined && account?.role === 'api'
      ? { account, ...match }
      : undefined;
  }

  async function findAccount(
    credentials: Credentials,
    proof: string,
  ): Promise<Account | undefined> {
    const fingerprint = hasher.fingerprint(proof);
    const recalled = await recollection.recall(fingerprint, () => verify(credentials));
    if (recalled === undefined || isAlive(recalled)) return recalled?.account;
    return (await verify(credentials))?.account;
  }

  return {
    /** Who was let in with this proof before, if nothing changed since. Undefined says nothing. */
    recall(proof: string): Account | undefined {
      const verified = recollection.find(hasher.fingerprint(proof));
      return verified !== undefined && isAlive(verified) ? verified.account : undefined;
    },

    /**
     * Throws `unauthorized`, one answer for every reason, or `too_many_requests`. The `proof` is what
     * the credentials were read from, word for word.
     */
    async signIn(
      credentials: Credentials | undefined,
      actor: Actor,
      proof: string,
    ): Promise<Account> {
      const account = credentials && (await findAccount(credentials, proof));
      if (account !== undefined) return account;
      if (credentials !== undefined) await noteFailure(credentials, actor);
      throw new ValiseError(
        'unauthorized',
        'Sign in with the e-mail address of an API account and its key.',
      );
    },

    /** Writes down that someone knocked at another account's door. */
    async noteForeignPath(actor: Actor, path: string): Promise<void> {
      await store.transact(async (repositories) => {
        await audit.record(repositories, actor, {
          action: 'sign_in.foreign_path',
          object: path.slice(0, 254),
          outcome: 'refused',
        });
      });
    },
  };

  async function noteFailure({ email }: Credentials, actor: Actor): Promise<void> {
    const verdict = await limiter.fail(email, actor.source);
    if (verdict.kind !== 'blocked' || verdict.first) {
      await store.transact(async (repositories) => {
        await audit.record(repositories, actor, {
          action: verdict.kind === 'blocked' ? 'sign_in.blocked' : 'sign_in.failed',
          object: email.slice(0, 254),
          outcome: 'refused',
        });
      });
    }
    if (verdict.kind === 'blocked') {
      throw new ValiseError(
        'too_many_requests',
        `Too many failed sign-ins. Try again in ${verdict.retryAfterSeconds} seconds.`,
        { retryAfterSeconds: verdict.retryAfterSeconds },
      );
    }
  }
}
