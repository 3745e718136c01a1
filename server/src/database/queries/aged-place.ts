import type { AccountId } from '../../domain/model/ids.ts';
import type { AgedPage } from '../../domain/model/sent.ts';
import type { Session } from './prepared-query.ts';
import { placeOf } from './sent-queries.ts';

/** Where a page of an account's dispatches begins, in a list by age, or by their ends. */
export interface AgedPlace {
  accountId: AccountId;
  from: number;
  to: number;
  before: number;
  expiresAt: number;
  sequence: number;
}

const last = Number.MAX_SAFE_INTEGER;

/** Undefined where the account has no such dispatch, and its time is not known. */
export async function findPlace(
  session: Session,
  accountId: AccountId,
  { after, afterCreatedAt, createdFrom = 0, createdBefore = last }: AgedPage,
): Promise<AgedPlace | undefined> {
  const begin = { accountId, from: createdFrom, expiresAt: 0, sequence: 0 };
  const latest = createdBefore - 1;
  if (after === undefined) return { ...begin, to: latest, before: last };
  const row = await session.first(placeOf, { accountId, id: after });
  const createdAt = row?.created_at ?? afterCreatedAt;
  if (createdAt === undefined) return undefined;
  return {
    ...begin,
    ...(row && { expiresAt: row.expires_at, sequence: row.sequence }),
    to: Math.min(createdAt, latest),
    before: createdAt > latest ? last : (row?.sequence ?? last),
  };
}

/** Sorts by age, the newest first. */
export function byAge(
  one: { created_at: number; sequence: number },
  other: { created_at: number; sequence: number },
): number {
  return other.created_at - one.created_at || other.sequence - one.sequence;
}
