import type { Kysely, Selectable } from 'kysely';
import type { RowBinding } from '../../domain/model/key-ring.ts';
import { createBoundPeople } from './bound-people.ts';
import type { Schema } from './schema.ts';

type ApiKeyRow = Selectable<Schema['api_keys']>;
type DispatchRow = Selectable<Schema['dispatches']>;
type ReceiverRow = Selectable<Schema['dispatch_receivers']>;

type BoundKey = Pick<
  ApiKeyRow,
  'id' | 'account_id' | 'hash' | 'expires_at' | 'scopes' | 'networks'
>;
type BoundPasskey = Pick<
  Selectable<Schema['passkeys']>,
  'id' | 'account_id' | 'rp_id' | 'public_key' | 'algorithm'
>;
type BoundIdentity = Pick<
  Selectable<Schema['linked_identities']>,
  'issuer' | 'subject' | 'account_id'
>;
type BoundWebhook = Pick<
  Selectable<Schema['webhooks']>,
  | 'id'
  | 'account_id'
  | 'url'
  | 'kinds'
  | 'details'
  | 'signature'
  | 'sealed'
  | 'earlier_sealed'
  | 'earlier_until'
>;
type BoundLink = Pick<ReceiverRow, 'id' | 'link_hash' | 'link_generation'>;
type BoundReceiver = Pick<ReceiverRow, 'id' | 'email' | 'number' | 'inbox_token'>;

/** What of a dispatch the MAC of its receivers covers. */
export type BoundDispatch = Pick<
  DispatchRow,
  'id' | 'account_id' | 'kind' | 'second_factor' | 'password_hash'
>;

export type SignedReceiver = BoundReceiver & BoundLink & Pick<ReceiverRow, 'mac' | 'link_mac'>;

export type BoundRows = ReturnType<typeof createBoundRows>;

/** Which columns of which rows are bound to one another. The account is bound by id and address. */
export function createBoundRows(binding: RowBinding) {
  /**
   * A key with rights of its own has another MAC than earlier versions compute: their nodes refuse it, where they would
   * let it do everything. So does this one when its rights are deleted from the row.
   */
  function fieldsOfKey(key: BoundKey, accountEmail: string) {
    const end = key.expires_at === null ? '' : String(key.expires_at);
    const fields = ['api key', key.id, key.account_id, accountEmail, key.hash, end];
    const { scopes, networks } = key;
    if (scopes === null && networks === null) return fields;
    return [...fields, ...markOf('scopes', scopes), ...markOf('networks', networks)];
  }

  /** Of its own, so that nodes of an earlier version, which know no rights, take the key. */
  function fieldsOfContactsRight({ id }: Pick<ApiKeyRow, 'id'>) {
    return ['api key right', 'contacts', id];
  }

  function fieldsOfPasskey(passkey: BoundPasskey, accountEmail: string) {
    const { id, account_id, rp_id, public_key, algorithm } = passkey;
    return ['passkey', id, account_id, accountEmail, rp_id, public_key, String(algorithm)];
  }

  function fieldsOfIdentity({ issuer, subject, account_id }: BoundIdentity, accountEmail: string) {
    return ['identity', issuer, subject, account_id, accountEmail];
  }

  function fieldsOfWebhook(webhook: BoundWebhook) {
    const { id, account_id, url, kinds, details, signature, sealed } = webhook;
    const { earlier_sealed: earlier, earlier_until: until } = webhook;
    return [
      ...['webhook', id, account_id, url, String(details), signature],
      sealed,
      ...markOf('kinds', kinds),
      ...(earlier === null ? [] : ['earlier', earlier, String(until)]),
    ];
  }

  /**
   * That there is a password, so that it cannot be taken away; which one, its hash itself says, which is bound to the
   * dispatch. Nodes of an earlier version, which would not ask for it, take such a receiver for a forged one.
   */
  function fieldsOfReceiver(receiver: BoundReceiver, dispatch: BoundDispatch, sender: string) {
    return [
      'receiver',
      receiver.id,
      receiver.email,
      receiver.number,
      receiver.inbox_token,
      dispatch.id,
      dispatch.kind,
      dispatch.second_factor,
      dispatch.account_id,
      sender,
      ...(dispatch.password_hash === null ? [] : ['password']),
    ];
  }

  function fieldsOfLink({ id, link_hash, link_generation }: BoundLink) {
    return ['link', id, link_hash ?? '', String(link_generation)];
  }

  return {
    ...createBoundPeople(binding),
    codeOfKey: (key: BoundKey, accountEmail: string) =>
      binding.codeOf(...fieldsOfKey(key, accountEmail)),
    codeOfPasskey: (passkey: BoundPasskey, accountEmail: string) =>
      binding.codeOf(...fieldsOfPasskey(passkey, accountEmail)),
    codeOfIdentity: (identity: BoundIdentity, accountEmail: string) =>
      binding.codeOf(...fieldsOfIdentity(identity, accountEmail)),
    codeOfWebhook: (webhook: BoundWebhook) => binding.codeOf(...fieldsOfWebhook(webhook)),
    codeOfReceiver: (receiver: BoundReceiver, dispatch: BoundDispatch, sender: string) =>
      binding.codeOf(...fieldsOfReceiver(receiver, dispatch, sender)),
    codeOfLink: (link: BoundLink) => binding.codeOf(...fieldsOfLink(link)),

    /** Reports a key whose MAC is wrong. */
    isSoundKey(key: BoundKey & Pick<ApiKeyRow, 'mac'>, accountEmail: string): boolean {
      const isSound =
        key.mac !== null && binding.isCodeOf(key.mac, ...fieldsOfKey(key, accountEmail));
      if (!isSound) binding.onTampered({ table: 'api_keys', id: key.id });
      return isSound;
    },

    codeOfContactsRight: (key: Pick<ApiKeyRow, 'id'>) =>
      binding.codeOf(...fieldsOfContactsRight(key)),

    /** Whether a key has the right to replace contacts. Reports one that was not given by us. */
    mayReplaceContacts(key: Pick<ApiKeyRow, 'id' | 'contacts_mac'>): boolean {
      if (key.contacts_mac === null) return false;
      const isSound = binding.isCodeOf(key.contacts_mac, ...fieldsOfContactsRight(key));
      if (!isSound) binding.onTampered({ table: 'api_keys', id: key.id });
      return isSound;
    },

    /** Reports a passkey whose MAC is wrong. */
    isSoundPasskey(passkey: BoundPasskey & { mac: Uint8Array }, accountEmail: string): boolean {
      const isSound = binding.isCodeOf(passkey.mac, ...fieldsOfPasskey(passkey, accountEmail));
      if (!isSound) binding.onTampered({ table: 'passkeys', id: passkey.id });
      return isSound;
    },

    /** Reports an identity whose MAC is wrong. */
    isSoundIdentity(identity: BoundIdentity & { mac: Uint8Array }, accountEmail: string): boolean {
      const isSound = binding.isCodeOf(identity.mac, ...fieldsOfIdentity(identity, accountEmail));
      const id = `${identity.issuer} ${identity.subject}`;
      if (!isSound) binding.onTampered({ table: 'linked_identities', id });
      return isSound;
    },

    /** Reports a webhook whose MAC is wrong. */
    isSoundWebhook(webhook: BoundWebhook & { mac: Uint8Array }): boolean {
      const isSound = binding.isCodeOf(webhook.mac, ...fieldsOfWebhook(webhook));
      if (!isSound) binding.onTampered({ table: 'webhooks', id: webhook.id });
      return isSound;
    },

    /** Reports a receiver whose MAC is wrong. A link counts for as long as there is one. */
    isSoundReceiver(receiver: SignedReceiver, dispatch: BoundDispatch, sender: string): boolean {
      const { mac, link_hash, link_mac } = receiver;
      const isSound =
        mac !== null &&
        binding.isCodeOf(mac, ...fieldsOfReceiver(receiver, dispatch, sender)) &&
        (link_hash === null ||
          (link_mac !== null && binding.isCodeOf(link_mac, ...fieldsOfLink(receiver))));
      if (!isSound) binding.onTampered({ table: 'dispatch_receivers', id: receiver.id });
      return isSound;
    },
  };
}

/** What is not there is not the same as what is empty. */
function markOf(name: string, value: string | null): string[] {
  return value === null ? [] : [name, value];
}

/** Receivers, each with what its MAC covers: its dispatch and the sender of that. */
export function selectReceiversWithSender(db: Kysely<Schema>) {
  return db
    .selectFrom('dispatch_receivers as receiver')
    .innerJoin('dispatches as dispatch', 'dispatch.id', 'receiver.dispatch_id')
    .innerJoin('accounts as sender', 'sender.id', 'dispatch.account_id')
    .selectAll('receiver')
    .select([
      'dispatch.account_id',
      'dispatch.kind',
      'dispatch.second_factor',
      'dispatch.password_hash',
      'sender.email as sender_email',
    ]);
}

/** The dispatch of such a row. */
export function dispatchOf({
  dispatch_id: id,
  account_id,
  kind,
  second_factor,
  password_hash,
}: Omit<BoundDispatch, 'id'> & { dispatch_id: string }): BoundDispatch {
  return { id, account_id, kind, second_factor, password_hash };
}
