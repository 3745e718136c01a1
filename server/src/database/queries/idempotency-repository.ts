import type { IdempotencyRepository, SentMarks } from '../../domain/model/idempotency.ts';
import { fileMarkBytes } from '../../domain/model/idempotency.ts';
import type { Outcome } from '../../domain/model/repeat.ts';
import { bufferOf } from './rows.ts';
import { columnsFrom, prepare } from './prepared-query.ts';
import { prepareEnd, preparePut } from './rows-by-column.ts';
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

const put = preparePut(
  'idempotency.put',
  'idempotency_keys',
  ['account_id', 'key_hash'],
  ['request_hash', 'expires_at', 'receivers_mark', 'file_marks'],
);
const settled = prepare(
  'idempotency.settled',
  (db, given: { accountId: string; keyHash: Uint8Array; now: number }) =>
    db
      .selectFrom('idempotency_keys')
      .select(['request_hash', 'outcome'])
      .where('account_id', '=', given.accountId)
      .where('key_hash', '=', given.keyHash)
      .where('expires_at', '>', given.now),
);

const settle = prepare(
  'idempotency.settle',
  (
    db,
    given: Omit<Schema['idempotency_keys'], 'receivers_mark' | 'file_marks'> & { now: number },
  ) =>
    db
      .insertInto('idempotency_keys')
      .values(
        columnsFrom(given, ['account_id', 'key_hash', 'request_hash', 'expires_at', 'outcome']),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'key_hash'])
          .doUpdateSet((row) => ({
            request_hash: row.ref('excluded.request_hash'),
            expires_at: row.ref('excluded.expires_at'),
            outcome: row.ref('excluded.outcome'),
          }))
          .where('idempotency_keys.expires_at', '<=', given.now),
      ),
);

const endExpired = prepareEnd('idempotency.endExpired', 'idempotency_keys');

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

    async findSettled(accountId, keyHash, now) {
      const row = await session.first(settled, { accountId, keyHash, now });
      if (row === undefined || row.outcome === null) return undefined;
      return {
        requestHash: bufferOf(row.request_hash),
        outcome: JSON.parse(row.outcome) as Outcome,
      };
    },

    async settle({ accountId, keyHash, requestHash, expiresAt, outcome }, now) {
      const changed = await session.change(settle, {
        account_id: accountId,
        key_hash: keyHash,
        request_hash: requestHash,
        expires_at: expiresAt,
        outcome: JSON.stringify(outcome),
        now,
      });
      return changed > 0;
    },

    async deleteExpired(now) {
      return await session.change(endExpired, { now });
    },
  };
}
