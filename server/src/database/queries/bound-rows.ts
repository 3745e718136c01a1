import type { Selectable } from 'kysely';
import type { RowBinding } from '../../domain/model/row-binding.ts';
import type { Schema } from './schema.ts';

type ApiKeyRow = Selectable<Schema['api_keys']>;
type DispatchRow = Selectable<Schema['dispatches']>;
type ReceiverRow = Selectable<Schema['dispatch_receivers']>;

type BoundKey = Pick<ApiKeyRow, 'id' | 'account_id' | 'hash' | 'expires_at'>;
type BoundLink = Pick<ReceiverRow, 'id' | 'link_hash' | 'link_generation'>;
type BoundReceiver = Pick<ReceiverRow, 'id' | 'email' | 'number' | 'inbox_token'>;

/** What of a dispatch its receivers are bound to. */
export type BoundDispatch = Pick<DispatchRow, 'id' | 'account_id' | 'kind' | 'second_factor'>;

export type SignedReceiver = BoundReceiver & BoundLink & Pick<ReceiverRow, 'mac' | 'link_mac'>;

export type BoundRows = ReturnType<typeof createBoundRows>;

/** Which columns of which rows are bound to one another. The account is bound by id and address. */
export function createBoundRows(binding: RowBinding) {
  function fieldsOfKey(key: BoundKey, accountEmail: string) {
    const end = key.expires_at === null ? '' : String(key.expires_at);
    return ['api key', key.id, key.account_id, accountEmail, key.hash, end];
  }

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
    ];
  }

  function fieldsOfLink({ id, link_hash, link_generation }: BoundLink) {
    return ['link', id, link_hash ?? '', String(link_generation)];
  }

  return {
    codeOfKey: (key: BoundKey, accountEmail: string) =>
      binding.codeOf(...fieldsOfKey(key, accountEmail)),
    codeOfReceiver: (receiver: BoundReceiver, dispatch: BoundDispatch, sender: string) =>
      binding.codeOf(...fieldsOfReceiver(receiver, dispatch, sender)),
    codeOfLink: (link: BoundLink) => binding.codeOf(...fieldsOfLink(link)),

    /** Reports a key that is not as it was written. */
    isSoundKey(key: BoundKey & Pick<ApiKeyRow, 'mac'>, accountEmail: string): boolean {
      const isSound =
        key.mac !== null && binding.isCodeOf(key.mac, ...fieldsOfKey(key, accountEmail));
      if (!isSound) binding.onTampered({ table: 'api_keys', id: key.id });
      return isSound;
    },

    /** Reports a receiver that is not as it was written. A link counts for as long as there is one. */
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
