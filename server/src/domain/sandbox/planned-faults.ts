import type { Clock } from '../model/clock.ts';
import type { DatabaseOf } from '../model/database.ts';
import type { AccountId } from '../model/ids.ts';
import type { RepeatClaim } from '../model/repeat.ts';
import { settle } from '../model/repeat.ts';
import { ValiseError } from '../model/valise-error.ts';

/** 503 and 429 are answered in place of the request; `cut`: it is carried out, and the line ends without an answer. */
export type FaultKind = 503 | 429 | 'cut';

export interface PlannedFault {
  kind: FaultKind;
  /** How many requests are still to meet it. */
  left: number;
  /** Only requests whose path begins so; undefined: all. */
  path: string | undefined;
}

/** An account plans so many at a time. */
export const mostFaults = 100;

interface Dependencies {
  database: DatabaseOf<'idempotency'>;
  clock: Pick<Clock, 'now'>;
}

export type PlannedFaults = ReturnType<typeof createPlannedFaults>;

/** The faults that accounts planned for their next requests. They are in memory: a restart ends them. */
export function createPlannedFaults({ database, clock }: Dependencies) {
  const planned = new Map<AccountId, PlannedFault[]>();

  return {
    /** In the order in which they were planned. */
    list: (accountId: AccountId): readonly PlannedFault[] => planned.get(accountId) ?? [],

    /** Throws `state_conflict` where the account has as many as it may. */
    async add(accountId: AccountId, fault: PlannedFault, claim?: RepeatClaim): Promise<void> {
      if ((planned.get(accountId) ?? []).length >= mostFaults) {
        throw new ValiseError(
          'state_conflict',
          `There are ${mostFaults} faults. Clear them first.`,
        );
      }
      await database.transact((repositories) => settle(repositories, claim, {}, clock.now()));
      planned.set(accountId, [...(planned.get(accountId) ?? []), { ...fault }]);
    },

    clear(accountId: AccountId): void {
      planned.delete(accountId);
    },

    /** The fault that a request of the account meets, which is counted; undefined for none. */
    take(accountId: AccountId, path: string): FaultKind | undefined {
      const faults = planned.get(accountId);
      const met = faults?.find((fault) => fault.path === undefined || path.startsWith(fault.path));
      if (faults === undefined || met === undefined) return undefined;
      met.left -= 1;
      const left = faults.filter((fault) => fault.left > 0);
      if (left.length === 0) planned.delete(accountId);
      else planned.set(accountId, left);
      return met.kind;
    },
  };
}
