import type { Account, Role } from '../model/account.ts';
import { hour, minute } from '../model/clock.ts';
import type { Database, Repositories } from '../model/database.ts';
import type { SessionId } from '../model/ids.ts';
import { idPattern, newId } from '../model/ids.ts';
import type { Session, SessionState, StoredSession } from '../model/person.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { Proof } from './session-strength.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

/** How long a session lasts unused, and at most. */
interface Lifetime {
  idleMs: number;
  totalMs: number;
}

/** By what the account may do. An account of the role `api` has no sessions. */
export const sessionLifetimes: Readonly<Record<Exclude<Role, 'api'>, Lifetime>> = {
  user: { idleMs: 30 * minute, totalMs: 12 * hour },
  admin: { idleMs: 15 * minute, totalMs: 8 * hour },
};

/** How long a person may take to enter a second factor. */
export const halfSessionMs = 10 * minute;

/** A session that is used all the time is written once in so long. */
const touchEveryMs = minute;

const maxClientLength = 200;

interface Dependencies extends Pick<ServiceParts, 'clock' | 'hasher' | 'randomness'> {
  database: Pick<Database, 'sessions'>;
  /** Called when the use of a session could not be written: it may then end early. */
  onFault: (error: ValiseError) => void;
}

export interface NewSession {
  state: SessionState;
  /** Undefined for half a session: nothing is proved before it is whole. */
  proof: Proof | undefined;
  /** Where the browser is, and what it calls itself. */
  source: string;
  client: string;
}

/** A session whose secret was shown, and its account. */
export interface LiveSession {
  session: Session;
  account: Account;
  /** Known to this browser alone: the tokens of its forms are made from it. */
  secret: string;
}

export type Sessions = ReturnType<typeof createSessions>;

/**
 * The sessions of people. A browser keeps `id.secret`. The stored hash covers the secret, the account and
 * the times, so that a row that was changed or belongs to another account opens nothing.
 */
export function createSessions({ database, hasher, randomness, clock, onFault }: Dependencies) {
  function fieldsOf(session: Session, secret: string): string[] {
    const { id, accountId, state, createdAt, provedAt, expiresAt } = session;
    return [id, accountId, state, createdAt, provedAt ?? '', expiresAt, secret].map(String);
  }

  /** Apart from the other hash, which servers of the previous version verify too. */
  function proofHashOf({ id, provedBy, factorSince }: Session, secret: string): Buffer | undefined {
    if (provedBy === undefined) return undefined;
    return hasher.hash('session proof', id, provedBy, String(factorSince ?? ''), secret);
  }

  /** The session without a proof that its row does not show to be its own. */
  function verified(stored: StoredSession, secret: string): Session {
    const session = withoutHash(stored);
    const expected = proofHashOf(session, secret);
    const isRight =
      expected !== undefined &&
      stored.proofHash !== undefined &&
      hasher.equal(expected, stored.proofHash);
    return isRight ? session : { ...session, provedBy: undefined, factorSince: undefined };
  }

  function isAlive({ state, lastUsedAt, expiresAt }: Session, account: Account): boolean {
    const now = clock.now();
    if (account.disabledAt !== undefined || account.role === 'api') return false;
    const { idleMs } = sessionLifetimes[account.role];
    return expiresAt > now && (state === 'half' || lastUsedAt + idleMs > now);
  }

  /** The time until which other requests need not write is short against the idle time. */
  async function touch({ id, lastUsedAt }: Session): Promise<void> {
    const now = clock.now();
    if (now - lastUsedAt < touchEveryMs) return;
    try {
      await database.sessions.setLastUsed(id, now);
    } catch (error) {
      // A full disk or a database that is away must not sign people out.
      if (!(error instanceof ValiseError)) throw error;
      onFault(error);
    }
  }

  return {
    /** Adds a session and returns what the browser is to keep. The account must be a person's. */
    async open(
      { sessions }: Pick<Repositories, 'sessions'>,
      account: Account,
      wanted: NewSession,
    ): Promise<string> {
      if (account.role === 'api') throw new Error('An account of the role api has no sessions');
      const now = clock.now();
      const lifetimeMs =
        wanted.state === 'half' ? halfSessionMs : sessionLifetimes[account.role].totalMs;
      const { state, proof, source, client } = wanted;
      const session: Session = {
        ...{ state, source, client: client.slice(0, maxClientLength) },
        id: newId(randomness),
        accountId: account.id,
        createdAt: now,
        provedAt: proof && (proof.at ?? now),
        provedBy: proof?.by,
        factorSince: proof?.factorSince,
        lastUsedAt: now,
        expiresAt: now + lifetimeMs,
      };
      const secret = randomness.bytes(32).toString('base64url');
      await sessions.add({
        ...session,
        hash: hasher.hash('session', ...fieldsOf(session, secret)),
        proofHash: proofHashOf(session, secret),
      });
      return `${session.id}.${secret}`;
    },

    /** The session that a browser shows, if it lives. Reads the database each time: an end counts at once. */
    async find(shown: string | undefined): Promise<LiveSession | undefined> {
      const [id = '', secret = '', ...rest] = shown?.split('.') ?? [];
      if (!idPattern.test(id) || secret === '' || rest.length > 0) return undefined;
      const found = await database.sessions.find(id as SessionId);
      if (found === undefined) return undefined;
      const { session, account } = found;
      if (!hasher.isHash(session.hash, 'session', ...fieldsOf(session, secret))) return undefined;
      if (!isAlive(session, account)) return undefined;
      await touch(session);
      return { session: verified(session, secret), account, secret };
    },

    /** The living sessions of an account, the newest first. */
    async list(account: Account): Promise<Session[]> {
      const all = await database.sessions.listFor(account.id);
      return all
        .filter((session) => session.state === 'full' && isAlive(session, account))
        .map(withoutHash);
    },
  };
}

function withoutHash(stored: StoredSession): Session {
  const { id, accountId, state, createdAt, provedAt, provedBy, factorSince } = stored;
  const { lastUsedAt, expiresAt, source, client } = stored;
  return {
    ...{ id, accountId, state, createdAt, provedAt, provedBy, factorSince },
    ...{ lastUsedAt, expiresAt, source, client },
  };
}
