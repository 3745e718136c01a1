import type { Kysely, Selectable } from 'kysely';
import type { AuditAction, AuditEvent, AuditRecord, AuditRepository } from '../../domain/audit.ts';
import { bufferOf } from '../bytes.ts';
import type { Schema } from '../schema.ts';

export function createAuditRepository(db: Kysely<Schema>): AuditRepository {
  return {
    async findHead() {
      const row = await db
        .selectFrom('audit')
        .select(['sequence', 'hash'])
        .orderBy('sequence', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row && { sequence: row.sequence, hash: bufferOf(row.hash) };
    },

    async append(record) {
      await db
        .insertInto('audit')
        .values({
          sequence: record.sequence,
          at: record.at,
          actor: record.actor,
          source: record.source,
          request_id: record.requestId,
          action: record.action,
          object: record.object,
          outcome: record.outcome,
          details: JSON.stringify(record.details),
          hash: record.hash,
        })
        .execute();
    },

    async list(after, limit) {
      const rows = await db
        .selectFrom('audit')
        .selectAll()
        .where('sequence', '>', after)
        .orderBy('sequence')
        .limit(limit)
        .execute();
      return rows.map(recordOf);
    },

    async listNewest(limit) {
      const rows = await db
        .selectFrom('audit')
        .selectAll()
        .orderBy('sequence', 'desc')
        .limit(limit)
        .execute();
      return rows.map(recordOf).reverse();
    },
  };
}

function recordOf(row: Selectable<Schema['audit']>): AuditRecord {
  return {
    sequence: row.sequence,
    at: row.at,
    actor: row.actor,
    source: row.source,
    requestId: row.request_id,
    action: row.action as AuditAction,
    object: row.object,
    outcome: row.outcome as AuditEvent['outcome'],
    details: JSON.parse(row.details) as AuditRecord['details'],
    hash: bufferOf(row.hash),
  };
}
