import type { DispatchFigures } from '../model/administration.ts';
import type { Instant } from '../model/clock.ts';
import type { DatabaseOf } from '../model/database.ts';
import type { DispatchId } from '../model/ids.ts';
import { idPattern } from '../model/ids.ts';
import type { Actor } from '../model/principal.ts';
import { nothingHere } from '../model/valise-error.ts';

/** What can be done with everybody's dispatches, of which their owners are told. */
export interface DropControl {
  revoke(actor: Actor, id: string): Promise<unknown>;
  extend(actor: Actor, id: string, expiresAt: Instant): Promise<unknown>;
  resendUnfetched(actor: Actor, id: string): Promise<unknown>;
}

interface Dependencies {
  database: DatabaseOf<'administration'>;
  control: DropControl;
  /** The longest lifetime of a dispatch. */
  maxLifetimeMs: number;
}

/**
 * What an administrator does with anybody's drop, request or files received, without seeing what they are or who gets
 * them. The owner is mailed.
 */
export function createDropAdministration({ database, control, maxLifetimeMs }: Dependencies) {
  /** Throws `not_found`. */
  async function get(id: string): Promise<DispatchFigures> {
    const found = idPattern.test(id)
      ? await database.administration.findDispatch(id as DispatchId)
      : undefined;
    if (found === undefined) throw nothingHere();
    return found;
  }

  return {
    get,
    maxLifetimeMs,

    /** For everyone: links end, and files become unreadable at once. */
    async end(actor: Actor, id: string): Promise<void> {
      await get(id);
      await control.revoke(actor, id);
    },

    async extend(actor: Actor, id: string, expiresAt: Instant): Promise<void> {
      await get(id);
      await control.extend(actor, id, expiresAt);
    },

    /** Mails a new link to everyone who has not downloaded everything. */
    async resend(actor: Actor, id: string): Promise<void> {
      await get(id);
      await control.resendUnfetched(actor, id);
    },
  };
}
