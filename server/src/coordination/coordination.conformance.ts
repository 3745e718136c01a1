import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import type { Coordination } from '../domain/ports/coordination.ts';
import type { FakeClock } from '../testing/fake-clock.ts';
import { runningWorkCases } from './running-work.conformance.ts';
import { sharedTableCases } from './shared-tables.conformance.ts';

/** Two processes of one server; the same one twice where a server has only one. */
export interface World {
  here: Coordination;
  there: Coordination;
  clock: FakeClock;
  /** Kills the second process; absent where it is the first. */
  killThere?: () => void | Promise<void>;
}

export interface CoordinationCase {
  rule: string;
  /** Whether the rule is about a process that dies. */
  needsDeath?: true;
  run: (world: World) => Promise<void>;
}

/** The limits that a world is opened with. */
export const caseLimits = { perLink: 2, perNetwork: 3, inAll: 4 };

export const coordinationCases: readonly CoordinationCase[] = [
  ...runningWorkCases,
  ...sharedTableCases,
];

interface Options {
  /** Whether a world is of two processes, one of which can die. */
  canDie: boolean;
  skip?: string | false;
}

/** What every `Coordination` must do. `open` gives each case two processes of their own. */
export function testCoordination(
  name: string,
  open: (context: TestContext) => World | Promise<World>,
  { canDie, skip = false }: Options,
): void {
  describe(`${name} as coordination`, { skip }, () => {
    for (const { rule, needsDeath, run } of coordinationCases) {
      if (needsDeath && !canDie) continue;
      test(rule, { timeout: 10_000 }, async (context) => {
        await run(await open(context));
      });
    }
  });
}
