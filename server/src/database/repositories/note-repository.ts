import type { Kysely } from 'kysely';
import type { NoteRepository } from '../../domain/notes.ts';
import type { Schema } from '../schema.ts';

export function createNoteRepository(db: Kysely<Schema>): NoteRepository {
  return {
    async find(name) {
      const row = await db
        .selectFrom('notes')
        .select('value')
        .where('name', '=', name)
        .executeTakeFirst();
      return row?.value;
    },

    async set(name, value) {
      await db
        .insertInto('notes')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    },
  };
}
