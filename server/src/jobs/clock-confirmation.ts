import type { Clock } from '../domain/model/clock.ts';
import { minute, second } from '../domain/model/clock.ts';
import type { InstallationValueRepository } from '../domain/model/installation-values.ts';
import { lastSeenNote } from '../domain/model/installation-values.ts';
import type { ClockGuard } from './clock-guard.ts';
import type { Job } from './job.ts';

/** Whether the system says that its clock is synchronised; `sinceStart` also counts what it said earlier in this boot. */
export type IsSynchronised = (doubt: { isSinceStart: boolean }) => Promise<boolean>;

interface Dependencies {
  installationValues: InstallationValueRepository;
  guard: ClockGuard;
  clock: Clock;
  isSynchronised: IsSynchronised;
  onAccepted: (by: 'system' | 'operator') => void;
}

/** Ends a doubt when the operator or the system says that the clock is right. */
export function createClockConfirmation(dependencies: Dependencies): Job {
  const { installationValues, guard, clock, isSynchronised, onAccepted } = dependencies;

  /** Nothing but the operator's command notes the time while it is in doubt. */
  async function hasOperatorAccepted(): Promise<boolean> {
    const noted = Number((await installationValues.find(lastSeenNote)) ?? NaN);
    return Math.abs(clock.now() - noted) <= 5 * minute;
  }

  return {
    name: 'ask whether the clock is right',
    everyMs: 15 * second,
    deletes: false,
    waitsForOthers: true,
    async run() {
      if (guard.isTrusted()) return 0;
      const isSinceStart = guard.isInDoubtSinceStart();
      const by = (await hasOperatorAccepted())
        ? 'operator'
        : (await isSynchronised({ isSinceStart })) && 'system';
      if (by === false) return 0;
      guard.accept();
      onAccepted(by);
      return 1;
    },
  };
}
