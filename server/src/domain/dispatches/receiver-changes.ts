import type { Contact } from '../model/contact.ts';
import type { Repositories } from '../model/database.ts';
import type { DispatchOverview, DispatchReceiver } from '../model/dispatch.ts';
import type { AccountId, ReceiverId } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import type { Actor } from '../model/principal.ts';
import { ValiseError, invalid } from '../model/valise-error.ts';
import { refuseTooManyMailsOf } from '../notices/mail-limits.ts';
import type {
  ControlDependencies,
  ControlRepositories,
  Owner,
  SenderRules,
} from './change-dispatch.ts';
import { createChange, getReceiver, linkMailsTo, refuseLinkless } from './change-dispatch.ts';

/** Changes to the receivers of a live drop or grant, by its sender. The links of others stay as they are. */
export function createReceiverChanges(
  dependencies: ControlDependencies & SenderRules,
  owner: NonNullable<Owner>,
) {
  const { linkSecret, hasher, randomness, clock, mailLimits, contactsOnly, showsLinks } =
    dependencies;
  const change = createChange(dependencies, owner);

  /** Adds a receiver, with a link of their own, in place of another or of none. */
  async function add(
    repositories: ControlRepositories,
    overview: DispatchOverview,
    contact: Contact,
    replaced?: DispatchReceiver,
  ): Promise<DispatchReceiver> {
    const { dispatch, receivers } = overview;
    if (receivers.some(({ email }) => email === contact.email)) {
      throw invalid([{ field: 'receiver', problem: `${contact.email} is a receiver already.` }]);
    }
    const linked = receivers.filter((each) => each.linkHash !== undefined && each !== replaced);
    if (linked.length >= mailLimits.maxReceivers) {
      const problem = `one transfer may have ${mailLimits.maxReceivers}.`;
      throw invalid([{ field: 'receivers', problem }]);
    }
    await refuseTooManyMailsOf(repositories, owner.accountId, 1, clock.now(), mailLimits);
    const id = newId<ReceiverId>(randomness);
    const receiver: DispatchReceiver = {
      ...contact,
      id,
      linkHash: hasher.hash('link', linkSecret(id, 0)),
      linkGeneration: 0,
      inboxToken: newId(randomness),
    };
    await repositories.dispatches.addReceiver(dispatch.id, receiver);
    const added = { at: clock.now(), receiverId: receiver.id };
    await repositories.dispatches.noteChange(dispatch.id, added);
    return receiver;
  }

  /** The contact of an address; `unknown` where the account has none and may write to anybody. */
  async function getContact(
    repositories: Pick<Repositories, 'contacts' | 'contactBook'>,
    email: string,
    unknown: Contact,
  ): Promise<Contact> {
    const contact = await findContact(repositories, owner.accountId, email);
    if (contact !== undefined) return contact;
    if (!contactsOnly) return unknown;
    throw invalid([{ field: 'contact', problem: `${email} is not a contact.` }]);
  }

  return {
    /** Adds a receiver. `email` is an address in lower case. */
    async addReceiver(actor: Actor, id: string, email: string): Promise<void> {
      await change(actor, id, 'dispatch.receiver_added', async (repositories, overview) => {
        refuseLinkless(overview);
        const unknown = { email, number: '', language: '', groups: [], nick: '' };
        const contact = await getContact(repositories, email, unknown);
        const added = await add(repositories, overview, contact);
        const mails = linkMailsTo(overview.dispatch, [added]);
        return { details: { receiver: email }, receiver: added.id, mails };
      });
    },

    /**
     * Replaces a receiver by the same person at another address, in lower case: the old link ends, and what
     * it had begun to upload becomes unreadable. Name, language and number are taken from the contact of the
     * new address, or from the old receiver.
     */
    async correctAddress(
      actor: Actor,
      id: string,
      receiverId: string,
      email: string,
    ): Promise<void> {
      await change(actor, id, 'dispatch.address_corrected', async (repositories, overview) => {
        refuseLinkless(overview);
        const old = getReceiver(overview, owner, receiverId);
        const { number, language, groups, nick } = old;
        const unknown = { email, number, language, groups, nick };
        const contact = await getContact(repositories, email, unknown);
        const added = await add(repositories, overview, contact, old);
        await repositories.dispatches.endLink(old.id, clock.now());
        const uploads = await repositories.uploads.shredFor([old.id], clock.now());
        const details = { receiver: old.email, to: email, uploads };
        const mails = linkMailsTo(overview.dispatch, [added]);
        return { details, receiver: added.id, mails };
      });
    },

    /** The secret of a receiver's live link, if senders may see links. */
    async revealLink(actor: Actor, id: string, receiverId: string): Promise<string> {
      if (!showsLinks) throw linksHidden();
      let secret = '';
      await change(actor, id, 'dispatch.link_shown', async (_, overview) => {
        refuseLinkless(overview);
        const receiver = getReceiver(overview, owner, receiverId);
        secret = linkSecret(receiver.id, receiver.linkGeneration);
        if (receiver.linkHash?.equals(hasher.hash('link', secret)) !== true) {
          throw new ValiseError('dispatch_ended', 'The link of this receiver has ended.');
        }
        const details = { receiver: receiver.email };
        return Promise.resolve({ details, receiver: receiver.id });
      });
      return secret;
    },
  };
}

function linksHidden(): ValiseError {
  return new ValiseError('forbidden', 'The operator does not let senders see links.');
}

/** The account's own contact, or the shared one. */
async function findContact(
  { contacts, contactBook }: Pick<Repositories, 'contacts' | 'contactBook'>,
  accountId: AccountId,
  email: string,
): Promise<Contact | undefined> {
  const own = await contactBook.find(accountId, email);
  return own ?? (await contacts.listGlobal()).find((contact) => contact.email === email);
}
