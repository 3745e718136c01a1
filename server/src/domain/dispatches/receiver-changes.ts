import type { Contact } from '../model/contact.ts';
import { complete } from '../model/contact.ts';
import type { Repositories } from '../model/database.ts';
import type { DispatchOverview, DispatchReceiver } from '../model/dispatch.ts';
import { isBareLink } from '../model/dispatch.ts';
import type { DispatchId, ReceiverId } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import type { Actor } from '../model/principal.ts';
import type { RepeatClaim } from '../model/repeat.ts';
import { ValiseError, invalid } from '../model/valise-error.ts';
import { refuseTooManyMailsOf } from '../notices/mail-limits.ts';
import { endSentOn } from './sent-on.ts';
import { tellInboxes } from './tell-inboxes.ts';
import { refuseUnreachable } from './unreachable.ts';
import type {
  Change,
  Changed,
  ControlDependencies,
  ControlRepositories,
  Owner,
  SenderRules,
} from './change-dispatch.ts';
import {
  createChange,
  getReceiver,
  mailsToNew,
  refuseBareLinks,
  refuseLinkless,
} from './change-dispatch.ts';

/** Whom to add: what is left out is undefined. */
export type NewReceiver = Pick<Contact, 'email'> &
  Partial<Pick<Contact, 'number' | 'language' | 'nick'>>;

interface Addition {
  contact: Contact;
  pointer: string;
  replaced?: DispatchReceiver;
}

type Act = Parameters<Change<keyof ControlRepositories>>[3];

/** Changes to the receivers of a live drop or grant, by its sender. The links of others stay as they are. */
export function createReceiverChanges(
  dependencies: ControlDependencies & SenderRules,
  owner: NonNullable<Owner>,
) {
  const { linkSecret, hasher, randomness, clock, mailLimits, contactsOnly, showsLinks } =
    dependencies;
  const change = createChange(dependencies, owner);

  /** Adds a receiver, with a link of their own, in place of another or of none. `pointer`: to the address. */
  async function add(
    repositories: ControlRepositories,
    { dispatch, receivers }: DispatchOverview,
    { contact, pointer, replaced }: Addition,
  ): Promise<DispatchReceiver> {
    if (receivers.some(({ email }) => email === contact.email)) {
      const problem = `${contact.email} is a receiver already.`;
      throw invalid([{ field: 'receiver', problem, pointer }]);
    }
    const linked = receivers.filter(
      (each) => each.linkHash !== undefined && each !== replaced && !isBareLink(each),
    );
    if (linked.length >= mailLimits.maxReceivers) {
      const problem = `one transfer may have ${mailLimits.maxReceivers}.`;
      throw invalid([{ field: 'receivers', problem }]);
    }
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

  /** The contacts of these addresses; throws where there is none and the account may not write to anybody. */
  async function findContacts(
    { contacts }: Pick<Repositories, 'contacts'>,
    wanted: readonly { email: string; pointer: string }[],
  ): Promise<Map<string, Contact>> {
    const emails = wanted.map(({ email }) => email);
    const found = await contacts.findMany(owner.accountId, emails);
    const byEmail = new Map(found.map((contact) => [contact.email, contact]));
    const unknown = contactsOnly ? wanted.filter(({ email }) => !byEmail.has(email)) : [];
    if (unknown.length === 0) return byEmail;
    throw invalid(
      unknown.map(({ email, pointer }) => ({
        field: 'contact',
        problem: `${email} is not a contact.`,
        pointer,
      })),
    );
  }

  async function refuseTooManyMails(
    repositories: ControlRepositories,
    { dispatch }: DispatchOverview,
    count: number,
  ): Promise<void> {
    if (dispatch.notify === 'none') return;
    await refuseTooManyMailsOf(repositories, owner.accountId, count, clock.now(), mailLimits);
  }

  /** Adds receivers, all or none. Addresses are in lower case. What is left out is taken from their contacts. */
  async function addReceivers(
    actor: Actor,
    id: string,
    wanted: readonly NewReceiver[],
    claim?: RepeatClaim,
  ): Promise<Changed> {
    const act: Act = async (repositories, overview) => {
      refuseLinkless(overview);
      const placed = wanted.map((each, index) => ({
        ...each,
        pointer: `/receivers/${index}/email`,
      }));
      const contacts = await findContacts(repositories, placed);
      await refuseTooManyMails(repositories, overview, wanted.length);
      const receivers = [...overview.receivers];
      const before = receivers.length;
      const additions = placed.map(({ pointer, email, number, language, nick }) => {
        const given = { email, number, language, nick, groups: undefined };
        return { pointer, contact: complete(given, contacts.get(email)) };
      });
      const asContacts = additions.map(({ contact }) => contact);
      refuseUnreachable(overview.dispatch.secondFactor, asContacts, (email) => {
        const at = asContacts.findIndex((contact) => contact.email === email);
        return { field: 'number', pointer: `/receivers/${at}/number` };
      });
      for (const { pointer, contact } of additions) {
        receivers.push(await add(repositories, { ...overview, receivers }, { contact, pointer }));
      }
      const { dispatch } = overview;
      await tellInboxes(dependencies, repositories, actor, dispatch, receivers.slice(before));
      return receivers.slice(before).map((added) => {
        const mails = mailsToNew(overview.dispatch, [added]);
        return { details: { receiver: added.email }, receiver: added.id, mails };
      });
    };
    return await change(actor, id, 'dispatch.receiver_added', act, claim);
  }

  return {
    addReceivers,

    /** Adds a receiver. `email` is an address in lower case. */
    async addReceiver(actor: Actor, id: string, email: string): Promise<void> {
      await addReceivers(actor, id, [{ email }]);
    },

    /**
     * Replaces a receiver by the same person at another address, in lower case: the old link ends, and what it had
     * begun to upload becomes unreadable. Name, language and number are taken from the contact of the new address, or
     * from the old receiver. The outcome names the new one.
     */
    async correctAddress(
      actor: Actor,
      id: string,
      receiverId: string,
      email: string,
      claim?: RepeatClaim,
    ): Promise<Changed> {
      const act: Act = async (repositories, overview) => {
        refuseLinkless(overview);
        const old = getReceiver(overview, owner, receiverId);
        refuseBareLinks([old]);
        const { number, language, groups, nick } = old;
        const pointer = '/email';
        const contacts = await findContacts(repositories, [{ email, pointer }]);
        const contact = contacts.get(email) ?? { email, number, language, groups, nick };
        const { secondFactor } = overview.dispatch;
        refuseUnreachable(secondFactor, [contact], () => ({ field: 'number', pointer }));
        await refuseTooManyMails(repositories, overview, 1);
        const added = await add(repositories, overview, { contact, pointer, replaced: old });
        await tellInboxes(dependencies, repositories, actor, overview.dispatch, [added]);
        await repositories.dispatches.endLink(old.id, clock.now());
        const uploads = await repositories.uploads.shredFor([old.id], clock.now());
        await endSentOn(dependencies, repositories, actor, { receiver: old.id });
        await dependencies.events.tell(repositories, actor, {
          action: 'receiver.replaced',
          account: { id: owner.accountId },
          ids: { dispatch: id as DispatchId, dispatchKind: owner.kind, receiver: old.id },
        });
        const details = { receiver: old.email, to: email, uploads };
        const mails = mailsToNew(overview.dispatch, [added]);
        return { details, receiver: added.id, mails };
      };
      return await change(actor, id, 'dispatch.address_corrected', act, claim);
    },

    /** The secrets of the live links of all receivers, or of some, if senders may see links. */
    async revealLinks(
      actor: Actor,
      id: string,
      only?: readonly ReceiverId[],
    ): Promise<ReadonlyMap<ReceiverId, string>> {
      if (!showsLinks) throw linksHidden();
      const secrets = new Map<ReceiverId, string>();
      await change(actor, id, 'dispatch.link_shown', (_, overview) => {
        refuseLinkless(overview);
        secrets.clear();
        const wanted = only && new Set(only);
        const linked = overview.receivers.filter(
          (each) =>
            each.linkHash !== undefined && !isBareLink(each) && wanted?.has(each.id) !== false,
        );
        const shown = linked.map(({ id: receiver, linkGeneration, email }) => {
          secrets.set(receiver, linkSecret(receiver, linkGeneration));
          return { details: { receiver: email }, receiver };
        });
        return Promise.resolve(shown);
      });
      return secrets;
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
