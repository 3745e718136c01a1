import type { DispatchFigures, DispatchState } from '../model/administration.ts';
import type { Clock } from '../model/clock.ts';
import type { DatabaseOf } from '../model/database.ts';
import type { DispatchId } from '../model/ids.ts';

interface Dependencies {
  database: DatabaseOf<'accounts' | 'administration'>;
  clock: Clock;
}

export interface DropQuery {
  /** The whole address of an account; empty for everybody. */
  sender: string;
  state?: DispatchState | undefined;
  after?: string | undefined;
}

export interface DropPage {
  drops: DispatchFigures[];
  /** The one after which the next page begins; undefined on the last page. */
  next: DispatchId | undefined;
}

export const dropsOnPage = 50;

/** What everybody has sent, asked for and got back, in figures. */
export function createDropFigures({ database, clock }: Dependencies) {
  return {
    async list({ sender, ...query }: DropQuery): Promise<DropPage> {
      const email = sender.trim().toLowerCase();
      const account = email === '' ? undefined : await database.accounts.findByEmail(email);
      if (email !== '' && account === undefined) return { drops: [], next: undefined };
      const found = await database.administration.listDispatches({
        ...query,
        accountId: account?.id,
        now: clock.now(),
        limit: dropsOnPage + 1,
      });
      const drops = found.slice(0, dropsOnPage);
      return { drops, next: found.length > dropsOnPage ? drops.at(-1)?.id : undefined };
    },
  };
}
