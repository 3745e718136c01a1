import type { Selectable } from 'kysely';
import type { AccountId, MailId, SessionId } from '../../domain/model/ids.ts';
import type {
  AccountLink,
  AccountLinkKind,
  AccountLinkRepository,
  PasswordRepository,
  SessionRepository,
  SessionState,
  StoredSession,
} from '../../domain/model/person.ts';
import { proofWays } from '../../domain/model/person.ts';
import { prepare, prepareInsert } from './prepared-query.ts';
import { prepareDelete, prepareEnd, preparePut, prepareSelect } from './rows-by-column.ts';
import type { Session } from './prepared-query.ts';
import { boundColumns, changeBound } from './bound-accounts.ts';
import type { BoundRows } from './bound-rows.ts';
import { accountOf, bufferOf } from './rows.ts';
import type { AccountLinksTable, SessionsTable } from './account-schema.ts';

const sessionColumns = [
  'id',
  'account_id',
  'state',
  'hash',
  'created_at',
  'proved_at',
  'last_used_at',
  'expires_at',
  'source',
  'client',
  'proved_by',
  'factor_since',
  'proof_hash',
  'mac',
] as const;

const insertSession = prepareInsert('sessions.insert', 'sessions', sessionColumns);

const sessionById = prepare('sessions.byId', (db, given: { id: string }) =>
  db
    .selectFrom('sessions as session')
    .innerJoin('accounts as account', 'account.id', 'session.account_id')
    .selectAll('account')
    .select(boundColumns)
    .select([
      'session.id as session_id',
      'session.account_id',
      'session.state',
      'session.hash',
      'session.created_at as opened_at',
      'session.proved_at',
      'session.last_used_at',
      'session.expires_at',
      'session.source',
      'session.client',
      'session.proved_by',
      'session.factor_since',
      'session.proof_hash',
      'session.mac as session_mac',
    ])
    .where('session.id', '=', given.id),
);

const useSession = prepare('sessions.use', (db, given: { id: string; at: number }) =>
  db
    .updateTable('sessions')
    .set({ last_used_at: given.at })
    .where('id', '=', given.id)
    .where('last_used_at', '<', given.at),
);

const sessionsOf = prepare('sessions.ofAccount', (db, given: { accountId: string }) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('account_id', '=', given.accountId)
    .orderBy('created_at', 'desc'),
);

const removeSession = prepareDelete('sessions.remove', 'sessions', 'id', 'account_id');

const removeSessions = prepare(
  'sessions.removeAll',
  (db, given: { accountId: string; except: string }) =>
    db
      .deleteFrom('sessions')
      .where('account_id', '=', given.accountId)
      .where('id', '<>', given.except),
);

const endSessions = prepareEnd('sessions.endExpired', 'sessions');

export function createSessionRepository(session: Session, bound: BoundRows): SessionRepository {
  return {
    async add(added) {
      const row = {
        id: added.id,
        account_id: added.accountId,
        state: added.state,
        hash: added.hash,
        created_at: added.createdAt,
        proved_at: added.provedAt ?? null,
        last_used_at: added.lastUsedAt,
        expires_at: added.expiresAt,
        source: added.source,
        client: added.client,
        proved_by: added.provedBy ?? null,
        factor_since: added.factorSince ?? null,
        proof_hash: added.proofHash ?? null,
      };
      await session.change(insertSession, { ...row, mac: bound.codeOfSession(row) });
    },

    async find(id) {
      const row = await session.first(sessionById, { id });
      if (row === undefined) return undefined;
      const { session_id, opened_at, session_mac } = row;
      const found = { ...row, id: session_id, created_at: opened_at, mac: session_mac };
      if (!bound.isSoundAccount(row) || !bound.isSoundSession(found)) return undefined;
      return { session: sessionOf(found), account: accountOf(row) };
    },

    async setLastUsed(id, at) {
      await session.change(useSession, { id, at });
    },

    async listFor(accountId) {
      return (await session.all(sessionsOf, { accountId })).map(sessionOf);
    },

    async remove(accountId, id) {
      return (await session.change(removeSession, { account_id: accountId, id })) > 0;
    },

    async removeAll(accountId, except) {
      return await session.change(removeSessions, { accountId, except: except ?? '' });
    },

    async deleteExpired(now) {
      return await session.change(endSessions, { now });
    },
  };
}

function sessionOf(row: Omit<Selectable<SessionsTable>, 'mac'>): StoredSession {
  return {
    id: row.id as SessionId,
    accountId: row.account_id as AccountId,
    state: row.state as SessionState,
    hash: bufferOf(row.hash),
    createdAt: row.created_at,
    provedAt: row.proved_at ?? undefined,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    source: row.source,
    client: row.client,
    provedBy: proofWays.find((way) => way === row.proved_by),
    factorSince: row.factor_since ?? undefined,
    proofHash: row.proof_hash === null ? undefined : bufferOf(row.proof_hash),
  };
}

const passwordByEmail = prepare('passwords.byEmail', (db, given: { email: string }) =>
  db
    .selectFrom('accounts as account')
    .leftJoin('passwords as password', 'password.account_id', 'account.id')
    .selectAll('account')
    .select(boundColumns)
    .select(['password.phc', 'password.set_at', 'password.browsers_ended_at'])
    .where('account.email', '=', given.email),
);

const passwordOf = prepareSelect('passwords.ofAccount', 'passwords', 'account_id');
const putPassword = preparePut('passwords.put', 'passwords', ['account_id'], ['phc', 'set_at']);

const noteReset = prepare('passwords.noteReset', (db, given: { accountId: string; at: number }) =>
  db
    .updateTable('passwords')
    .set({ reset_at: given.at })
    .where('account_id', '=', given.accountId)
    .where((eb) => eb.or([eb('reset_at', 'is', null), eb('reset_at', '<', given.at)])),
);

const endBrowsers = prepare(
  'passwords.endBrowsers',
  (db, given: { accountId: string; at: number }) =>
    db
      .updateTable('passwords')
      .set({ browsers_ended_at: given.at })
      .where('account_id', '=', given.accountId)
      .where((eb) =>
        eb.or([eb('browsers_ended_at', 'is', null), eb('browsers_ended_at', '<', given.at)]),
      ),
);

const removePassword = prepareDelete('passwords.remove', 'passwords', 'account_id');

export function createPasswordRepository(session: Session, bound: BoundRows): PasswordRepository {
  return {
    async findByEmail(email) {
      const row = await session.first(passwordByEmail, { email });
      if (row === undefined || !bound.isSoundAccount(row)) return undefined;
      const { phc, set_at, browsers_ended_at } = row;
      const browsersFrom = set_at === null ? undefined : laterOf(set_at, browsers_ended_at);
      return { account: accountOf(row), phc: phc ?? undefined, browsersFrom };
    },

    async find(accountId) {
      const row = await session.first(passwordOf, { account_id: accountId });
      if (row === undefined) return undefined;
      return {
        accountId,
        phc: row.phc,
        setAt: row.set_at,
        resetAt: row.reset_at ?? undefined,
        browsersFrom: laterOf(row.set_at, row.browsers_ended_at),
      };
    },

    async noteReset(accountId, at) {
      await changeBound(session, bound, accountId, () =>
        session.change(noteReset, { accountId, at }),
      );
    },

    async endBrowsers(accountId, at) {
      await session.change(endBrowsers, { accountId, at });
    },

    async put({ accountId, phc, setAt }) {
      await session.change(putPassword, { account_id: accountId, phc, set_at: setAt });
    },

    async remove(accountId) {
      await changeBound(session, bound, accountId, () =>
        session.change(removePassword, { account_id: accountId }),
      );
    },
  };
}

function laterOf(setAt: number, endedAt: number | null): number {
  return Math.max(setAt, endedAt ?? 0);
}

const insertLink = prepareInsert('accountLinks.insert', 'account_links', [
  'id',
  'account_id',
  'kind',
  'hash',
  'created_at',
  'expires_at',
  'invited_by',
]);

const linkByHash = prepareSelect('accountLinks.byHash', 'account_links', 'hash');
const linkByMail = prepareSelect('accountLinks.byMail', 'account_links', 'id');

const newestLink = prepare(
  'accountLinks.newest',
  (db, given: { accountId: string; kind: string }) =>
    db
      .selectFrom('account_links')
      .selectAll()
      .where('account_id', '=', given.accountId)
      .where('kind', '=', given.kind)
      .orderBy('created_at', 'desc')
      .limit(1),
);

const takeLink = prepareDelete('accountLinks.take', 'account_links', 'id');

const removeLinks = prepare(
  'accountLinks.removeAll',
  (db, given: { accountId: string; kind: string | null }) =>
    db
      .deleteFrom('account_links')
      .where('account_id', '=', given.accountId)
      .where('kind', '=', (eb) => eb.fn.coalesce(eb.val(given.kind), 'kind')),
);

const endLinks = prepareEnd('accountLinks.endExpired', 'account_links');

export function createAccountLinkRepository(session: Session): AccountLinkRepository {
  return {
    async add({ id, accountId, kind, hash, createdAt, expiresAt, invitedBy }) {
      await session.change(insertLink, {
        ...{ id, account_id: accountId, kind, hash },
        ...{ created_at: createdAt, expires_at: expiresAt, invited_by: invitedBy ?? null },
      });
    },

    async find(hash) {
      const row = await session.first(linkByHash, { hash });
      return row && linkOf(row);
    },

    async findByMail(id) {
      const row = await session.first(linkByMail, { id });
      return row && linkOf(row);
    },

    async findNewest(accountId, kind) {
      const row = await session.first(newestLink, { accountId, kind });
      return row && linkOf(row);
    },

    async take(id) {
      return (await session.change(takeLink, { id })) > 0;
    },

    async removeAll(accountId, kind) {
      await session.change(removeLinks, { accountId, kind: kind ?? null });
    },

    async deleteExpired(now) {
      return await session.change(endLinks, { now });
    },
  };
}

function linkOf(row: Selectable<AccountLinksTable>): AccountLink {
  return {
    id: row.id as MailId,
    accountId: row.account_id as AccountId,
    kind: row.kind as AccountLinkKind,
    hash: bufferOf(row.hash),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    ...(row.invited_by === null ? {} : { invitedBy: row.invited_by as AccountId }),
  };
}
