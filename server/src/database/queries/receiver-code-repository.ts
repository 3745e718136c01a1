import type { Selectable } from 'kysely';
import type { MailId, ReceiverId } from '../../domain/model/ids.ts';
import type {
  ReceiverCode,
  ReceiverCodeRepository,
  ReceiverSessionRepository,
  CodeChannel,
} from '../../domain/model/receiver-code.ts';
import type { BoundRows } from './bound-rows.ts';
import { bufferOf } from './rows.ts';
import { prepare, prepareInsert } from './prepared-query.ts';
import { prepareDelete, prepareEnd, preparePut, prepareSelect } from './rows-by-column.ts';
import type { ReceiverCodesTable } from './schema.ts';
import type { Session } from './prepared-query.ts';

interface CodeKey {
  receiverId: string;
  browser: Uint8Array;
}

const byBrowser = prepareSelect(
  'receiverCodes.byBrowser',
  'receiver_codes',
  'receiver_id',
  'browser',
);

const byMail = prepareSelect('receiverCodes.byMail', 'receiver_codes', 'mail_id');
const put = preparePut(
  'receiverCodes.put',
  'receiver_codes',
  ['receiver_id', 'browser'],
  ['mail_id', 'channel', 'hash', 'expires_at', 'tries_left', 'mac'],
);

const takeTry = prepare('receiverCodes.takeTry', (db, given: CodeKey & { now: number }) =>
  db
    .updateTable('receiver_codes')
    .set(({ eb }) => ({ tries_left: eb('tries_left', '-', 1) }))
    .where('receiver_id', '=', given.receiverId)
    .where('browser', '=', given.browser)
    .where('tries_left', '>', 0)
    .where('expires_at', '>', given.now)
    .returningAll(),
);

const remove = prepareDelete('receiverCodes.remove', 'receiver_codes', 'receiver_id', 'browser');
const endCodes = prepareEnd('receiverCodes.endExpired', 'receiver_codes');

export function createReceiverCodeRepository(
  session: Session,
  bound: BoundRows,
): ReceiverCodeRepository {
  /** Undefined where its MAC is wrong. */
  function soundOf(row: Selectable<ReceiverCodesTable> | undefined): ReceiverCode | undefined {
    return row && bound.isSoundReceiverCode(row) ? codeOf(row) : undefined;
  }

  return {
    async find(receiverId, browser) {
      const row = await session.first(byBrowser, { receiver_id: receiverId, browser });
      return soundOf(row);
    },

    async findByMail(id) {
      const row = await session.first(byMail, { mail_id: id });
      return soundOf(row);
    },

    async put(code) {
      const row = rowOf(code);
      await session.change(put, { ...row, mac: bound.codeOfReceiverCode(row) });
    },

    async takeTry(receiverId, browser, now) {
      const row = await session.first(takeTry, { receiverId, browser, now });
      return soundOf(row);
    },

    async delete(receiverId, browser) {
      await session.change(remove, { receiver_id: receiverId, browser });
    },

    async deleteExpired(at) {
      return await session.change(endCodes, { now: at });
    },
  };
}

const insertSession = prepareInsert('receiverSessions.insert', 'receiver_sessions', [
  'hash',
  'receiver_id',
  'expires_at',
  'mac',
]);

const aliveSession = prepare(
  'receiverSessions.alive',
  (db, given: { hash: Uint8Array; now: number }) =>
    db
      .selectFrom('receiver_sessions')
      .selectAll()
      .where('hash', '=', given.hash)
      .where('expires_at', '>', given.now),
);

const endSessions = prepareEnd('receiverSessions.endExpired', 'receiver_sessions');

export function createReceiverSessionRepository(
  session: Session,
  bound: BoundRows,
): ReceiverSessionRepository {
  return {
    async add({ hash, receiverId, expiresAt }) {
      const row = { hash, receiver_id: receiverId, expires_at: expiresAt };
      await session.change(insertSession, { ...row, mac: bound.codeOfReceiverSession(row) });
    },

    async find(hash, now) {
      const row = await session.first(aliveSession, { hash, now });
      if (row === undefined || !bound.isSoundReceiverSession(row)) return undefined;
      return {
        hash: bufferOf(row.hash),
        receiverId: row.receiver_id as ReceiverId,
        expiresAt: row.expires_at,
      };
    },

    async deleteExpired(now) {
      return await session.change(endSessions, { now });
    },
  };
}

function rowOf(code: ReceiverCode): Omit<ReceiverCodesTable, 'mac'> {
  return {
    receiver_id: code.receiverId,
    browser: code.browser,
    mail_id: code.id,
    channel: code.channel,
    hash: code.hash,
    expires_at: code.expiresAt,
    tries_left: code.triesLeft,
  };
}

function codeOf(row: Selectable<ReceiverCodesTable>): ReceiverCode {
  return {
    id: row.mail_id as MailId,
    receiverId: row.receiver_id as ReceiverId,
    browser: bufferOf(row.browser),
    channel: row.channel as CodeChannel,
    hash: bufferOf(row.hash),
    expiresAt: row.expires_at,
    triesLeft: row.tries_left,
  };
}
