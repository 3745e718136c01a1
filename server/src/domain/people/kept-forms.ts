import type { Account } from '../model/account.ts';
import type { Clock } from '../model/clock.ts';
import { minute } from '../model/clock.ts';
import type { DatabaseOf } from '../model/database.ts';
import type { KeptFormId, Randomness } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import type { FormSealer } from '../ports/hashers.ts';

/** As long as a person may take at an identity provider, and for a second attempt. */
export const keptFormMs = 30 * minute;

/** What a person sent, and where to. */
export interface KeptContent {
  path: string;
  fields: readonly (readonly [name: string, value: string])[];
}

export type KeptForms = ReturnType<typeof createKeptForms>;

/**
 * Keeps a form while its sender proves at an identity provider who they are: the browser leaves the page, and
 * its fields are lost. Forms may contain codes, and are encrypted. An account has one at a time, so that
 * nobody fills the database with them.
 */
export function createKeptForms(dependencies: {
  database: DatabaseOf<'keptForms'>;
  formSealer: FormSealer;
  randomness: Randomness;
  clock: Pick<Clock, 'now'>;
}) {
  const { database, formSealer, randomness, clock } = dependencies;
  return {
    async keep({ id: accountId }: Account, content: KeptContent): Promise<KeptFormId> {
      const id = newId<KeptFormId>(randomness);
      const sealed = formSealer.seal(accountId, JSON.stringify(content));
      const expiresAt = clock.now() + keptFormMs;
      await database.keptForms.put({ id, accountId, sealed, expiresAt });
      return id;
    },

    /** Undefined for one that expired, was replaced by another, or belongs to another account. */
    async find({ id: accountId }: Account, id: string): Promise<KeptContent | undefined> {
      const form = await database.keptForms.find(accountId, id as KeptFormId);
      if (form === undefined || form.expiresAt <= clock.now()) return undefined;
      return JSON.parse(formSealer.open(accountId, form.sealed)) as KeptContent;
    },
  };
}
