import type { RepeatedAct } from '../model/audit.ts';
import type { Instant } from '../model/clock.ts';
import { hour, second } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import type { Actor } from '../model/principal.ts';
import { wideNetworkOf } from '../ports/rate-limiter.ts';

/** So many attempts in an hour need no pause. */
const freeAttempts = 10;
const longestPauseMs = 30 * second;
/** From so many attempts on, a network waits with the others that have made as many. */
const firstAttempts = 3;
/** These rows count attempts; what was refused has its records already. */
const withoutRecord = 2 ** 31 - 1;

/**
 * `paused`: nothing was counted. `attempts`: those at the same that are counted together, with this one.
 * A right password takes its attempt back.
 */
export type TakenAttempt =
  | { kind: 'taken'; attempts: number; takeBack?: (rows: Rows) => Promise<void> }
  | { kind: 'paused'; untilMs: number };

type Rows = Pick<Repositories, 'repeatedActs'>;

/** What is guessed at: the password of an account, of which there need be none, or that of a drop. */
export interface GuessedAt extends Pick<RepeatedAct, 'action' | 'object'> {
  /** Distinguishes it. It contains no secret. */
  name: string;
}

/**
 * Counts an attempt of a stranger before the password is verified. The more there were in an hour, from whatever
 * networks, the longer nobody may try again: up to 30 s. Networks that tried before and those that did not are counted
 * apart, so that the one does not keep the other from signing in.
 */
export async function takeAttempt(
  { repeatedActs }: Rows,
  { action, object, name }: GuessedAt,
  { actor, now }: { actor: Actor; now: Instant },
): Promise<TakenAttempt> {
  async function find(subject: string): Promise<RepeatedAct> {
    const key = { action, subject: `${name} ${subject}` };
    const act = await repeatedActs.find(key);
    if (act !== undefined && act.dueAt > now) return act;
    return {
      ...{ ...key, object, outcome: 'refused', details: {}, actor, acts: 0 },
      ...{ recorded: withoutRecord, firstAt: now, lastAt: now, dueAt: now + hour },
    };
  }
  const own = await find(wideNetworkOf(actor.source));
  const all = await find(own.acts < firstAttempts ? 'first' : 'further');
  const untilMs = all.lastAt + pauseAfter(all.acts) - now;
  if (untilMs > 0) return { kind: 'paused', untilMs };
  for (const act of [own, all]) {
    await repeatedActs.save({ ...act, actor, acts: act.acts + 1, lastAt: now });
  }
  return {
    kind: 'taken',
    attempts: all.acts + 1,
    async takeBack(rows) {
      for (const { action, subject } of [own, all]) {
        const act = await rows.repeatedActs.find({ action, subject });
        if (act !== undefined && act.acts > 0) {
          await rows.repeatedActs.save({ ...act, acts: act.acts - 1 });
        }
      }
    },
  };
}

/** Doubles with each attempt: 1 s, 2 s, 4 s, … */
function pauseAfter(attempts: number): number {
  if (attempts <= freeAttempts) return 0;
  return Math.min(longestPauseMs, second * 2 ** (attempts - freeAttempts - 1));
}
