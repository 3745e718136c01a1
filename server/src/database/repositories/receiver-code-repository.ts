import type { Selectable } from 'kysely';
import type { MailId, ReceiverId } from '../../domain/ids.ts';
import type {
  ReceiverCode,
  ReceiverCodeRepository,
  ReceiverSessionRepository,
} from '../../domain/receiver-code.ts';
import type { CodeChannel } from '../../domain/second-factor-mode.ts';
import { bufferOf } from '../bytes.ts';
import type { ReceiverCodesTable } from '../schema.ts';
import type { Session } from '../session.ts';

export function createReceiverCodeRepository({ db }: Session): ReceiverCodeRepository {
  return {
    async find(receiverId) {
      const row = await db
        .selectFrom('receiver_codes')
        .selectAll()
        .where('receiver_id', '=', receiverId)
        .executeTakeFirst();
      return row && codeOf(row);
    },

    async put(code) {
      const { receiver_id, ...rest } = rowOf(code);
      await db
        .insertInto('receiver_codes')
        .values({ receiver_id, ...rest })
        .onConflict((conflict) => conflict.column('receiver_id').doUpdateSet(rest))
        .execute();
    },

    async takeTry(receiverId, now) {
      const row = await db
        .updateTable('receiver_codes')
        .set(({ eb }) => ({ tries_left: eb('tries_left', '-', 1) }))
        .where('receiver_id', '=', receiverId)
        .where('tries_left', '>', 0)
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst();
      return row && codeOf(row);
    },

    async delete(receiverId) {
      await db.deleteFrom('receiver_codes').where('receiver_id', '=', receiverId).execute();
    },

    async deleteExpired(at) {
      const { numDeletedRows } = await db
        .deleteFrom('receiver_codes')
        .where('expires_at', '<=', at)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}

export function createReceiverSessionRepository({ db }: Session): ReceiverSessionRepository {
  return {
    async add({ hash, receiverId, expiresAt }) {
      await db
        .insertInto('receiver_sessions')
        .values({ hash, receiver_id: receiverId, expires_at: expiresAt })
        .execute();
    },

    async find(hash, now) {
      const row = await db
        .selectFrom('receiver_sessions')
        .selectAll()
        .where('hash', '=', hash)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return (
        row && {
          hash: bufferOf(row.hash),
          receiverId: row.receiver_id as ReceiverId,
          expiresAt: row.expires_at,
        }
      );
    },

    async deleteExpired(now) {
      const { numDeletedRows } = await db
        .deleteFrom('receiver_sessions')
        .where('expires_at', '<=', now)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}

function rowOf(code: ReceiverCode): ReceiverCodesTable {
  return {
    receiver_id: code.receiverId,
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
    channel: row.channel as CodeChannel,
    hash: bufferOf(row.hash),
    expiresAt: row.expires_at,
    triesLeft: row.tries_left,
  };
}
