import type { Instant } from '../../domain/clock.ts';
import type { DispatchOverview } from '../../domain/dispatch.ts';

/** A drop, grant or return as scripts see it. */
export function dispatchView(overview: DispatchOverview, now: Instant) {
  const { dispatch, endedAt, senderEmail, receivers, files } = overview;
  return {
    id: dispatch.id,
    kind: dispatch.kind,
    state: stateOf(overview, now),
    sender: senderEmail,
    receivers: receivers.map(({ email }) => email),
    files: files.map(({ name, sizeBytes }) => ({ name, sizeBytes })),
    createdAt: asIso(dispatch.createdAt),
    expiresAt: asIso(dispatch.expiresAt),
    endedAt: asIso(endedAt),
    endReason: endReasonOf(overview, now) ?? null,
    secondFactor: dispatch.secondFactor,
  };
}

export function stateOf({ dispatch, endedAt }: DispatchOverview, now: Instant): 'live' | 'ended' {
  return endedAt === undefined && dispatch.expiresAt > now ? 'live' : 'ended';
}

/** Why it can be reached no more. Only an end by hand comes before its time. */
export function endReasonOf(
  overview: DispatchOverview,
  now: Instant,
): 'expired' | 'revoked' | undefined {
  if (stateOf(overview, now) === 'live') return undefined;
  const { dispatch, endedAt = dispatch.expiresAt } = overview;
  return endedAt < dispatch.expiresAt ? 'revoked' : 'expired';
}

export function asIso(at: Instant | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}
