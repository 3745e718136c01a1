import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Mails that tell an account of many things at once, or of itself and no receiver; mails that an outage has
 * delayed; and indexes for fair order and for the mails of one day.
 */
export const mail: Migration = {
  name: '0013-mail',
  async up(db, types) {
    const { text, integer } = types;
    const { schema } = db;

    await schema.alterTable('mails').renameTo('mails_before').execute();
    await types
      .withSequence(schema.createTable('mails'))
      .addColumn('id', text, (c) => c.notNull().unique())
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('to_email', text, (c) => c.notNull())
      .addColumn('account_id', text, (c) =>
        c.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('receiver_id', text, (c) =>
        c.references('dispatch_receivers.id').onDelete('cascade'),
      )
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('state', text, (c) => c.notNull())
      .addColumn('attempts', integer, (c) => c.notNull())
      .addColumn('next_attempt_at', integer, (c) => c.notNull())
      .addColumn('stalled', integer, (c) => c.notNull().defaultTo(0))
      .addColumn('settled_at', integer)
      .addColumn('last_error', text)
      .addColumn('listed', text)
      .addColumn('listed_count', integer)
      .execute();
    const kept = sql.raw(
      'sequence, id, kind, to_email, account_id, receiver_id, created_at, state, attempts, next_attempt_at, settled_at, last_error',
    );
    await sql`insert into mails (${kept}) select ${kept} from mails_before order by sequence`.execute(
      db,
    );
    await schema.dropTable('mails_before').execute();

    const indexes = [
      ['mails_due', ['next_attempt_at'], ['waiting']],
      ['mails_waiting', ['created_at'], ['waiting']],
      ['mails_turns', ['account_id', 'next_attempt_at'], ['waiting']],
      ['mails_codes', ['created_at'], ['code']],
      ['mails_codes_due', ['next_attempt_at'], ['waiting', 'code']],
      ['mails_by_receiver', ['receiver_id'], []],
      ['mails_by_account', ['account_id', 'created_at'], []],
    ] as const;
    for (const [name, columns, only] of indexes) {
      let index = schema
        .createIndex(name)
        .on('mails')
        .columns([...columns]);
      for (const value of only) {
        index = index.where(sql.ref(value === 'code' ? 'kind' : 'state'), '=', value);
      }
      await index.execute();
    }
  },
};
