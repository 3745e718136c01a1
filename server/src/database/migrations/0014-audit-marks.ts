import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** What the trail records once for a period; and no hash of contents is kept longer than the contents. */
export const auditMarks: Migration = {
  name: '0014-audit-marks',
  async up(db, { text, integer, bytes }) {
    await db.schema
      .createTable('audit_marks')
      .addColumn('name', text, (c) => c.primaryKey().notNull())
      .addColumn('expires_at', integer, (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('audit_marks_by_end')
      .on('audit_marks')
      .column('expires_at')
      .execute();
    await sql`update files set sha256 = cast('' as ${typeof bytes === 'string' ? sql.raw(bytes) : bytes}) where shredded_at is not null`.execute(
      db,
    );
  },
};
