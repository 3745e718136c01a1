import type { Instant } from '../../domain/model/clock.ts';
import { endReasonOf } from '../../domain/model/dispatch-end.ts';
import type { DispatchOverview } from '../../domain/model/dispatch.ts';

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

export function stateOf(overview: DispatchOverview, now: Instant): 'live' | 'ended' {
  return endReasonOf(overview, now) === undefined ? 'live' : 'ended';
}

export function asIso(at: Instant | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}
