import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** What resumable upload needs: files in several parts, and uploads that are not sent yet. */
export const uploads: Migration = {
  name: '0003-uploads',
  async up({ schema }, types) {
    const { text, integer, bytes } = types;
    // NULL for a file in one piece.
    await schema.alterTable('files').addColumn('segments_mac', bytes).execute();

    // No foreign key: a part belongs to an upload first, and to the file that it becomes later.
    await schema
      .createTable('segments')
      .addColumn('file_id', text, (c) => c.notNull())
      .addColumn('number', integer, (c) => c.notNull())
      .addColumn('blob_key', text, (c) => c.notNull().unique())
      .addColumn('size_bytes', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('segments_key', ['file_id', 'number'])
      .execute();

    // No foreign key: the blobs of an upload must be reclaimed when its grant is gone, too.
    await types
      .withSequence(schema.createTable('incoming_uploads'))
      .addColumn('id', text, (c) => c.notNull().unique())
      .addColumn('receiver_id', text, (c) => c.notNull())
      .addColumn('account_id', text, (c) => c.notNull())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('media_type', text, (c) => c.notNull())
      .addColumn('fingerprint', text, (c) => c.notNull())
      .addColumn('size_bytes', integer, (c) => c.notNull())
      .addColumn('received_bytes', integer, (c) => c.notNull())
      .addColumn('wrapped_key', bytes)
      .addColumn('key_bucket', text)
      .addColumn('sha256', bytes)
      .addColumn('segments_mac', bytes)
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('expires_at', integer, (c) => c.notNull())
      .addColumn('shredded_at', integer)
      .execute();
    await schema
      .createIndex('uploads_by_receiver')
      .on('incoming_uploads')
      .column('receiver_id')
      .execute();
    await schema
      .createIndex('uploads_alive')
      .on('incoming_uploads')
      .columns(['expires_at', 'receiver_id', 'key_bucket'])
      .where(sql.ref('shredded_at'), 'is', null)
      .execute();
    await schema
      .createIndex('uploads_shredded')
      .on('incoming_uploads')
      .column('id')
      .where(sql.ref('shredded_at'), 'is not', null)
      .execute();
  },
};
