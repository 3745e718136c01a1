import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { missingPostgres, startPostgresServer } from './postgres-server.ts';

test(
  'a test has a database of its own on a PostgreSQL server',
  { skip: missingPostgres },
  async () => {
    const server = await startPostgresServer();
    const [one, other] = [await server.createDatabase(), await server.createDatabase()];

    const connect = async ({ databaseUrl = '', databasePassword = '' }) => {
      const { hostname: host, port, username: user, pathname } = new URL(databaseUrl);
      const database = pathname.slice(1);
      const client = new Client({
        host,
        port: Number(port),
        user,
        database,
        password: databasePassword,
      });
      // A server that stops says so to its idle connections.
      client.on('error', () => undefined);
      await client.connect();
      return client;
    };
    const first = await connect(one);
    await first.query('create table kept (id integer)');
    await assert.rejects(connect({ ...other, databasePassword: 'wrong' }), /password/);
    const second = await connect(other);
    await assert.rejects(second.query('select * from kept'), /does not exist/);
    await Promise.all([first.end(), second.end()]);

    await server.stop();
    await assert.rejects(connect(one), /ECONNREFUSED/);
    await server.start();
    const again = await connect(one);
    assert.deepEqual((await again.query('select * from kept')).rows, []);
    await again.end();
  },
);
