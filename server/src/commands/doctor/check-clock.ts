import type { Instant } from '../../domain/clock.ts';
import { minute } from '../../domain/clock.ts';
import { formatInstant } from '../print.ts';
import type { Verdict } from './finding.ts';
import { ok, problem } from './finding.ts';

/** No Valise ran before the one, and certificates and file formats end before the other. */
const plausible = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2100, 0, 1) };
/** Small steps are how a clock is kept right. */
const toleranceMs = 5 * minute;

/** Time decides what is erased. `newestRecordAt` is undefined where it is not known. */
export function checkClock(now: Instant, newestRecordAt: Instant | undefined): Verdict {
  const remedy =
    'Set the clock right, best by NTP, before the server starts: it erases by the clock.';
  if (now < plausible.from || now > plausible.to) {
    return problem(`The clock says ${formatInstant(now)}, which cannot be.`, remedy);
  }
  if (newestRecordAt !== undefined && now < newestRecordAt - toleranceMs) {
    return problem(
      `The clock says ${formatInstant(now)}, but the newest audit record was written at ${formatInstant(newestRecordAt)}.`,
      remedy,
    );
  }
  return ok(`The clock says ${formatInstant(now)}.`);
}
