import type { Instant } from './clock.ts';
import type { Dispatch } from './dispatch.ts';

interface Ending {
  dispatch: Pick<Dispatch, 'expiresAt'>;
  /** When it ended, by time or by hand; undefined while it lives. */
  endedAt: Instant | undefined;
}

/** Why a dispatch can be reached no more; undefined while it lives. Only an end by hand comes before its time. */
export function endReasonOf(
  { dispatch, endedAt }: Ending,
  now: Instant,
): 'expired' | 'revoked' | undefined {
  if (endedAt === undefined) return dispatch.expiresAt > now ? undefined : 'expired';
  return endedAt < dispatch.expiresAt ? 'revoked' : 'expired';
}
