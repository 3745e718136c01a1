import type { AccountId } from './ids.ts';

/** Someone who receives files. Unset fields are empty. */
export interface Contact {
  email: string;
  number: string;
  language: string;
  groups: string[];
  nick: string;
}

/** A contact chosen for the next transfer. */
export interface Receiver extends Contact {
  /** The client's own name for it, which history returns. */
  name?: string;
}

/** A contact as a client sent it: fields it left out are undefined. */
export type PartialContact = { email: string } & {
  [Field in Exclude<keyof Contact, 'email'>]: Contact[Field] | undefined;
} & Pick<Receiver, 'name'>;

/** Lists are kept and returned in the order in which they were sent. */
export interface ContactRepository {
  listLocal(accountId: AccountId): Promise<Contact[]>;
  replaceLocal(accountId: AccountId, contacts: readonly Contact[]): Promise<void>;
  listGlobal(): Promise<Contact[]>;
  countGlobal(): Promise<number>;
  replaceGlobal(contacts: readonly Contact[]): Promise<void>;
  /** Whether the account has a contact of its own, or there is a global one. */
  hasAny(accountId: AccountId): Promise<boolean>;
  /** The contacts of these addresses: the account's own, or else a global one. */
  findMany(accountId: AccountId, emails: readonly string[]): Promise<Contact[]>;
  /**
   * Global contacts whose address or name begins with the prefix, then those that have words which begin with its
   * words. Letters at the beginning of a name match as they are given, in lower case and capitalised.
   */
  searchGlobal(prefix: string, limit: number): Promise<Contact[]>;
  /** Whether there are global contacts that an older version wrote, which are not found by their words yet. */
  hasGlobalWithoutKeys(): Promise<boolean>;
  addGlobalKeys(): Promise<void>;
  listReceivers(accountId: AccountId): Promise<Receiver[]>;
  replaceReceivers(accountId: AccountId, receivers: readonly Receiver[]): Promise<void>;
}

/** Fills missing fields from `known`, and the rest with nothing. */
export function complete(sent: PartialContact, known?: Contact): Contact {
  return {
    email: sent.email,
    number: sent.number ?? known?.number ?? '',
    language: sent.language ?? known?.language ?? '',
    groups: sent.groups ?? known?.groups ?? [],
    nick: sent.nick ?? known?.nick ?? '',
  };
}

/** Whether all five fields are the same. */
export function isSameContact(a: Contact, b: Contact): boolean {
  return (
    a.email === b.email &&
    a.number === b.number &&
    a.language === b.language &&
    a.nick === b.nick &&
    a.groups.length === b.groups.length &&
    a.groups.every((group, index) => group === b.groups[index])
  );
}
