import type { InstallationValueRepository } from '../../domain/model/installation-values.ts';
import { prepare } from './prepared-query.ts';
import type { Session } from './session.ts';

const byName = prepare('notes.byName', (db, given: { name: string }) =>
  db.selectFrom('notes').select('value').where('name', '=', given.name),
);

const put = prepare('notes.put', (db, given: { name: string; value: string }) =>
  db
    .insertInto('notes')
    .values({ name: given.name, value: given.value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: given.value })),
);

export function createInstallationValueRepository(session: Session): InstallationValueRepository {
  return {
    async find(name) {
      const row = await session.first(byName, { name });
      return row?.value;
    },

    async set(name, value) {
      await session.change(put, { name, value });
    },
  };
}
