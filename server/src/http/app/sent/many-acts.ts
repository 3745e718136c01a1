import type { Reminded } from '../../../domain/dispatches/remind-receivers.ts';
import type { Instant } from '../../../domain/model/clock.ts';
import { day } from '../../../domain/model/clock.ts';
import { endReasonOf } from '../../../domain/model/dispatch.ts';
import type { Actor } from '../../../domain/model/principal.ts';
import type { SentDrop } from '../../../domain/model/sent.ts';
import { ValiseError } from '../../../domain/model/valise-error.ts';

export type ManyAct = 'extend' | 'remind' | 'withdraw';

/** What became of one drop: what was asked for, or why not. */
export type Outcome =
  | 'extended'
  | 'reminded'
  | 'withdrawn'
  | 'ended'
  | 'later'
  | 'waiting'
  | 'nobody'
  | 'mails'
  | 'refused';

export interface Acted {
  drop: SentDrop;
  outcome: Outcome;
}

/** What a sender can do with one drop, each in a transaction of its own. */
interface Verbs {
  revoke: (actor: Actor, id: string) => Promise<unknown>;
  extend: (actor: Actor, id: string, expiresAt: Instant) => Promise<unknown>;
  remind: (actor: Actor, id: string) => Promise<Reminded>;
}

export interface WantedAct {
  act: ManyAct;
  actor: Actor;
  now: Instant;
  /** From now, to extend by. */
  days: number;
  maxLifetimeMs: number;
}

/** Acts on one drop after the other: one that is refused keeps none of the others back. */
export async function actOnMany(
  verbs: Verbs,
  drops: readonly SentDrop[],
  wanted: WantedAct,
): Promise<Acted[]> {
  const acted: Acted[] = [];
  for (const drop of drops) acted.push({ drop, outcome: await attempt(verbs, drop, wanted) });
  return acted;
}

async function attempt(verbs: Verbs, drop: SentDrop, wanted: WantedAct): Promise<Outcome> {
  try {
    return await actOn(verbs, drop, wanted);
  } catch (error) {
    if (!(error instanceof ValiseError)) throw error;
    return outcomes[error.code] ?? 'refused';
  }
}

/** It may have ended, or been mailed, since the page was shown. */
const outcomes: Partial<Record<ValiseError['code'], Outcome>> = {
  dispatch_ended: 'ended',
  not_found: 'ended',
  too_many_requests: 'waiting',
  mail_quota: 'mails',
};

async function actOn(
  verbs: Verbs,
  drop: SentDrop,
  { act, actor, now, days, maxLifetimeMs }: WantedAct,
): Promise<Outcome> {
  const { id, createdAt, expiresAt } = drop.dispatch;
  if (endReasonOf(drop, now) !== undefined) return 'ended';
  if (act === 'withdraw') {
    await verbs.revoke(actor, id);
    return 'withdrawn';
  }
  if (act === 'extend') {
    const until = Math.min(now + days * day, createdAt + maxLifetimeMs);
    if (until <= expiresAt) return 'later';
    await verbs.extend(actor, id, until);
    return 'extended';
  }
  const { mailed, waiting } = await verbs.remind(actor, id);
  return mailed > 0 ? 'reminded' : waiting > 0 ? 'waiting' : 'nobody';
}
