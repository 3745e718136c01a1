import type { IdempotencyRepository, SentMarks } from '../../domain/model/idempotency.ts';
import { fileMarkBytes } from '../../domain/model/idempotency.ts';
import { bufferOf } from './rows.ts';
import { prepare } from './prepared-query.ts';
import type { Schema } from './schema.ts';
import type { Session } from './prepared-query.ts';

const alive = prepare(
  'idempotency.alive',
  (db, given: { accountId: string; keyHash: Uint8Array; now: number }) =>
    db
      .selectFrom('idempotency_keys')
      .select(['request_hash', 'receivers_mark', 'file_marks'])
      .where('account_id', '=', given.accountId)
      .where('key_hash', '=', given.keyHash)
      .where('expires_at', '>', given.now),
);

const put = prepare('idempotency.put', (db, given: Schema['idempotency_keys']) =>
  db
    .insertInto('idempotency_keys')
    .values({
      account_id: given.account_id,
      key_hash: given.key_hash,
      request_hash: given.request_hash,
      expires_at: given.expires_at,
      receivers_mark: given.receivers_mark,
      file_marks: given.file_marks,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'key_hash']).doUpdateSet({
        request_hash: given.request_hash,
        expires_at: given.expires_at,
        receivers_mark: given.receivers_mark,
        file_marks: given.file_marks,
      }),
    ),
);

const endExpired = prepare('idempotency.endExpired', (db, given: { now: number }) =>
  db.deleteFrom('idempotency_keys').where('expires_at', '<=', given.now),
);

function sentIn({
  receivers_mark: receivers,
  file_marks: files,
}: Pick<Schema['idempotency_keys'], 'receivers_mark' | 'file_marks'>): SentMarks | undefined {
  if (receivers === null || files === null) return undefined;
  return { receivers: bufferOf(receivers), files: cutMarks(bufferOf(files)) };
}

function cutMarks(marks: Buffer): Buffer[] {
  const count = marks.length / fileMarkBytes;
  return Array.from({ length: count }, (_, at) =>
    marks.subarray(at * fileMarkBytes, (at + 1) * fileMarkBytes),
  );
}

export function createIdempotencyRepository(session: Session): IdempotencyRepository {
  return {
    async find(accountId, keyHash, now) {
      const row = await session.first(alive, { accountId, keyHash, now });
      return row && { requestHash: bufferOf(row.request_hash), sent: sentIn(row) };
    },

    async add({ accountId, keyHash, requestHash, expiresAt, sent }) {
      await session.change(put, {
        account_id: accountId,
        key_hash: keyHash,
        request_hash: requestHash,
        expires_at: expiresAt,
        receivers_mark: sent?.receivers ?? null,
        file_marks: sent === undefined ? null : Buffer.concat(sent.files),
      });
    },

    async deleteExpired(now) {
      return await session.change(endExpired, { now });
    },
  };
}
