import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addressOf, describeAddress } from './address.ts';

const dataDir = '/nowhere';
const read = (databaseUrl: string) => addressOf({ dataDir, databaseUrl });

describe('the address of a PostgreSQL database', () => {
  test('names host, port, role and database', () => {
    assert.deepEqual(read('postgres://valise@db.example.com:6432/exchange'), {
      host: 'db.example.com',
      port: 6432,
      user: 'valise',
      database: 'exchange',
      usesTls: true,
    });
    const socket = {
      host: '/run/postgresql',
      port: 5432,
      user: 'valise',
      database: 'exchange',
      usesTls: false,
    };
    assert.deepEqual(read('postgres:///exchange?host=/run/postgresql&user=valise'), socket);
    assert.deepEqual(read('postgresql://valise@%2Frun%2Fpostgresql/exchange'), socket);
  });

  test('is verified by TLS unless it is on the same machine, or the URL says otherwise', () => {
    const tlsFor = (host: string) => read(`postgres://valise@${host}`).usesTls;
    for (const host of ['db/x', '192.0.2.1/x', '[2001:db8::1]/x', '127.example.com/x']) {
      assert.equal(tlsFor(host), true, host);
    }
    for (const host of ['localhost/x', '127.0.0.1/x', '[::1]/x', 'db/x?sslmode=disable']) {
      assert.equal(tlsFor(host), false, host);
    }
    assert.equal(tlsFor('localhost/x?sslmode=verify-full'), true);
    for (const mode of ['require', 'prefer', 'verify-ca']) {
      assert.throws(() => tlsFor(`db/x?sslmode=${mode}`), /does not verify the server/);
    }
  });

  test('is refused where it is incomplete, not understood, or contains a password', () => {
    const refused: [string | undefined, RegExp][] = [
      [undefined, /databaseUrl is missing/],
      ['valise', /must be an address such as/],
      ['mysql://valise@db/valise', /must be an address such as/],
      ['postgres://db/valise', /names no user/],
      ['postgres://valise@db', /names no database/],
      ['postgres:///valise?user=valise', /names no host/],
      ['postgres://valise@db/valise?pool=9', /"pool", which is not known/],
      ['postgres://valise@db/%E0%A4%A', /must be an address such as/],
    ];
    for (const [databaseUrl, reason] of refused) {
      const thrown = { code: 'config_invalid', message: reason };
      assert.throws(() => addressOf({ dataDir, databaseUrl }), thrown, databaseUrl);
    }
    assert.throws(
      () => read('postgres://valise:secret@db/valise'),
      (error: Error) => error.message.includes('password') && !error.message.includes('secret'),
    );
  });

  test('is shown without anything secret', () => {
    const shown = (databaseUrl: string) =>
      describeAddress({ dataDir, databaseUrl, databasePassword: 'secret' });
    assert.equal(shown('postgres://valise@db/x?sslmode=disable'), 'postgres://valise@db:5432/x');
    assert.equal(shown('postgres://valise@[::1]:1/x'), 'postgres://valise@[::1]:1/x');
    assert.equal(shown('postgres://valise@%2Frun/x'), 'postgres:///x?host=/run&user=valise');
  });
});
