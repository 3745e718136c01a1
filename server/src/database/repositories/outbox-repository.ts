import type { Kysely } from 'kysely';
import type { OutboxRepository } from '../../domain/outbox.ts';
import { inBatches } from '../in-batches.ts';
import type { Schema } from '../schema.ts';

export function createOutboxRepository(db: Kysely<Schema>): OutboxRepository {
  return {
    async add(messages) {
      const rows = messages.map(({ kind, receiverId, createdAt }) => ({
        kind,
        receiver_id: receiverId,
        created_at: createdAt,
        state: 'waiting',
      }));
      await inBatches(rows, (batch) => db.insertInto('outbox').values(batch).execute());
    },

    async countWaiting() {
      const { count } = await db
        .selectFrom('outbox')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('state', '=', 'waiting')
        .executeTakeFirstOrThrow();
      return Number(count);
    },
  };
}
