import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createContactBook } from '../../domain/contacts/contact-book.ts';
import { createEvents } from '../../domain/events/events.ts';
import { createAuditTrail } from '../../domain/model/audit.ts';
import { seededRandomness } from '../../sealing/crypto/vectors/seeded-randomness.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { testRowBinding } from '../../testing/row-binding-fixture.ts';
import { sampleAccount, sampleContact } from '../../testing/samples.ts';
import { openSqliteDatabase } from '../sqlite/sqlite-database.ts';

const alice = sampleAccount('alice@example.com');
const zoe = sampleContact('zoe@example.com', { nick: 'Zoë Élan', number: '4915112345' });

test('contacts that an older version wrote are listed and found', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-contacts-'));
  context.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'valise.db');
  const database = await openSqliteDatabase(path, { binding: testRowBinding, migrates: true });
  context.after(() => database.close());
  await database.accounts.add(alice);
  const older = new DatabaseSync(path);
  older
    .prepare(
      'insert into contacts (email, number, language, groups, nick, account_id, position) values (?, ?, ?, ?, ?, ?, ?)',
    )
    .run(zoe.email, zoe.number, '', '[]', zoe.nick, alice.id, 0);
  older
    .prepare(
      'insert into global_contacts (email, number, language, groups, nick, position) values (?, ?, ?, ?, ?, ?)',
    )
    .run(zoe.email, zoe.number, '', '[]', zoe.nick, 0);
  older.close();

  const clock = createFakeClock();
  const audit = createAuditTrail({ clock, chainHash: (hash) => hash });
  const events = createEvents({ audit, randomness: seededRandomness('groups'), clock });
  const book = createContactBook({ database, events });
  assert.equal(await database.contactBook.hasWithoutKeys(alice.id), true);
  assert.deepEqual(await book.search(alice, 'élan', 5), [zoe]);
  assert.deepEqual(await book.searchShared('élan', 5), [zoe]);
  assert.deepEqual((await book.list(alice, undefined, 5)).contacts, [zoe]);
  assert.equal(await database.contactBook.hasWithoutKeys(alice.id), false);
});
