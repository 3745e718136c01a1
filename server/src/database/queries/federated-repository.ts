import type { Kysely, Selectable } from 'kysely';
import type { AccountId } from '../../domain/model/ids.ts';
import type {
  LinkedIdentity,
  LinkedIdentityRepository,
  Passkey,
  PasskeyRepository,
} from '../../domain/model/passkey.ts';
import type { BoundRows } from './bound-rows.ts';
import { bufferOf } from './rows.ts';
import { prepare, prepareInsert } from './prepared-query.ts';
import { prepareDelete } from './rows-by-column.ts';
import type { Session } from './prepared-query.ts';
import type { Schema } from './schema.ts';

const emailOfAccount = prepare('federated.emailOfAccount', (db, given: { accountId: string }) =>
  db.selectFrom('accounts').select('email').where('id', '=', given.accountId),
);

/** The address that the MAC of a row covers. */
async function emailOf(session: Session, accountId: string): Promise<string> {
  return (await session.first(emailOfAccount, { accountId }))?.email ?? '';
}

const passkeyColumns = [
  'id',
  'account_id',
  'rp_id',
  'public_key',
  'algorithm',
  'counter',
  'name',
  'created_at',
  'last_used_at',
  'mac',
  'since_mac',
] as const;

const insertPasskey = prepareInsert('passkeys.insert', 'passkeys', passkeyColumns, ['id']);

function passkeysWithAddress(db: Kysely<Schema>) {
  return db
    .selectFrom('passkeys as passkey')
    .innerJoin('accounts as account', 'account.id', 'passkey.account_id')
    .selectAll('passkey')
    .select('account.email as account_email');
}

const passkeyById = prepare('passkeys.byId', (db, given: { id: string }) =>
  passkeysWithAddress(db).where('passkey.id', '=', given.id),
);

const passkeysOfAccount = prepare('passkeys.ofAccount', (db, given: { accountId: string }) =>
  passkeysWithAddress(db)
    .where('passkey.account_id', '=', given.accountId)
    .orderBy('passkey.created_at')
    .orderBy('passkey.id'),
);

const usePasskey = prepare(
  'passkeys.use',
  (db, given: { id: string; counter: number; at: number }) =>
    db
      .updateTable('passkeys')
      .set({ counter: given.counter, last_used_at: given.at })
      .where('id', '=', given.id)
      .where((eb) =>
        eb.or([
          eb('counter', '<', given.counter),
          eb.and([eb('counter', '=', 0), eb('counter', '=', given.counter)]),
        ]),
      ),
);

const renamePasskey = prepare(
  'passkeys.rename',
  (db, given: { accountId: string; id: string; name: string }) =>
    db
      .updateTable('passkeys')
      .set({ name: given.name })
      .where('id', '=', given.id)
      .where('account_id', '=', given.accountId),
);

const removePasskey = prepareDelete('passkeys.remove', 'passkeys', 'id', 'account_id');

const rpIdBefore = prepare('passkeys.rpIdBefore', (db, given: { rpId: string }) =>
  db.selectFrom('passkeys').select('rp_id').where('rp_id', '<', given.rpId).limit(1),
);

const rpIdAfter = prepare('passkeys.rpIdAfter', (db, given: { rpId: string }) =>
  db.selectFrom('passkeys').select('rp_id').where('rp_id', '>', given.rpId).limit(1),
);

export function createPasskeyRepository(session: Session, bound: BoundRows): PasskeyRepository {
  function isSound(row: Selectable<Schema['passkeys']> & { account_email: string }): boolean {
    return bound.isSoundPasskey(row, row.account_email) && bound.isSoundAge(row);
  }

  return {
    async add(passkey) {
      const row = {
        id: passkey.id,
        account_id: passkey.accountId,
        rp_id: passkey.rpId,
        public_key: passkey.publicKey,
        algorithm: passkey.algorithm,
        counter: passkey.counter,
        name: passkey.name,
        created_at: passkey.createdAt,
        last_used_at: passkey.lastUsedAt ?? null,
      };
      const mac = bound.codeOfPasskey(row, await emailOf(session, passkey.accountId));
      const since_mac = bound.codeOfAge(row);
      return (await session.change(insertPasskey, { ...row, mac, since_mac })) > 0;
    },

    async find(id) {
      const row = await session.first(passkeyById, { id });
      return row && isSound(row) ? passkeyOf(row) : undefined;
    },

    async listFor(accountId) {
      const rows = await session.all(passkeysOfAccount, { accountId });
      return rows.filter(isSound).map(passkeyOf);
    },

    async use(id, counter, at) {
      return (await session.change(usePasskey, { id, counter, at })) > 0;
    },

    async rename(accountId, id, name) {
      return (await session.change(renamePasskey, { accountId, id, name })) > 0;
    },

    async remove(accountId, id) {
      return (await session.change(removePasskey, { account_id: accountId, id })) > 0;
    },

    async findOtherRpId(rpId) {
      const before = await session.first(rpIdBefore, { rpId });
      return (before ?? (await session.first(rpIdAfter, { rpId })))?.rp_id;
    },
  };
}

function passkeyOf(row: Selectable<Schema['passkeys']>): Passkey {
  return {
    id: row.id,
    accountId: row.account_id as AccountId,
    rpId: row.rp_id,
    publicKey: bufferOf(row.public_key),
    algorithm: row.algorithm,
    counter: row.counter,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
  };
}

const identityColumns = [
  'issuer',
  'subject',
  'account_id',
  'label',
  'created_at',
  'last_used_at',
  'mac',
] as const;

const insertIdentity = prepareInsert('identities.insert', 'linked_identities', identityColumns, [
  ...(['issuer', 'subject'] as const),
]);

interface IdentityKey {
  issuer: string;
  subject: string;
}

const identityByKey = prepare('identities.byKey', (db, given: IdentityKey) =>
  db
    .selectFrom('linked_identities as identity')
    .innerJoin('accounts as account', 'account.id', 'identity.account_id')
    .selectAll('identity')
    .select('account.email as account_email')
    .where('identity.issuer', '=', given.issuer)
    .where('identity.subject', '=', given.subject),
);

const identitiesOfAccount = prepare('identities.ofAccount', (db, given: { accountId: string }) =>
  db
    .selectFrom('linked_identities as identity')
    .innerJoin('accounts as account', 'account.id', 'identity.account_id')
    .selectAll('identity')
    .select('account.email as account_email')
    .where('identity.account_id', '=', given.accountId)
    .orderBy('identity.created_at')
    .orderBy('identity.subject'),
);

const useIdentity = prepare('identities.use', (db, given: IdentityKey & { at: number }) =>
  db
    .updateTable('linked_identities')
    .set({ last_used_at: given.at })
    .where('issuer', '=', given.issuer)
    .where('subject', '=', given.subject),
);

const removeIdentity = prepareDelete(
  'identities.remove',
  'linked_identities',
  'issuer',
  'subject',
  'account_id',
);

export function createLinkedIdentityRepository(
  session: Session,
  bound: BoundRows,
): LinkedIdentityRepository {
  return {
    async add(identity) {
      const row = {
        issuer: identity.issuer,
        subject: identity.subject,
        account_id: identity.accountId,
        label: identity.label,
        created_at: identity.createdAt,
        last_used_at: identity.lastUsedAt ?? null,
      };
      const mac = bound.codeOfIdentity(row, await emailOf(session, identity.accountId));
      return (await session.change(insertIdentity, { ...row, mac })) > 0;
    },

    async find(issuer, subject) {
      const row = await session.first(identityByKey, { issuer, subject });
      return row && bound.isSoundIdentity(row, row.account_email) ? identityOf(row) : undefined;
    },

    async listFor(accountId) {
      const rows = await session.all(identitiesOfAccount, { accountId });
      return rows.filter((row) => bound.isSoundIdentity(row, row.account_email)).map(identityOf);
    },

    async use(issuer, subject, at) {
      await session.change(useIdentity, { issuer, subject, at });
    },

    async remove(accountId, issuer, subject) {
      return (await session.change(removeIdentity, { account_id: accountId, issuer, subject })) > 0;
    },
  };
}

function identityOf(row: Selectable<Schema['linked_identities']>): LinkedIdentity {
  return {
    issuer: row.issuer,
    subject: row.subject,
    accountId: row.account_id as AccountId,
    label: row.label,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
  };
}
