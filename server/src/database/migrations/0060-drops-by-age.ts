import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Lists of drops by their age, also between two times, and of each state alone. A drop is in one of the three, which
 * take the place of the two of 0032: a list of all drops merges them.
 */
export const dropsByAge: Migration = {
  name: '0060-drops-by-age',
  async up({ schema }) {
    const ofDrops = (name: string) =>
      schema
        .createIndex(name)
        .on('dispatches')
        .columns(['account_id', 'created_at', 'sequence'])
        .where(sql.ref('kind'), '=', 'drop');
    await ofDrops('dispatches_unended').where(sql.ref('ended_at'), 'is', null).execute();
    for (const [name, compared] of [
      ['dispatches_revoked', '<'],
      ['dispatches_expired', '>='],
    ] as const) {
      await ofDrops(name).where(sql.ref('ended_at'), compared, sql.ref('expires_at')).execute();
    }
    for (const name of ['dispatches_sent', 'dispatches_sent_ended']) {
      await schema.dropIndex(name).execute();
    }
  },
};
