import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingPostgres, startPostgresServer } from '../../testing/postgres-server.ts';
import { testRowBinding as binding } from '../../testing/row-binding-fixture.ts';
import { sampleAccount } from '../../testing/samples.ts';
import { postgresDatabase } from './definition.ts';

/** What PostgreSQL says of a page that it cannot read: `data_corrupted`. */
const damage = `
  create function damaged() returns trigger language plpgsql as $$
    begin raise exception 'invalid page in block 7' using errcode = 'XX001'; end $$;
  create trigger damaged before insert on suppressions execute function damaged()`;

// Outside of the test: it ends with the file.
const starting = missingPostgres === false ? startPostgresServer() : undefined;

test(
  'a database whose table was found damaged fails its check, though the check itself reads elsewhere',
  { skip: missingPostgres },
  async (context) => {
    const server = (await starting) ?? assert.fail();
    const location = { dataDir: '/nowhere', ...(await server.createDatabase()) };
    const database = await postgresDatabase.open(location, { binding, migrates: false });
    context.after(() => database.close());
    const alice = sampleAccount('alice@example.com');
    await database.accounts.add(alice);
    await server.runAsSuperuser(damage, location.databaseUrl);
    await database.check();
    const refusal = { email: 'zoe@example.com', accountId: undefined, createdAt: 1 };
    await assert.rejects(database.suppressions.add(refusal), /invalid page/);
    assert.deepEqual(await database.accounts.find(alice.id), alice, 'all else is read');
    await assert.rejects(database.check(), /met damage/);
  },
);
