import type { Account, Role } from '../model/account.ts';
import type { AccountChange } from '../model/account-change.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { EventRows } from '../model/event.ts';
import type { AccountId } from '../model/ids.ts';
import { isPlainText } from '../model/message.ts';
import type { Actor } from '../model/principal.ts';
import { nothingHere } from '../model/valise-error.ts';
import { maxDisplayNameLength } from '../people/account-links.ts';
import type { RemovedRows } from '../people/remove-account.ts';
import { removeAccount } from '../people/remove-account.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import type { Refusal } from './account-administration.ts';
import { isLastAdministrator, tellAdministrators } from './account-news.ts';

type Rows = 'administration' | 'sessions' | RemovedRows | EventRows;

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events'> {
  database: DatabaseOf<Rows>;
}

/** Why a change was refused. */
export type ChangeRefusal =
  Extract<Refusal, 'last_admin' | 'not_a_person'> | 'own_change' | 'bad_name';

/**
 * What an administrator changes of who somebody is. Their owner and all administrators are told of each act, and nobody
 * does it to their own account.
 */
export function createAccountChanges({ database, events, clock }: Dependencies) {
  async function change(
    actor: Actor,
    self: Account,
    id: AccountId,
    act: (
      repositories: Pick<Repositories, Rows>,
      account: Account,
    ) => Promise<{ refused: ChangeRefusal } | AccountChange['what']>,
  ): Promise<ChangeRefusal | undefined> {
    if (id === self.id) return 'own_change';
    return await database.transact(async (repositories) => {
      const account = await repositories.accounts.lock(id);
      if (account === undefined) throw nothingHere();
      const done = await act(repositories, account);
      if (typeof done !== 'string') return done.refused;
      const news = { what: done, account: account.email, by: self.email };
      await tellAdministrators({ events }, repositories, actor, news);
      return undefined;
    });
  }

  return {
    /** Of a person. Sessions end, so that nothing goes on under the former role. */
    async setRole(
      actor: Actor,
      self: Account,
      id: AccountId,
      role: Exclude<Role, 'api'>,
    ): Promise<ChangeRefusal | undefined> {
      return await change(actor, self, id, async (repositories, account) => {
        if (account.role === 'api') return { refused: 'not_a_person' };
        if (role !== 'admin' && (await isLastAdministrator(repositories, account))) {
          return { refused: 'last_admin' };
        }
        await repositories.accounts.setRole(id, role);
        await repositories.sessions.removeAll(id);
        const details = { role };
        await events.tell(repositories, actor, { action: 'account.role_set', account, details });
        return role;
      });
    },

    /** Empty for none. */
    async setName(
      actor: Actor,
      self: Account,
      id: AccountId,
      name: string,
    ): Promise<ChangeRefusal | undefined> {
      if (name.length > maxDisplayNameLength || !isPlainText(name)) return 'bad_name';
      return await change(actor, self, id, async (repositories, account) => {
        if (account.role === 'api') return { refused: 'not_a_person' };
        await repositories.accounts.setDisplayName(id, name);
        await events.tell(repositories, actor, { action: 'account.name_set', account });
        return 'name';
      });
    },

    /** With all that it uploaded, or was about to receive. The audit trail stays. */
    async remove(actor: Actor, self: Account, id: AccountId): Promise<ChangeRefusal | undefined> {
      return await change(actor, self, id, async (repositories, account) => {
        if (await isLastAdministrator(repositories, account)) return { refused: 'last_admin' };
        await removeAccount(repositories, id, clock.now());
        const removed = { action: 'account.removed', account, mails: [] } as const;
        await events.tell(repositories, actor, removed);
        // A mail belongs to an account that is there: the removed one would take it along.
        await events.tell(repositories, actor, {
          action: 'administrators.told',
          account: self,
          mails: [{ kind: 'account_removed', to: account.email }],
        });
        return 'removed';
      });
    },
  };
}
