import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { signedInWith, usualScopes } from '../../domain/model/principal.ts';
import { noon } from '../../testing/fake-clock.ts';
import { testRowBinding } from '../../testing/row-binding-fixture.ts';
import { hashFor, idFor, sampleAccount } from '../../testing/samples.ts';
import { openSqliteDatabase } from '../sqlite/sqlite-database.ts';

const program = sampleAccount('program@example.com');
const paula = sampleAccount('paula@example.com', { role: 'user' });

/** The columns that the version before writes. */
const columns = 'id, account_id, hash, salt, created_at, expires_at, mac, contacts_mac';

test('keys that a program of the version before writes may do what they could', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-rights-'));
  context.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'valise.db');
  const database = await openSqliteDatabase(path, { binding: testRowBinding, migrates: true });
  context.after(() => database.close());
  for (const account of [program, paula]) {
    await database.accounts.add(account);
    await database.apiKeys.add({
      ...{ id: idFor(account.email), accountId: account.id, hash: hashFor(account.email) },
      ...{ salt: undefined, createdAt: noon, expiresAt: undefined },
    });
  }
  const older = new DatabaseSync(path);
  context.after(() => {
    older.close();
  });
  older.exec('create temp table kept as select * from api_keys');
  older.exec('delete from api_keys');
  older.exec(`insert into api_keys (${columns}) select ${columns} from kept`);

  const rights = async ({ email }: typeof program) => {
    const { account, keys } = await database.apiKeys.readAccess(email, undefined);
    const [key = assert.fail()] = keys;
    const { scopes, networks, mayReplaceContacts } = signedInWith(account ?? assert.fail(), key);
    return { scopes, networks, mayReplaceContacts };
  };
  const usual = { scopes: usualScopes, networks: undefined };
  assert.deepEqual(await rights(program), { ...usual, mayReplaceContacts: true });
  assert.deepEqual(await rights(paula), { ...usual, mayReplaceContacts: false });
});
