import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { Client, Pool } from 'pg';
import { isUnavailable } from '../../domain/model/valise-error.ts';
import { explainNoConnection, translatePostgresError } from './postgres-errors.ts';

test('a server that takes the connection and does not answer cannot be reached', async (t) => {
  const silent = createServer().listen(0, '127.0.0.1');
  t.after(() => silent.close());
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const databaseUrl = `postgres://valise@127.0.0.1:${port}/files`;
  const config = { connectionString: databaseUrl, connectionTimeoutMillis: 50 };
  const client = new Client(config);
  client.on('error', () => undefined);
  const pool = new Pool(config);
  t.after(() => pool.end());
  for (const connect of [() => client.connect(), () => pool.connect()]) {
    await assert.rejects(connect(), (error: unknown) => {
      assert.ok(isUnavailable(translatePostgresError(error)));
      const { message } = explainNoConnection(error, { dataDir: '/nonexistent', databaseUrl });
      assert.match(message, /cannot be reached\. Start it, or correct databaseUrl/);
      return true;
    });
  }
});
