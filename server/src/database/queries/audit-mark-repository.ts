import type { AuditMarkRepository } from '../../domain/model/audit-mark.ts';
import { prepare } from './prepared-query.ts';
import type { Schema } from './schema.ts';
import type { Session } from './session.ts';

const add = prepare('auditMarks.add', (db, given: Schema['audit_marks']) =>
  db
    .insertInto('audit_marks')
    .values({ name: given.name, expires_at: given.expires_at })
    .onConflict((conflict) => conflict.column('name').doNothing()),
);

const endExpired = prepare('auditMarks.endExpired', (db, given: { now: number }) =>
  db.deleteFrom('audit_marks').where('expires_at', '<=', given.now),
);

export function createAuditMarkRepository(session: Session): AuditMarkRepository {
  return {
    async add(name, expiresAt) {
      return (await session.change(add, { name, expires_at: expiresAt })) > 0;
    },

    async deleteExpired(now) {
      return await session.change(endExpired, { now });
    },
  };
}
