import type { Clock } from '../../domain/model/clock.ts';
import { minute } from '../../domain/model/clock.ts';

/** Shorter outages are what trying again is for. */
const longOutageMs = 15 * minute;

/** Follows whether messages are taken, so that an outage is known without asking the other side. */
export interface WayOutWatch {
  /** Runs an attempt to hand over one message. */
  watch<Taken>(send: () => Promise<Taken>): Promise<Taken>;
  /** Whether every attempt of a long time failed for a reason that is not the message's. */
  isLost(): boolean;
}

export function watchWayOut(clock: Pick<Clock, 'monotonic'>): WayOutWatch {
  let failingSince: number | undefined;
  return {
    async watch(send) {
      try {
        const taken = await send();
        failingSince = undefined;
        return taken;
      } catch (error) {
        if (isRefusal(error)) failingSince = undefined;
        else failingSince ??= clock.monotonic();
        throw error;
      }
    },
    isLost: () => failingSince !== undefined && clock.monotonic() - failingSince >= longOutageMs,
  };
}

/** Who refuses one message for good is there, and may take the next. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'isPermanent' in error && error.isPermanent === true;
}
