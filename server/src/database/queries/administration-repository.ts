import type {
  AdministrationRepository,
  DispatchFigures,
  DispatchListQuery,
} from '../../domain/model/administration.ts';
import type { Instant } from '../../domain/model/clock.ts';
import type { DispatchKind } from '../../domain/model/dispatch.ts';
import type { AccountId, DispatchId } from '../../domain/model/ids.ts';
import {
  accountsInOrder,
  accountsOfRole,
  bucketSum,
  repeatedSum,
  completedByReceiver,
  disabledAccounts,
  dispatchesByDay,
  dispatchPlace,
  endedDispatches,
  endedOfAccount,
  failedCounts,
  fileSums,
  liveCount,
  liveDispatches,
  liveOfAccount,
  mailById,
  mailsByDay,
  newestDispatches,
  newestMails,
  newestOfAccount,
  oneDispatch,
  quotaSum,
  receiverSums,
  settledMails,
  storedSum,
  waitingMails,
} from './administration-queries.ts';
import { movedSums, uploadSum } from './storage-sums.ts';
import {
  invitationPlace,
  keysLastUsed,
  lastSeen,
  openInvitations,
  withAuthenticator,
  withIdentity,
  withPasskey,
  withPassword,
} from './signs-of-people.ts';
import { entryOf } from './outbox-repository.ts';
import type { Session } from './prepared-query.ts';
import { accountOf } from './rows.ts';

const dispatchKinds: readonly DispatchKind[] = ['drop', 'grant', 'return'];

/** Later than every row. */
const end = Number.MAX_SAFE_INTEGER;
/** Addresses are ordered by their bytes, and hold neither of these. */
const firstCharacter = '\u0001';
const lastCharacter = '\u{10ffff}';

export function createAdministrationRepository(session: Session): AdministrationRepository {
  /** The row after which a page begins; undefined where it is gone. */
  async function placeOf({ after, now, state }: DispatchListQuery) {
    if (after === undefined) {
      return { before: end, sequence: end, at: state === 'live' ? now : end };
    }
    const row = await session.first(dispatchPlace, { id: after });
    if (row === undefined) return undefined;
    const at = (state === 'live' ? row.expires_at : row.ended_at) ?? end;
    return { before: row.sequence, sequence: row.sequence, at };
  }

  async function listRows(query: DispatchListQuery) {
    const { accountId, state, limit } = query;
    const place = await placeOf(query);
    if (place === undefined) return [];
    const { before, sequence, at } = place;
    if (accountId === undefined) {
      if (state === 'live') return await session.all(liveDispatches, { at, sequence, limit });
      if (state === 'ended') return await session.all(endedDispatches, { at, sequence, limit });
      return await session.all(newestDispatches, { before, limit });
    }
    if (state === 'live') {
      // Of several kinds at once, PostgreSQL would sort all that the account has.
      const lists = await Promise.all(
        dispatchKinds.map((kind) =>
          session.all(liveOfAccount, { accountId, kind, at, sequence, limit }),
        ),
      );
      return lists
        .flat()
        .sort((a, b) => a.expires_at - b.expires_at || a.sequence - b.sequence)
        .slice(0, limit);
    }
    const ofAccount = state === 'ended' ? endedOfAccount : newestOfAccount;
    return await session.all(ofAccount, { accountId, before, limit });
  }

  /** What is counted of each dispatch. */
  async function figuresOf(ids: readonly string[]) {
    const [files, receivers, completed] = await Promise.all([
      session.all(fileSums, { ids }),
      session.all(receiverSums, { ids }),
      session.all(completedByReceiver, { ids }),
    ]);
    return (id: string): Omit<DispatchFigures, 'id' | 'kind' | `${string}At` | 'accountEmail'> => {
      const sum = files.find(({ dispatch_id }) => dispatch_id === id);
      const fileCount = Number(sum?.files ?? 0);
      const counts = completed.filter(({ dispatch_id }) => dispatch_id === id);
      const ofReceivers = receivers.find(({ dispatch_id }) => dispatch_id === id);
      return {
        files: fileCount,
        bytes: Number(sum?.bytes ?? 0),
        receivers: Number(ofReceivers?.count ?? 0),
        opened: Number(ofReceivers?.opened ?? 0),
        revoked: Number(ofReceivers?.revoked ?? 0),
        began: counts.length,
        completed: counts.filter(({ count }) => Number(count) >= fileCount).length,
      };
    };
  }

  async function withFigures(rows: Awaited<ReturnType<typeof listRows>>) {
    const figures = await figuresOf(rows.map(({ id }) => id));
    return rows.map((row): DispatchFigures => ({
      id: row.id as DispatchId,
      kind: row.kind as DispatchKind,
      accountEmail: row.email,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      endedAt: row.ended_at ?? undefined,
      ...figures(row.id),
    }));
  }

  return {
    async listAccounts({ prefix, role, state, after, limit }) {
      const from = after === undefined ? prefix : `${after}${firstCharacter}`;
      const page = { from, before: `${prefix}${lastCharacter}`, limit };
      const activeOnly = state === 'active' ? 1 : 0;
      const rows =
        state === 'disabled'
          ? await session.all(disabledAccounts, { ...page, role: role ?? null })
          : role === undefined
            ? await session.all(accountsInOrder, { ...page, activeOnly })
            : await session.all(accountsOfRole, { ...page, activeOnly, role });
      return rows.map(accountOf);
    },

    async sumStored(ids, atMost) {
      const sums = await Promise.all(
        ids.map(async (accountId) => {
          const row = await session.first(storedSum, { accountId, atMost });
          return [
            accountId,
            { files: Number(row?.files), bytes: Number(row?.bytes ?? 0) },
          ] as const;
        }),
      );
      return new Map(sums.filter(([, { files }]) => files > 0));
    },

    async findLastSeen(ids) {
      const lists = await Promise.all(
        [lastSeen, keysLastUsed].map((query) => session.all(query, { ids })),
      );
      const seen = new Map<AccountId, Instant>();
      for (const { account_id, at } of lists.flat()) {
        const accountId = account_id as AccountId;
        seen.set(accountId, Math.max(at, seen.get(accountId) ?? 0));
      }
      return seen;
    },

    async findSecondFactors(ids) {
      const rows = await Promise.all(
        [withAuthenticator, withPasskey].map((query) => session.all(query, { ids })),
      );
      return new Set(rows.flat().map((row) => row.account_id as AccountId));
    },

    async findJoined(ids) {
      const rows = await Promise.all(
        [withPassword, withPasskey, withIdentity].map((query) => session.all(query, { ids })),
      );
      return new Set(rows.flat().map((row) => row.account_id as AccountId));
    },

    async listInvitations({ now, after, limit }) {
      const place =
        after === undefined
          ? { expires_at: end }
          : await session.first(invitationPlace, { accountId: after });
      if (place === undefined) return [];
      const rows = await session.all(openInvitations, {
        now,
        at: place.expires_at,
        before: after ?? lastCharacter,
        limit,
      });
      return rows.map((row) => ({
        account: accountOf(row),
        sentAt: row.sent_at,
        expiresAt: row.ends_at,
        invitedBy: row.inviter_email ?? undefined,
      }));
    },

    async sumQuotas() {
      const row = await session.first(quotaSum, {});
      return {
        accounts: Number(row?.accounts ?? 0),
        own: Number(row?.own ?? 0),
        ownBytes: Number(row?.bytes ?? 0),
      };
    },

    async sumBucket(bucket) {
      const row = await session.first(bucketSum, { bucket });
      const repeated = await session.first(repeatedSum, { bucket });
      const bytes = Number(row?.bytes ?? 0) - Number(repeated?.bytes ?? 0);
      return { files: Number(row?.files ?? 0), bytes };
    },

    async sumUploads() {
      const row = await session.first(uploadSum, {});
      return { files: Number(row?.files ?? 0), bytes: Number(row?.bytes ?? 0) };
    },

    async sumMoved(now) {
      return (await session.all(movedSums, { now })).map((row) => ({
        bucket: row.key_bucket ?? '',
        expiresAt: row.expires_at,
        files: Number(row.files),
        bytes: Number(row.bytes ?? 0),
      }));
    },

    async listDispatches(query) {
      return await withFigures(await listRows(query));
    },

    async findDispatch(id) {
      return (await withFigures(await session.all(oneDispatch, { id })))[0];
    },

    async countLive(now, upTo) {
      return Number((await session.first(liveCount, { now, upTo }))?.count);
    },

    async listMails({ state, after, limit }) {
      const place = after === undefined ? undefined : await session.first(mailById, { id: after });
      if (after !== undefined && place === undefined) return [];
      const sequence = place?.sequence ?? end;
      const rows =
        state === undefined
          ? await session.all(newestMails, { before: sequence, limit })
          : state === 'waiting'
            ? await session.all(waitingMails, { at: place?.created_at ?? end, sequence, limit })
            : await session.all(settledMails[state], {
                at: place?.settled_at ?? end,
                sequence,
                limit,
              });
      return rows.map((row) => ({ ...entryOf(row), accountEmail: row.account_email }));
    },

    async countDays(atMost) {
      const [sent, written] = await Promise.all([
        session.all(dispatchesByDay, { before: end, atMost }),
        session.all(mailsByDay, { before: end, atMost }),
      ]);
      const byDay = (rows: typeof sent) =>
        new Map(rows.map(({ day, count }) => [day, Number(count)]));
      return { dispatches: byDay(sent), mails: byDay(written) };
    },

    async findMail(id) {
      const row = await session.first(mailById, { id });
      return row && { ...entryOf(row), accountEmail: row.account_email };
    },

    async countFailedMails(upTo) {
      const rows = await Promise.all(failedCounts.map((query) => session.first(query, { upTo })));
      const count = rows.reduce((sum, row) => sum + Number(row?.count), 0);
      return Math.min(count, upTo);
    },
  };
}
