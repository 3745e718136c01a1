import { byAge } from './aged-place.ts';
import type { AgedPlace } from './aged-place.ts';
import type { Session } from './prepared-query.ts';
import { dropsOfIds } from './sent-queries.ts';
import { dropsWithDelays, dropsWithFailures } from './trouble-queries.ts';

/**
 * So many failed mails of an account are looked at, and as many delayed ones, the newest of each: the cost does not
 * grow with the account. What is behind them is found once those are mended.
 */
const mostMails = 1000;

interface Wanted {
  now: number;
  limit: number;
}

/** The newest live drops behind a place that somebody was not told of. */
async function findTroubled(session: Session, place: AgedPlace, { now, limit }: Wanted) {
  const given = { ...place, now, limit, mostMails };
  const found = [
    ...(await session.all(dropsWithFailures, given)),
    ...(await session.all(dropsWithDelays, given)),
  ];
  const once = [...new Map(found.map((row) => [row.id, row])).values()];
  return once.sort(byAge).slice(0, limit);
}

export async function listTroubled(session: Session, place: AgedPlace, wanted: Wanted) {
  const ids = (await findTroubled(session, place, wanted)).map(({ id }) => id);
  return await session.all(dropsOfIds, { accountId: place.accountId, ids });
}

/** How many there are, at most `limit`. */
export async function countTroubled(
  session: Session,
  place: AgedPlace,
  wanted: Wanted,
): Promise<number> {
  return (await findTroubled(session, place, wanted)).length;
}
