import type { CreateTableBuilder } from 'kysely';
import { sql } from 'kysely';
import type { ColumnTypes, Migration } from './migration.ts';

export const exchange: Migration = {
  name: '0001-exchange',
  async up(db, types) {
    const { text, integer, bytes } = types;
    const { schema } = db;

    await schema
      .createTable('notes')
      .addColumn('name', text, (c) => c.primaryKey())
      .addColumn('value', text, (c) => c.notNull())
      .execute();

    await schema
      .createTable('accounts')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('email', text, (c) => c.notNull().unique())
      .addColumn('number', text, (c) => c.notNull())
      .addColumn('language', text, (c) => c.notNull())
      .addColumn('role', text, (c) => c.notNull())
      .addColumn('show_number', integer, (c) => c.notNull())
      .addColumn('show_email', integer, (c) => c.notNull())
      .addColumn('show_language', integer, (c) => c.notNull())
      .addColumn('show_nick', integer, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('disabled_at', integer)
      .addColumn('files_listed_at', integer)
      .execute();

    await schema
      .createTable('api_keys')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('account_id', text, (c) =>
        c.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('hash', bytes, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('expires_at', integer)
      .execute();
    await schema.createIndex('api_keys_by_account').on('api_keys').column('account_id').execute();

    await schema
      .createTable('csrf_tokens')
      .addColumn('hash', bytes, (c) => c.primaryKey())
      .addColumn('account_id', text, (c) =>
        c.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('expires_at', integer, (c) => c.notNull())
      .execute();
    await schema
      .createIndex('csrf_tokens_by_account')
      .on('csrf_tokens')
      .columns(['account_id', 'expires_at'])
      .execute();
    await schema
      .createIndex('csrf_tokens_by_expiry')
      .on('csrf_tokens')
      .column('expires_at')
      .execute();

    for (const table of ['contacts', 'receivers'] as const) {
      await withContact(schema.createTable(table), types)
        .addColumn('account_id', text, (c) =>
          c.notNull().references('accounts.id').onDelete('cascade'),
        )
        .addColumn('position', integer, (c) => c.notNull())
        .addPrimaryKeyConstraint(`${table}_key`, ['account_id', 'position'])
        .addUniqueConstraint(`${table}_by_email`, ['account_id', 'email'])
        .execute();
    }
    await withContact(schema.createTable('global_contacts'), types)
      .addColumn('position', integer, (c) => c.primaryKey())
      .addUniqueConstraint('global_contacts_by_email', ['email'])
      .execute();

    await types
      .withSequence(schema.createTable('dispatches'))
      .addColumn('id', text, (c) => c.notNull().unique())
      .addColumn('account_id', text, (c) => c.notNull().references('accounts.id'))
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('expires_at', integer, (c) => c.notNull())
      .addColumn('ttl', text, (c) => c.notNull())
      .addColumn('message', text)
      .addColumn('ended_at', integer)
      .execute();
    await schema
      .createIndex('dispatches_by_account')
      .on('dispatches')
      .columns(['account_id', 'sequence'])
      .execute();
    await schema
      .createIndex('dispatches_live')
      .on('dispatches')
      .columns(['account_id', 'kind', 'expires_at'])
      .where(sql.ref('ended_at'), 'is', null)
      .execute();
    await schema
      .createIndex('dispatches_due')
      .on('dispatches')
      .column('expires_at')
      .where(sql.ref('ended_at'), 'is', null)
      .execute();

    await withContact(schema.createTable('dispatch_receivers'), types)
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('dispatch_id', text, (c) =>
        c.notNull().references('dispatches.id').onDelete('cascade'),
      )
      .addColumn('position', integer, (c) => c.notNull())
      .addColumn('link_hash', bytes, (c) => c.unique())
      .addColumn('inbox_token', text, (c) => c.notNull().unique())
      .addUniqueConstraint('dispatch_receivers_in_order', ['dispatch_id', 'position'])
      .execute();
    await schema
      .createIndex('dispatch_receivers_by_email')
      .on('dispatch_receivers')
      .column('email')
      .execute();

    await types
      .withSequence(schema.createTable('files'))
      .addColumn('id', text, (c) => c.notNull().unique())
      .addColumn('account_id', text, (c) => c.notNull())
      .addColumn('dispatch_id', text, (c) => c.references('dispatches.id').onDelete('set null'))
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('media_type', text, (c) => c.notNull())
      .addColumn('size_bytes', integer, (c) => c.notNull())
      .addColumn('sha256', bytes, (c) => c.notNull())
      .addColumn('wrapped_key', bytes)
      .addColumn('key_bucket', text)
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('shredded_at', integer)
      .addColumn('reclaimed_at', integer)
      .execute();
    await schema
      .createIndex('files_in_tray')
      .on('files')
      .columns(['account_id', 'name'])
      .unique()
      .where(sql.ref('dispatch_id'), 'is', null)
      .where(sql.ref('shredded_at'), 'is', null)
      .execute();
    await schema.createIndex('files_by_dispatch').on('files').column('dispatch_id').execute();
    await schema
      .createIndex('files_by_bucket')
      .on('files')
      .column('key_bucket')
      .where(sql.ref('shredded_at'), 'is', null)
      .execute();
    await schema
      .createIndex('files_garbage')
      .on('files')
      .column('shredded_at')
      .where(sql.ref('shredded_at'), 'is not', null)
      .where(sql.ref('reclaimed_at'), 'is', null)
      .execute();

    await types
      .withSequence(schema.createTable('outbox'))
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('receiver_id', text, (c) =>
        c.notNull().references('dispatch_receivers.id').onDelete('cascade'),
      )
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('state', text, (c) => c.notNull())
      .execute();
    await schema.createIndex('outbox_by_receiver').on('outbox').column('receiver_id').execute();
    await schema
      .createIndex('outbox_waiting')
      .on('outbox')
      .column('sequence')
      .where(sql.ref('state'), '=', 'waiting')
      .execute();

    await schema
      .createTable('idempotency_keys')
      .addColumn('account_id', text, (c) =>
        c.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('key_hash', bytes, (c) => c.notNull())
      .addColumn('request_hash', bytes, (c) => c.notNull())
      .addColumn('expires_at', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('idempotency_keys_key', ['account_id', 'key_hash'])
      .execute();
    await schema
      .createIndex('idempotency_keys_by_expiry')
      .on('idempotency_keys')
      .column('expires_at')
      .execute();

    await schema
      .createTable('audit')
      .addColumn('sequence', integer, (c) => c.primaryKey())
      .addColumn('at', integer, (c) => c.notNull())
      .addColumn('actor', text, (c) => c.notNull())
      .addColumn('source', text, (c) => c.notNull())
      .addColumn('request_id', text, (c) => c.notNull())
      .addColumn('action', text, (c) => c.notNull())
      .addColumn('object', text, (c) => c.notNull())
      .addColumn('outcome', text, (c) => c.notNull())
      .addColumn('details', text, (c) => c.notNull())
      .addColumn('hash', bytes, (c) => c.notNull())
      .execute();
  },
};

function withContact<Table extends string, Column extends string>(
  table: CreateTableBuilder<Table, Column>,
  { text }: ColumnTypes,
) {
  return table
    .addColumn('email', text, (c) => c.notNull())
    .addColumn('number', text, (c) => c.notNull())
    .addColumn('language', text, (c) => c.notNull())
    .addColumn('groups', text, (c) => c.notNull())
    .addColumn('nick', text, (c) => c.notNull());
}
