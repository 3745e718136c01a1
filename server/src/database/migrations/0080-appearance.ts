import type { Migration } from './migration.ts';

/** What administrators chose of how the service is called and looks: one row. */
export const appearance: Migration = {
  name: '0080-appearance',
  async up({ schema }, { text, integer, bytes }) {
    await schema
      .createTable('appearance')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('version', integer, (c) => c.notNull())
      .addColumn('service_name', text)
      .addColumn('accent_color', text)
      .addColumn('support_address', text)
      // Last: whoever asks for the version does not read on to it.
      .addColumn('logo', bytes)
      .execute();
  },
};
