import type { Account } from '../model/account.ts';
import type { Actor } from '../model/principal.ts';
import type { EventRows, Events } from '../model/event.ts';
import type { Clock } from '../model/clock.ts';
import type { Contact, PartialContact } from '../model/contact.ts';
import { complete, isSameContact } from '../model/contact.ts';
import type { IdempotencyClaim } from '../model/idempotency.ts';
import { alreadyDone } from '../model/idempotency.ts';
import type { AccountId } from '../model/ids.ts';
import { createVersionedCache } from '../ports/versioned-cache.ts';
import type { Database, DatabaseOf, Repositories } from '../model/database.ts';
import { ValiseError, invalid } from '../model/valise-error.ts';

interface Dependencies {
  database: DatabaseOf<'accounts' | 'contacts' | 'contactGroups' | 'idempotency' | EventRows> &
    Pick<Database, 'version'>;
  events: Events;
  /** Whether receivers must be contacts. */
  contactsOnly: boolean;
  /** Whether a sent list replaces the contacts without refusing existing ones. */
  contactsReplace: boolean;
  clock: Pick<Clock, 'now'>;
}

export interface AddressBook {
  local: readonly Contact[];
  global: readonly Contact[];
}

/** Few and small address books only: reading is cheap compared with the memory. */
const maxCachedBooks = 200;
const maxCachedContacts = 200;

export type Contacts = ReturnType<typeof createContacts>;

export function createContacts(dependencies: Dependencies) {
  const { database, events, contactsOnly, contactsReplace, clock } = dependencies;

  const cache = createVersionedCache<AddressBook>(database, {
    maxEntries: maxCachedBooks,
    isKept: ({ local, global }) => local.length + global.length <= maxCachedContacts,
  });

  async function read(accountId: AccountId): Promise<AddressBook> {
    const [local, global] = await Promise.all([
      database.contacts.listLocal(accountId),
      database.contacts.listGlobal(),
    ]);
    return { local, global };
  }

  return {
    /** The address book, if it was read before and nothing changed since. Undefined says nothing. */
    findCached({ id }: Account): AddressBook | undefined {
      return cache.find(id);
    },

    async read({ id }: Account): Promise<AddressBook> {
      return await cache.getOrLoad(id, () => read(id));
    },

    /** Replaces the account's address book; see `refuseExisting` for what it refuses. */
    async replace(
      actor: Actor,
      account: Account,
      sent: readonly PartialContact[],
      claim?: IdempotencyClaim,
    ): Promise<{ isReplay: boolean }> {
      return await database.transact(async (repositories) => {
        await repositories.accounts.lock(account.id);
        if (await alreadyDone(repositories, account.id, claim, clock.now())) {
          return { isReplay: true };
        }
        const local = await repositories.contacts.listLocal(account.id);
        const global = await repositories.contacts.listGlobal();
        const contacts = sent.map((contact) => complete(contact));
        if (!contactsReplace) refuseExisting(local, global, contacts);
        const next = planReplacement(local, global, contacts);
        await repositories.contacts.replaceLocal(account.id, next);
        // Members are known by their address, so those who are still contacts stay members.
        await repositories.contactGroups.prune(account.id);
        const details = { before: local.length, after: next.length };
        await events.tell(repositories, actor, { action: 'contacts.replaced', account, details });
        return { isReplay: false };
      });
    },

    /** How many are chosen for the next transfer. */
    async countReceivers({ id }: Account): Promise<number> {
      return (await database.contacts.listReceivers(id)).length;
    },

    /** Sets the receivers of the next transfer. Missing fields come from the contact of that address. */
    async setReceivers(
      actor: Actor,
      account: Account,
      sent: readonly PartialContact[],
    ): Promise<void> {
      await database.transact(async (repositories) => {
        await repositories.accounts.lock(account.id);
        const contacts = await contactsByEmail(repositories, account.id);
        if (contactsOnly) refuseStrangers(sent, contacts);
        const receivers = sent.map((receiver) => ({
          ...complete(receiver, contacts.get(receiver.email)),
          ...(receiver.name === undefined ? {} : { name: receiver.name }),
        }));
        await repositories.contacts.replaceReceivers(account.id, receivers);
        const details = { receivers: receivers.length };
        await events.tell(repositories, actor, { action: 'receivers.set', account, details });
      });
    },

    async replaceGlobal(actor: Actor, contacts: readonly Contact[]): Promise<void> {
      await database.transact(async (repositories) => {
        await repositories.contacts.replaceGlobal(contacts);
        await events.tell(repositories, actor, {
          action: 'contacts.global_replaced',
          account: undefined,
          object: 'global',
          details: { contacts: contacts.length },
        });
      });
    },
  };
}

/** The local contacts after a client sent `sent`. A shared contact that is sent unchanged stays shared. */
export function planReplacement(
  local: readonly Contact[],
  global: readonly Contact[],
  sent: readonly Contact[],
): Contact[] {
  const localEmails = new Set(local.map((contact) => contact.email));
  const shared = new Map(global.map((contact) => [contact.email, contact]));
  return sent.filter((contact) => {
    const same = shared.get(contact.email);
    return localEmails.has(contact.email) || same === undefined || !isSameContact(same, contact);
  });
}

/**
 * The array replaces the stored one, and yet "adding a contact that exists fails": so an equal contact
 * is kept, a changed one is refused, and an array that would change nothing is refused as a whole.
 */
export function refuseExisting(
  local: readonly Contact[],
  global: readonly Contact[],
  sent: readonly Contact[],
): void {
  const stored = new Map([...global, ...local].map((contact) => [contact.email, contact]));
  for (const contact of sent) {
    const existing = stored.get(contact.email);
    if (existing !== undefined && !isSameContact(existing, contact)) throw contactExists(contact);
  }
  const localEmails = new Set(local.map((contact) => contact.email));
  const next = planReplacement(local, global, sent);
  const adds = next.some((contact) => !localEmails.has(contact.email));
  const [first] = sent;
  if (first !== undefined && !adds && next.length === local.length) throw contactExists(first);
}

function contactExists(contact: Contact): ValiseError {
  return new ValiseError('contact_exists', `${contact.email} is already a contact.`);
}

async function contactsByEmail(
  { contacts }: Pick<Repositories, 'contacts'>,
  accountId: AccountId,
): Promise<Map<string, Contact>> {
  const all = [...(await contacts.listGlobal()), ...(await contacts.listLocal(accountId))];
  return new Map(all.map((contact) => [contact.email, contact]));
}

function refuseStrangers(
  sent: readonly PartialContact[],
  contacts: ReadonlyMap<string, Contact>,
): void {
  const problems = sent.flatMap((receiver, index) =>
    contacts.has(receiver.email)
      ? []
      : [{ field: `[${index}].email`, problem: `${receiver.email} is not a contact.` }],
  );
  if (problems.length > 0) throw invalid(problems);
}
