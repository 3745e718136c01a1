import { selectAccounts, setMac } from './bound-accounts.ts';
import { prepare } from './prepared-query.ts';
import { prepareSelect, prepareUpdate } from './rows-by-column.ts';
import type { BindPage } from './unbound-rows.ts';
import { rowsAtOnce } from './unbound-rows.ts';

interface Page {
  after: string;
  limit: number;
}

type Bound = { mac: Uint8Array };

const someAccounts = prepare('boundPeople.accounts', (db, given: Page) =>
  selectAccounts(db).where('account.id', '>', given.after).orderBy('account.id').limit(given.limit),
);

const someSessions = prepare('boundPeople.sessions', (db, given: Page) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('id', '>', given.after)
    .orderBy('id')
    .limit(given.limit),
);

const bindSession = prepareUpdate('boundPeople.bindSession', 'sessions', 'id', 'mac');
const codesOf = prepareSelect('boundPeople.recoveryCodes', 'recovery_codes', 'account_id');

const bindCode = prepare(
  'boundPeople.bindRecoveryCode',
  (db, given: Bound & { accountId: string; hash: Uint8Array }) =>
    db
      .updateTable('recovery_codes')
      .set({ mac: given.mac })
      .where('account_id', '=', given.accountId)
      .where('hash', '=', given.hash),
);

const somePasskeys = prepare('boundPeople.passkeys', (db, given: Page) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'account_id', 'created_at'])
    .where('id', '>', given.after)
    .orderBy('id')
    .limit(given.limit),
);

const bindAge = prepareUpdate('boundPeople.bindPasskey', 'passkeys', 'id', 'since_mac');

const someReceiverCodes = prepare('boundPeople.receiverCodes', (db, given: Page) =>
  db
    .selectFrom('receiver_codes')
    .selectAll()
    .where('mail_id', '>', given.after)
    .orderBy('mail_id')
    .limit(given.limit),
);

const bindReceiverCode = prepare(
  'boundPeople.bindReceiverCode',
  (db, given: Bound & { receiverId: string; browser: Uint8Array }) =>
    db
      .updateTable('receiver_codes')
      .set({ mac: given.mac })
      .where('receiver_id', '=', given.receiverId)
      .where('browser', '=', given.browser),
);

const someReceiverSessions = prepare(
  'boundPeople.receiverSessions',
  (db, given: { after: Uint8Array; limit: number }) =>
    db
      .selectFrom('receiver_sessions')
      .selectAll()
      .where('hash', '>', given.after)
      .orderBy('hash')
      .limit(given.limit),
);

const bindReceiverSession = prepareUpdate(
  'boundPeople.bindReceiverSession',
  'receiver_sessions',
  'hash',
  'mac',
);

/** With their recovery codes. */
const bindAccounts: BindPage = async (session, bound, after) => {
  const rows = await session.all(someAccounts, { after, limit: rowsAtOnce });
  for (const row of rows) {
    await session.change(setMac, { id: row.id, mac: bound.codeOfAccount(row) });
    for (const code of await session.all(codesOf, { account_id: row.id })) {
      const mac = bound.codeOfRecoveryCode(code);
      await session.change(bindCode, { accountId: row.id, hash: code.hash, mac });
    }
  }
  return rows.at(-1)?.id;
};

const bindSessions: BindPage = async (session, bound, after) => {
  const rows = await session.all(someSessions, { after, limit: rowsAtOnce });
  for (const row of rows) {
    await session.change(bindSession, { id: row.id, mac: bound.codeOfSession(row) });
  }
  return rows.at(-1)?.id;
};

const bindPasskeys: BindPage = async (session, bound, after) => {
  const rows = await session.all(somePasskeys, { after, limit: rowsAtOnce });
  for (const row of rows) {
    await session.change(bindAge, { id: row.id, since_mac: bound.codeOfAge(row) });
  }
  return rows.at(-1)?.id;
};

const bindReceiverCodes: BindPage = async (session, bound, after) => {
  const rows = await session.all(someReceiverCodes, { after, limit: rowsAtOnce });
  for (const row of rows) {
    const { receiver_id: receiverId, browser } = row;
    const mac = bound.codeOfReceiverCode(row);
    await session.change(bindReceiverCode, { receiverId, browser, mac });
  }
  return rows.at(-1)?.mail_id;
};

/** They have no id: their hashes, in hexadecimal digits, tell how far it has come. */
const bindReceiverSessions: BindPage = async (session, bound, after) => {
  const page = { after: Buffer.from(after, 'hex'), limit: rowsAtOnce };
  const rows = await session.all(someReceiverSessions, page);
  for (const row of rows) {
    const mac = bound.codeOfReceiverSession(row);
    await session.change(bindReceiverSession, { hash: row.hash, mac });
  }
  const last = rows.at(-1);
  return last && Buffer.from(last.hash).toString('hex');
};

/** Gives every row of people its MAC, also one that has a wrong one: older nodes change rows and leave it. */
export const unboundPeople: readonly BindPage[] = [
  bindAccounts,
  bindSessions,
  bindPasskeys,
  bindReceiverCodes,
  bindReceiverSessions,
];
