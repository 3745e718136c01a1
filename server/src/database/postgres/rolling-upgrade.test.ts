import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { noon } from '../../testing/fake-clock.ts';
import { missingPostgres, startPostgresServer } from '../../testing/postgres-server.ts';
import { testRowBinding as binding } from '../../testing/row-binding-fixture.ts';
import { sampleAccount } from '../../testing/samples.ts';
import { schemaSteps } from '../generated/postgres-schema-steps.ts';
import { isAdditive } from './additive.ts';
import { postgresDatabase } from './definition.ts';

/** Steps up to this one were made before several nodes could share a database. */
const lastUnshared = '0023-blob-stores';

test('every step since nodes share a database only adds to it', () => {
  const names = schemaSteps.map(({ name }) => name);
  const shared = schemaSteps.slice(names.indexOf(lastUnshared) + 1);
  assert.ok(shared.length > 0);
  const breaking = shared.filter(({ statements }) => !isAdditive(statements));
  assert.deepEqual(breaking, []);
});

test('what changes or requires more than before is told from what adds', () => {
  for (const statement of [
    'create table "a" ("b" text not null unique)',
    'create index "a_b" on "a" ("b")',
    'drop index "a_b"',
    'alter table "a" add column "b" text collate "C"',
    `alter table "a" add column "b" text default 'file' not null`,
    'update "a" set "b" = 1',
  ]) {
    assert.ok(isAdditive([statement]), statement);
  }
  for (const statement of [
    'drop table "a"',
    'alter table "a" rename to "b"',
    'alter table "a" drop column "b"',
    'alter table "a" add column "b" text not null',
    'alter table "a" add column "b" text references "c"',
    'alter table "a" alter column "b" set not null',
    'create unique index "a_b" on "a" ("b")',
    'delete from "a"',
  ]) {
    assert.ok(!isAdditive([statement]), statement);
  }
});

describe('a program beside one that is a version newer', { skip: missingPostgres }, () => {
  const starting = missingPostgres === false ? startPostgresServer() : undefined;

  async function open(context: TestContext) {
    const server = (await starting) ?? assert.fail();
    const location = { dataDir: '/nonexistent', ...(await server.createDatabase()) };
    async function openHandle() {
      const database = await postgresDatabase.open(location, { binding, migrates: true });
      context.after(() => database.close());
      return database;
    }
    const migrate = (...statements: string[]) =>
      server.runAsSuperuser(statements.join(';'), location.databaseUrl);
    return { location, openHandle, migrate };
  }

  test('works on while the newer one adds columns, and starts again', async (context) => {
    const { location, openHandle, migrate } = await open(context);
    const database = await openHandle();
    const alice = sampleAccount('alice@example.com');
    await database.accounts.add(alice);
    const work = async () => {
      assert.deepEqual(await database.accounts.list(), [alice]);
      await database.transact(async ({ accounts }) => {
        await accounts.lock(alice.id);
        await accounts.setDisabled(alice.id, noon);
        await accounts.setDisabled(alice.id, undefined);
      });
      await database.outbox.claimNext('mail', { now: noon, by: 'node' });
    };
    await Promise.all(Array.from({ length: 5 }, work));
    await migrate(
      'alter table accounts add column later text',
      'alter table mails add column later text',
      `insert into schema_steps (name, is_additive) values ('9999-later', true)`,
    );
    await Promise.all(Array.from({ length: 5 }, work));
    assert.deepEqual(await (await openHandle()).accounts.list(), [alice]);
    const reader = await postgresDatabase.openToRead(location, { binding });
    context.after(() => reader.close());
    assert.deepEqual(await reader.accounts.list(), [alice]);
  });

  test('does not start where the newer one changed what it uses', async (context) => {
    const { openHandle, migrate } = await open(context);
    await openHandle();
    await migrate(`insert into schema_steps (name, is_additive) values ('9999-later', false)`);
    await assert.rejects(openHandle(), { code: 'schema_newer' });
  });
});
