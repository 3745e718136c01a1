import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import type { TestContext } from 'node:test';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAuditTrail } from '../../domain/model/audit.ts';
import type { AuditRecord } from '../../domain/model/audit.ts';
import { chainStart } from '../../domain/model/audit.ts';
import type { TamperedRow } from '../../domain/model/key-ring.ts';
import { chainHash } from '../../sealing/crypto/secrets.ts';
import { noon } from '../../testing/fake-clock.ts';
import type { PostgresDatabase, PostgresServer } from '../../testing/postgres-server.ts';
import { missingPostgres, startPostgresServer } from '../../testing/postgres-server.ts';
import { testRowBinding } from '../../testing/row-binding-fixture.ts';
import { hashFor } from '../../testing/samples.ts';
import { postgresCatalogue } from '../generated/postgres-catalogue.ts';
import { addPending } from '../queries/pending-audit.ts';
import { postgresDatabase } from './definition.ts';
import { connections, createPool, createSession, runOn } from './pools.ts';
import { databaseAt } from './postgres-database.ts';
import { inTransaction } from './transactions.ts';

const actor = { name: 'tester', source: '192.0.2.1', requestId: 'request' };
const event = { action: 'file.removed', object: 'x', outcome: 'ok' } as const;
const audit = createAuditTrail({
  clock: { now: () => noon, monotonic: () => noon },
  chainHash: (previous, record) => chainHash(hashFor('audit key'), previous, record),
});

/** A record of a process that has ended. */
const left = {
  ...event,
  at: noon,
  actor: 'a',
  source: 's',
  requestId: 'r',
  details: { b: 1, a: 2 },
};

// Outside of hooks and tests: it ends with the file.
const starting = missingPostgres === false ? startPostgresServer() : undefined;

describe('the PostgreSQL database', { skip: missingPostgres }, () => {
  let server: PostgresServer;
  /** With the schema; emptied before each use. */
  let used: PostgresDatabase;

  before(async () => {
    server = (await starting) ?? assert.fail();
    used = await server.createDatabase();
    const first = await postgresDatabase.open(locationOf(used), {
      binding: testRowBinding,
      migrates: false,
    });
    await first.close();
  });

  function locationOf(database: PostgresDatabase) {
    return { dataDir: '/nowhere', ...database };
  }

  function open(database: PostgresDatabase, binding = testRowBinding) {
    return databaseAt(locationOf(database), binding);
  }

  async function openEmpty(context: TestContext, binding = testRowBinding) {
    await server.emptyDatabase(used);
    const database = open(used, binding);
    context.after(() => database.close());
    return database;
  }

  test('understands every query', async () => {
    const statements = Object.values(postgresCatalogue.queries).map(
      ({ sql }, at) => `prepare query_${at} as ${sql}`,
    );
    await server.runAsSuperuser(statements.join(';'), used.databaseUrl);
  });

  test('gets its schema once when many processes start together', async (context) => {
    const location = locationOf(await server.createDatabase());
    const options = { binding: testRowBinding, migrates: true };
    const handles = await Promise.all(
      Array.from({ length: 5 }, () => postgresDatabase.open(location, options)),
    );
    context.after(() => Promise.all(handles.map((each) => each.close())));
    const steps = await server.runAsSuperuser(
      'select name from schema_steps order by name',
      location.databaseUrl,
    );
    assert.equal(steps.length, postgresCatalogue.schemaSteps.length);
  });

  test('refuses the schema of another version', async () => {
    const other = await server.createDatabase();
    const location = locationOf(other);
    const options = { binding: testRowBinding, migrates: false };
    await (await postgresDatabase.open(location, options)).close();
    const last = postgresCatalogue.schemaSteps.at(-1)?.name;
    const change = (sql: string) => server.runAsSuperuser(sql, other.databaseUrl);
    await change(`delete from schema_steps where name = '${last}'`);
    await assert.rejects(postgresDatabase.open(location, options), { code: 'schema_older' });
    const reading = postgresDatabase.openToRead(location, options);
    await assert.rejects(reading, { code: 'schema_older' });
    await change(`insert into schema_steps values ('${last}', true), ('9999-future', false)`);
    await assert.rejects(postgresDatabase.open(location, options), {
      code: 'schema_newer',
      message: /9999-future/,
    });
  });

  test('has the same version as long as nobody commits', async (context) => {
    const database = await openEmpty(context);
    const seen = new Set<number | undefined>();
    for (let looks = 0; looks < 20; looks += 1) {
      await database.look?.();
      seen.add(database.version());
    }
    assert.ok(seen.size < 5, 'the server itself commits something now and then');
    await database.installationValues.set('note', 'own');
    assert.equal(database.version(), undefined, 'not known before the next look');
  });

  test('runs work again whose reading another transaction has changed', async (context) => {
    const database = await openEmpty(context);
    const bothHaveRead = Promise.withResolvers<undefined>();
    let runs = 0;
    let reads = 0;
    // Each writes what the other has read: one after the other, one of them would see the change.
    const writeUnless = (own: string, other: string) =>
      database.transact(async ({ installationValues }) => {
        runs += 1;
        const seen = await installationValues.find(other);
        reads += 1;
        if (reads === 2) bothHaveRead.resolve(undefined);
        await bothHaveRead.promise;
        if (seen === undefined) await installationValues.set(own, 'written');
      });
    await Promise.all([writeUnless('a', 'b'), writeUnless('b', 'a')]);
    assert.equal(runs, 3);
    assert.equal(database.connectionUse?.().retries, 1);
    const written = [
      await database.installationValues.find('a'),
      await database.installationValues.find('b'),
    ];
    assert.deepEqual(written.toSorted(), ['written', undefined]);
  });

  test('tells how its connections are used, and counts statements that took too long', async (context) => {
    const database = await openEmpty(context);
    const use = () => database.connectionUse?.() ?? assert.fail();
    const unused = { used: 0, idle: 0, waiting: 0 };
    assert.deepEqual(use(), { pools: { read: unused, write: unused }, retries: 0, timeouts: 0 });

    const mayEnd = Promise.withResolvers<undefined>();
    const all = Array.from({ length: connections.toWrite + 2 }, (_, at) =>
      database.transact(async ({ installationValues }) => {
        await installationValues.set(at === 0 ? 'same' : `other ${at}`, 'written');
        if (at < connections.toWrite) await mayEnd.promise;
      }),
    );
    await until(() => use().pools.write.used === connections.toWrite);
    assert.equal(use().pools.write.waiting, 2);
    mayEnd.resolve(undefined);
    await Promise.all(all);
    assert.deepEqual(use().pools.write, { used: 0, idle: connections.toWrite, waiting: 0 });

    const isLocked = Promise.withResolvers<undefined>();
    const isOver = Promise.withResolvers<undefined>();
    const first = database.transact(async ({ installationValues }) => {
      await installationValues.set('same', 'again');
      isLocked.resolve(undefined);
      await isOver.promise;
    });
    await isLocked.promise;
    const second = assert.rejects(database.installationValues.set('same', 'later'), {
      code: 'unavailable',
    });
    await until(async () => {
      const cancelled = await server.runAsSuperuser(
        `select pg_cancel_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'`,
      );
      return cancelled.length > 0;
    });
    await second;
    assert.equal(use().timeouts, 1);
    isOver.resolve(undefined);
    await first;
  });

  test('says that it cannot know, when the connection is lost after a commit was sent', async (context) => {
    await server.emptyDatabase(used);
    const { port, losses } = await startLossyProxy(context, server.port);
    const url = new URL(used.databaseUrl);
    url.port = String(port);
    const database = open({ ...used, databaseUrl: url.href });
    context.after(() => database.close());
    await database.installationValues.find('connected');
    losses.isOn = true;
    let runs = 0;
    const writing = database.transact(async ({ installationValues }) => {
      runs += 1;
      await installationValues.set('note', 'written');
    });
    await assert.rejects(writing, { name: 'OutcomeUnknown' });
    losses.isOn = false;
    assert.equal(runs, 1);
    assert.equal(await database.installationValues.find('note'), 'written');
  });

  test('changes nothing when the connection is lost before, and goes on with another', async (context) => {
    const database = await openEmpty(context);
    const endAll = `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'valise'`;
    let runs = 0;
    const writing = database.transact(async ({ installationValues }) => {
      runs += 1;
      await installationValues.set('note', 'written');
      await server.runAsSuperuser(endAll);
      await installationValues.set('other', 'written');
    });
    await assert.rejects(writing, { code: 'unavailable' });
    assert.equal(runs, 1);
    assert.equal(await database.installationValues.find('note'), undefined);
    await database.check();
  });

  test('chains the records that a process left behind, and refuses those that were changed', async (context) => {
    const tampered: TamperedRow[] = [];
    const onTampered = (row: TamperedRow) => tampered.push(row);
    const binding = { ...testRowBinding, onTampered };
    const database = await openEmpty(context, binding);
    await database.transact((repositories) => audit.record(repositories, actor, event));

    const pool = createPool(locationOf(used), {
      isolation: 'serializable',
      isReadOnly: false,
      max: 1,
    });
    context.after(() => pool.end());
    for (const object of ['left behind', 'to be changed']) {
      await inTransaction(pool, async (client) => {
        const session = createSession(runOn(client));
        await addPending(session, binding, { ...left, object });
        return { result: undefined, last: [] };
      });
    }
    await server.runAsSuperuser(
      "update pending_audit set object = 'changed' where object = 'to be changed'",
      used.databaseUrl,
    );
    assert.equal((await database.audit.list(0, 10)).length, 1);

    await database.transact((repositories) => audit.record(repositories, actor, event));
    const records = await database.audit.list(0, 10);
    assert.deepEqual(
      records.map(({ object }) => object),
      ['x', 'left behind', 'x'],
    );
    assert.ok(isWhole(records));
    assert.deepEqual(
      tampered.map(({ table }) => table),
      ['pending_audit'],
    );
  });

  test('takes text that it cannot hold, with a mark in its place', async (context) => {
    const database = await openEmpty(context);
    const object = 'a\0b\ud800';
    await database.transact((repositories) =>
      audit.record(repositories, actor, { ...event, object, details: { object } }),
    );
    const records = await database.audit.list(0, 10);
    assert.deepEqual(
      records.map((record) => [record.object, record.details['object']]),
      [['a\ufffdb\ufffd', object]],
    );
    assert.ok(isWhole(records));
    assert.equal(await database.installationValues.find('\0'), undefined);
  });

  test('chains many records that were left behind, each once', async (context) => {
    const database = await openEmpty(context);
    const many = 1_100;
    const pool = createPool(locationOf(used), {
      isolation: 'serializable',
      isReadOnly: false,
      max: 1,
    });
    context.after(() => pool.end());
    await inTransaction(pool, async (client) => {
      const session = createSession(runOn(client));
      const last = Array.from({ length: many }, (_, at) =>
        addPending(session, testRowBinding, { ...left, object: `left ${at}` }),
      );
      return await Promise.resolve({ result: undefined, last });
    });
    await database.transact((repositories) => audit.record(repositories, actor, event));
    const records = await database.audit.list(0, 2 * many);
    assert.deepEqual(
      records.map(({ object }) => object),
      [...Array.from({ length: many }, (_, at) => `left ${at}`), 'x'],
    );
    assert.ok(isWhole(records));
  });

  test('is unavailable while its server is stopped, and goes on when it is back', async (context) => {
    const database = await openEmpty(context);
    await database.installationValues.set('note', 'kept');
    await server.stop();
    await assert.rejects(database.installationValues.find('note'), { code: 'unavailable' });
    await assert.rejects(database.installationValues.set('note', 'lost'), { code: 'unavailable' });
    await assert.rejects(database.check(), { code: 'unavailable' });
    await assert.rejects(postgresDatabase.findState(locationOf(used)), {
      code: 'unavailable',
      message: /postgres:\/\/valise@127\.0\.0\.1:\d+\/\w+ cannot be reached\. Start it/,
    });
    await server.start();
    assert.equal(await database.installationValues.find('note'), 'kept');
    await database.check();
  });

  test('tells which settings of its server are unsafe', async () => {
    const careless = await server.createDatabase();
    const name = new URL(careless.databaseUrl).pathname.slice(1);
    await server.runAsSuperuser(`alter database ${name} set synchronous_commit = off`);
    // The other two are as tests run the server.
    const risks = (await postgresDatabase.findRisks?.(locationOf(careless))) ?? [];
    assert.deepEqual(
      risks.map((risk) => /with (\w+) = off/.exec(risk)?.[1]),
      ['fsync', 'full_page_writes', 'synchronous_commit'],
    );
  });

  test('says why it cannot be opened, without the password', async () => {
    const options = { binding: testRowBinding, migrates: false };
    const refuse = async (change: Partial<PostgresDatabase>, message: RegExp) => {
      const location = { ...locationOf(used), ...change };
      const opening = postgresDatabase.open(location, options);
      await assert.rejects(opening, (error: Error) => {
        assert.match(error.message, message);
        assert.ok(!`${error.message} ${String(error.cause)}`.includes(location.databasePassword));
        return true;
      });
    };
    await refuse({ databasePassword: 'wrong' }, /refused the sign-in .* databasePasswordFile/);
    const none = used.databaseUrl.replace(/\b\w+$/, 'nothing');
    await refuse({ databaseUrl: none }, /There is no database at .*\/nothing/);
    assert.equal(
      await postgresDatabase.findState({ ...locationOf(used), databaseUrl: none }),
      'missing',
    );
    await refuse({ databaseUrl: `${used.databaseUrl}?sslmode=verify-full` }, /does not offer TLS/);
  });
});

function isWhole(records: readonly AuditRecord[]): boolean {
  const before = [{ sequence: 0, hash: chainStart }, ...records];
  return records.every((record, at) => audit.follows(before[at] ?? assert.fail(), record));
}

/** Passes everything on; while it loses, it ends a connection once the answer to its `commit` is there. */
async function startLossyProxy(context: TestContext, port: number) {
  const losses = { isOn: false };
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    let isCommitting = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    client.on('data', (bytes) => {
      isCommitting ||= losses.isOn && bytes.includes('commit\0');
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (isCommitting && bytes.includes('COMMIT\0')) client.destroy();
      else client.write(bytes);
    });
    upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  context.after(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const address = proxy.address();
  assert.ok(typeof address === 'object' && address !== null);
  return { port: address.port, losses };
}

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await sleep(10);
}
