import type { Selectable } from 'kysely';
import type { RowBinding, TamperedRow } from '../../domain/model/key-ring.ts';
import type { Schema } from './schema.ts';

type AccountRow = Selectable<Schema['accounts']>;
type SessionRow = Selectable<Schema['sessions']>;
type PasskeyRow = Selectable<Schema['passkeys']>;
type RecoveryCodeRow = Selectable<Schema['recovery_codes']>;
type ReceiverCodeRow = Selectable<Schema['receiver_codes']>;
type ReceiverSessionRow = Selectable<Schema['receiver_sessions']>;

/** What of an account its MAC covers: who it is, what it may do, and what protects it. */
export type BoundAccount = Pick<
  AccountRow,
  'id' | 'email' | 'role' | 'disabled_at' | 'second_factor'
> & {
  /** The encrypted secret of its confirmed authenticator, and when it was confirmed; NULL where there is none. */
  authenticator: Uint8Array | null;
  authenticator_since: number | null;
  /** When the password was last reset through a link; NULL where it never was. */
  password_reset_at: number | null;
};

type Unsigned<Row> = Omit<Row, 'mac'>;
export type BoundSession = Unsigned<Omit<SessionRow, 'last_used_at' | 'source' | 'client'>>;
type BoundCode = Unsigned<Omit<ReceiverCodeRow, 'tries_left'>>;
type BoundAge = Pick<PasskeyRow, 'id' | 'account_id' | 'created_at'>;
type Mac = Pick<AccountRow, 'mac'>;
type Fields = (string | Uint8Array)[];

const textOf = (number: number | null) => (number === null ? '' : String(number));

function fieldsOfAccount(account: BoundAccount): Fields {
  const { id, email, role, disabled_at, second_factor, authenticator } = account;
  return [
    ...['account', id, email, role, textOf(disabled_at), second_factor],
    authenticator ?? '',
    ...[account.authenticator_since, account.password_reset_at].map(textOf),
  ];
}

function fieldsOfSession(session: BoundSession): Fields {
  const { id, account_id, state, hash, created_at, proved_at, expires_at } = session;
  const { proved_by, factor_since, proof_hash } = session;
  return [
    ...['session', id, account_id, state, hash],
    ...[created_at, proved_at, expires_at].map(textOf),
    ...[proved_by ?? '', textOf(factor_since), proof_hash ?? ''],
  ];
}

/** Apart from the other columns of a passkey: nodes of an earlier version verify those without it. */
function fieldsOfAge({ id, account_id, created_at }: BoundAge): Fields {
  return ['passkey age', id, account_id, String(created_at)];
}

function fieldsOfRecoveryCode({ account_id, hash }: Unsigned<RecoveryCodeRow>): Fields {
  return ['recovery code', account_id, hash];
}

function fieldsOfReceiverCode(code: BoundCode): Fields {
  const { receiver_id, browser, mail_id, channel, hash, expires_at } = code;
  return ['receiver code', receiver_id, browser, mail_id, channel, hash, String(expires_at)];
}

function fieldsOfReceiverSession(session: Unsigned<ReceiverSessionRow>): Fields {
  const { hash, receiver_id, expires_at } = session;
  return ['receiver session', hash, receiver_id, String(expires_at)];
}

/** Which columns of the rows of people are bound to one another. */
export function createBoundPeople(binding: RowBinding) {
  /** Reports a row whose MAC is wrong. While older nodes write rows without one, every row is taken as it is. */
  function isSound(row: TamperedRow, { mac }: Mac, fields: Fields): boolean {
    if (mac !== null && binding.isCodeOf(mac, ...fields)) return true;
    if (!binding.coversPeople()) return true;
    binding.onTampered(row);
    return false;
  }

  return {
    codeOfAccount: (account: BoundAccount) => binding.codeOf(...fieldsOfAccount(account)),
    codeOfSession: (session: BoundSession) => binding.codeOf(...fieldsOfSession(session)),
    codeOfAge: (passkey: BoundAge) => binding.codeOf(...fieldsOfAge(passkey)),
    codeOfRecoveryCode: (code: Unsigned<RecoveryCodeRow>) =>
      binding.codeOf(...fieldsOfRecoveryCode(code)),
    codeOfReceiverCode: (code: BoundCode) => binding.codeOf(...fieldsOfReceiverCode(code)),
    codeOfReceiverSession: (session: Unsigned<ReceiverSessionRow>) =>
      binding.codeOf(...fieldsOfReceiverSession(session)),

    isSoundAccount: (account: BoundAccount & Mac) =>
      isSound({ table: 'accounts', id: account.id }, account, fieldsOfAccount(account)),
    isSoundSession: (session: BoundSession & Mac) =>
      isSound({ table: 'sessions', id: session.id }, session, fieldsOfSession(session)),
    isSoundAge: (passkey: BoundAge & Pick<PasskeyRow, 'since_mac'>) =>
      isSound(
        { table: 'passkeys', id: passkey.id },
        { mac: passkey.since_mac },
        fieldsOfAge(passkey),
      ),
    isSoundRecoveryCode: (code: RecoveryCodeRow) =>
      isSound({ table: 'recovery_codes', id: code.account_id }, code, fieldsOfRecoveryCode(code)),
    isSoundReceiverCode: (code: BoundCode & Mac) =>
      isSound({ table: 'receiver_codes', id: code.receiver_id }, code, fieldsOfReceiverCode(code)),
    isSoundReceiverSession: (session: ReceiverSessionRow) =>
      isSound(
        { table: 'receiver_sessions', id: session.receiver_id },
        session,
        fieldsOfReceiverSession(session),
      ),
  };
}
