import type { DispatchFigures } from '../model/administration.ts';
import type { Clock } from '../model/clock.ts';
import type { DatabaseOf } from '../model/database.ts';

/** What became of drops that have ended, counted by recipients. */
export interface Outcome {
  /** At least one. */
  receivers: number;
  /** Have downloaded every file. */
  completed: number;
  /** Their link was withdrawn before that, or the whole drop was. */
  withdrawn: number;
}

/** As many of the last ended transfers are looked at: as many as a list shows on a page. */
const countedDispatches = 50;

interface Dependencies {
  database: DatabaseOf<'administration'>;
  clock: Clock;
}

/** Of the drops that ended last; undefined where none of them went to anybody. */
export async function readOutcome({ database, clock }: Dependencies): Promise<Outcome | undefined> {
  const ended = await database.administration.listDispatches({
    state: 'ended',
    now: clock.now(),
    limit: countedDispatches,
  });
  const drops = ended.filter(({ kind }) => kind === 'drop').map(outcomeOf);
  const sum = (of: (drop: Outcome) => number): number =>
    drops.reduce((total, drop) => total + of(drop), 0);
  const receivers = sum((drop) => drop.receivers);
  if (receivers === 0) return undefined;
  return {
    receivers,
    completed: sum((drop) => drop.completed),
    withdrawn: sum((drop) => drop.withdrawn),
  };
}

function outcomeOf(drop: DispatchFigures): Outcome {
  const { receivers, revoked, endedAt, expiresAt } = drop;
  // Who took the files by a link for anyone is counted as having completed, and is no receiver.
  const completed = Math.min(receivers, drop.completed);
  const rest = receivers - completed;
  const isWithdrawn = endedAt !== undefined && endedAt < expiresAt;
  return { receivers, completed, withdrawn: isWithdrawn ? rest : Math.min(rest, revoked) };
}
