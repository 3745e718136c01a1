import type { Selectable } from 'kysely';
import type { RowBinding } from '../../domain/model/key-ring.ts';
import { prepare } from './prepared-query.ts';
import { dispatchOf, selectReceiversWithSender } from './receivers-with-sender.ts';
import type { Schema } from './schema.ts';
import type { Session } from './prepared-query.ts';

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

/** So many rows are bound in one transaction: others write in between. */
const rowsAtOnce = 500;

interface Page {
  after: string;
  limit: number;
}

const unboundKeys = prepare('boundRows.unboundKeys', (db, given: Page) =>
  db
    .selectFrom('api_keys as key')
    .innerJoin('accounts as account', 'account.id', 'key.account_id')
    .selectAll('key')
    .select('account.email as account_email')
    .where('key.mac', 'is', null)
    .where('key.id', '>', given.after)
    .orderBy('key.id')
    .limit(given.limit),
);

const unboundReceivers = prepare('boundRows.unboundReceivers', (db, given: Page) =>
  selectReceiversWithSender(db)
    .where('receiver.mac', 'is', null)
    .where('receiver.id', '>', given.after)
    .orderBy('receiver.id')
    .limit(given.limit),
);

const bindKey = prepare('boundRows.bindKey', (db, given: { id: string; mac: Uint8Array }) =>
  db.updateTable('api_keys').set({ mac: given.mac }).where('id', '=', given.id),
);

const bindReceiver = prepare(
  'boundRows.bindReceiver',
  (db, given: { id: string; mac: Uint8Array; linkMac: Uint8Array }) =>
    db
      .updateTable('dispatch_receivers')
      .set({ mac: given.mac, link_mac: given.linkMac })
      .where('id', '=', given.id),
);

/** Binds a page of what was written before rows were bound. Returns where the next one begins, if any. */
type BindPage = (session: Session, bound: BoundRows, after: string) => Promise<string | undefined>;

const bindKeys: BindPage = async (session, bound, after) => {
  const rows = await session.all(unboundKeys, { after, limit: rowsAtOnce });
  for (const row of rows) {
    await session.change(bindKey, { id: row.id, mac: bound.codeOfKey(row, row.account_email) });
  }
  return rows.at(-1)?.id;
};

const bindReceivers: BindPage = async (session, bound, after) => {
  const rows = await session.all(unboundReceivers, { after, limit: rowsAtOnce });
  for (const row of rows) {
    await session.change(bindReceiver, {
      id: row.id,
      mac: bound.codeOfReceiver(row, dispatchOf(row), row.sender_email),
      linkMac: bound.codeOfLink(row),
    });
  }
  return rows.at(-1)?.id;
};

/** One for each kind of row that is bound. */
export const unboundRows: readonly BindPage[] = [bindKeys, bindReceivers];

/** The same bytes as a Buffer, without copying them: drivers hand out either kind. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
