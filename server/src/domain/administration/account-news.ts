import type { Account } from '../model/account.ts';
import type { AccountChange } from '../model/account-change.ts';
import { writeChange } from '../model/account-change.ts';
import type { Repositories } from '../model/database.ts';
import type { EventMail, EventRows, Events } from '../model/event.ts';
import type { Actor } from '../model/principal.ts';

/** More administrators than these are not told: a service has a handful. */
const mostTold = 200;

/** Tells all administrators, in the transaction of the act, so that none acts unseen by the others. */
export async function tellAdministrators(
  { events }: { events: Events },
  repositories: Pick<Repositories, 'administration' | EventRows>,
  actor: Actor,
  change: AccountChange,
): Promise<void> {
  const ids = [writeChange(change)];
  await mailAdministrators({ events }, repositories, actor, ({ email }) => ({
    ...{ kind: 'accounts_changed', to: email, ids },
  }));
}

/** Writes a mail to each administrator, in the transaction of the act that it tells of. */
export async function mailAdministrators(
  { events }: { events: Events },
  repositories: Pick<Repositories, 'administration' | EventRows>,
  actor: Actor,
  mailTo: (admin: Account) => EventMail,
): Promise<void> {
  for (const admin of await listAdministrators(repositories, mostTold)) {
    const mails = [mailTo(admin)];
    await events.tell(repositories, actor, {
      ...{ action: 'administrators.told', account: admin, mails },
    });
  }
}

/** Those who can sign in. */
async function listAdministrators(
  { administration }: Pick<Repositories, 'administration'>,
  limit: number,
): Promise<Account[]> {
  return await administration.listAccounts({ prefix: '', role: 'admin', state: 'active', limit });
}

/** Whether no administrator is left without this account. */
export async function isLastAdministrator(
  repositories: Pick<Repositories, 'administration'>,
  { id, role }: Pick<Account, 'id' | 'role'>,
): Promise<boolean> {
  if (role !== 'admin') return false;
  const admins = await listAdministrators(repositories, 2);
  return admins.every((admin) => admin.id === id);
}
