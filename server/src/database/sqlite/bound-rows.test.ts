import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { createRowBinding } from '../../sealing/crypto/secrets.ts';
import type { ApiKey } from '../../domain/model/account.ts';
import { day } from '../../domain/model/clock.ts';
import type { ReceiverId } from '../../domain/model/ids.ts';
import type { TamperedRow } from '../../domain/model/key-ring.ts';
import { noon } from '../../testing/fake-clock.ts';
import { testRowKey } from '../../testing/row-binding-fixture.ts';
import {
  hashFor,
  idFor,
  sampleAccount,
  sampleDispatch,
  sampleFile,
  sampleReceiver,
} from '../../testing/samples.ts';
import { openSqliteDatabase } from './sqlite-database.ts';

const alice = sampleAccount('alice@example.com');
const mallory = sampleAccount('mallory@example.com');
const drop = sampleDispatch(alice, 'drop', { secondFactor: 'sms' });
const bob = sampleReceiver(drop, 'bob@example.com', { number: '46700000001' });
const carl = sampleReceiver(drop, 'carl@example.com');
const bobsLink = bob.linkHash ?? hashFor('none');
const keyOf = (account: typeof alice): ApiKey => ({
  id: idFor(`key of ${account.email}`),
  accountId: account.id,
  hash: hashFor(`key of ${account.email}`),
  salt: undefined,
  createdAt: noon,
  expiresAt: undefined,
});

/** Two accounts with a key each, a drop of one of them, and a way to write rows without the key. */
async function openBoth(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'valise-bound-'));
  const path = join(folder, 'valise.db');
  const tampered: TamperedRow[] = [];
  const binding = createRowBinding(testRowKey, {
    coversPeople: () => true,
    onTampered: (row) => tampered.push(row),
  });
  const database = await openSqliteDatabase(path, { binding });
  const rows = new DatabaseSync(path);
  t.after(async () => {
    rows.close();
    await database.close();
    await rm(folder, { recursive: true });
  });
  for (const account of [alice, mallory]) {
    await database.accounts.add(account);
    await database.apiKeys.add(keyOf(account));
  }
  await database.dispatches.add(drop, [bob, carl]);

  /** The accounts and receivers that the rows give access to. */
  async function doors(email = bob.email) {
    const { dispatches } = database;
    return {
      link: (await dispatches.findByLink(bobsLink, noon))?.receiver.email,
      mail: (await dispatches.findByReceiver(bob.id))?.receiver.email,
      inbox: (await dispatches.findInInbox(email, bob.inboxToken, noon))?.receiverId,
      listed: (await dispatches.listInbox(email, noon)).length,
    };
  }
  return { database, rows, tampered, doors };
}

const shut = { link: undefined, mail: undefined, inbox: undefined, listed: 0 };

for (const [what, sql] of [
  ['the address of a receiver', `update dispatch_receivers set email = 'mallory@example.com'`],
  ['the number that codes go to', `update dispatch_receivers set number = '46999999999'`],
  ['the token of an inbox', `update dispatch_receivers set inbox_token = id`],
  ['the second factor', `update dispatches set second_factor = 'off'`],
  ['that there is no password', `update dispatches set password_hash = 'another'`],
  ['the sender', `update dispatches set account_id = '${mallory.id}'`],
  ['the kind', `update dispatches set kind = 'return'`],
  ['the address of the sender', `update accounts set email = 'eve@x.org' where id = '${alice.id}'`],
  ['the code of a receiver', `update dispatch_receivers set mac = null`],
  ['the code of a link', `update dispatch_receivers set link_mac = null`],
  ['the generation of a link', `update dispatch_receivers set link_generation = 7`],
] as const) {
  test(`who changes ${what} in the database opens nothing`, async (t) => {
    const { rows, doors, tampered } = await openBoth(t);
    const open = { link: bob.email, mail: bob.email, inbox: bob.id, listed: 1 };
    assert.deepEqual(await doors(), open);
    rows.exec(sql);
    assert.deepEqual(await doors(), shut);
    assert.deepEqual(await doors(mallory.email), shut);
    assert.ok(tampered.some(({ table, id }) => table === 'dispatch_receivers' && id === bob.id));
  });
}

test('who takes the password of a drop away in the database opens nothing', async (t) => {
  const { database, rows, tampered } = await openBoth(t);
  const guarded = sampleDispatch(alice, 'guarded', { passwordHash: 'hash' });
  const zoe = sampleReceiver(guarded, 'zoe@example.com');
  await database.dispatches.add(guarded, [zoe]);
  const link = zoe.linkHash ?? assert.fail();
  assert.equal((await database.dispatches.findByLink(link, noon))?.receiver.id, zoe.id);
  rows.exec(`update dispatches set password_hash = null where id = '${guarded.id}'`);
  assert.equal(await database.dispatches.findByLink(link, noon), undefined);
  assert.ok(tampered.some(({ table, id }) => table === 'dispatch_receivers' && id === zoe.id));
});

test('the link of one receiver does not open what another got', async (t) => {
  const { database, rows, doors } = await openBoth(t);
  const own = sampleDispatch(mallory, 'own');
  const mallorys = sampleReceiver(own, mallory.email);
  await database.dispatches.add(own, [mallorys]);
  const link = mallorys.linkHash ?? assert.fail();
  rows.exec('create temp table kept as select * from dispatch_receivers');
  rows.exec(`update dispatch_receivers set link_hash = null where id = '${mallorys.id}'`);
  rows.exec(
    `update dispatch_receivers set (link_hash, link_mac) =
       (select link_hash, link_mac from kept where id = '${mallorys.id}') where id = '${bob.id}'`,
  );
  assert.equal(await database.dispatches.findByLink(link, noon), undefined);
  assert.deepEqual(await doors(), shut);
  rows.exec(
    `update dispatch_receivers set link_mac = (select link_mac from kept where id = '${bob.id}')
       where id = '${bob.id}'`,
  );
  assert.equal(await database.dispatches.findByLink(link, noon), undefined, 'with the code of Bob');
});

test('a receiver moved to another drop, or to another row, opens nothing', async (t) => {
  const { database, rows, doors } = await openBoth(t);
  const other = sampleDispatch(alice, 'other', { secondFactor: 'sms' });
  await database.dispatches.add(other, []);
  rows.exec(`update dispatch_receivers set dispatch_id = '${other.id}'`);
  assert.deepEqual(await doors(), shut);

  const back = sampleDispatch(mallory, 'back', { kind: 'return' });
  const reader = sampleReceiver(back, mallory.email, { linkHash: undefined });
  await database.dispatches.add(back, [reader]);
  assert.ok(await database.dispatches.findByReceiver(reader.id));
  rows.exec(`update dispatch_receivers set id = 'moved' where id = '${reader.id}'`);
  assert.equal(await database.dispatches.findByReceiver('moved' as ReceiverId), undefined);
  assert.deepEqual(await database.dispatches.listInbox(mallory.email, noon), []);
});

test('a key of one account copied to another, or given more time, opens nothing', async (t) => {
  const { database, rows, tampered } = await openBoth(t);
  const copy = `insert into api_keys (id, account_id, hash, created_at, mac)
    select 'copied', '${alice.id}', hash, created_at, mac from api_keys where account_id = '${mallory.id}'`;
  rows.exec(copy);
  assert.deepEqual(await database.apiKeys.listFor(alice.id), [keyOf(alice)]);
  assert.deepEqual(tampered, [{ table: 'api_keys', id: 'copied' }]);

  rows.exec(`delete from api_keys where account_id = '${alice.id}'`);
  rows.exec(`update api_keys set account_id = '${alice.id}'`);
  assert.deepEqual(await database.apiKeys.listFor(alice.id), []);

  await database.apiKeys.add({ ...keyOf(alice), id: idFor('second') });
  await database.apiKeys.endAll(alice.id, noon + day);
  const [ending] = await database.apiKeys.listFor(alice.id);
  assert.equal(ending?.expiresAt, noon + day);
  rows.exec('update api_keys set expires_at = null');
  assert.deepEqual(await database.apiKeys.listFor(alice.id), []);
});

test('a key that is found by its hash opens nothing once its row or its account was changed', async (t) => {
  const { database, rows } = await openBoth(t);
  const found = async (account: typeof alice) =>
    (await database.apiKeys.findByHash(keyOf(account).hash)).map((each) => each.account.email);
  assert.deepEqual(await found(mallory), [mallory.email]);
  rows.exec(`update accounts set role = 'admin' where id = '${mallory.id}'`);
  assert.deepEqual(await found(mallory), []);
  assert.deepEqual(await found(alice), [alice.email]);
  rows.exec(`update api_keys set account_id = '${alice.id}' where account_id = '${mallory.id}'`);
  assert.deepEqual(await found(mallory), []);
  rows.exec(`update api_keys set expires_at = ${noon + day}`);
  assert.deepEqual(await found(alice), []);
});

for (const sql of [
  `update api_keys set scopes = null, networks = null`,
  `update api_keys set scopes = null`,
  `update api_keys set networks = null`,
  `update api_keys set scopes = 'send receive links'`,
  `update api_keys set networks = '0.0.0.0/0'`,
  `update api_keys set scopes = networks, networks = scopes`,
]) {
  test(`a key opens nothing once its rights are not those it was given: ${sql}`, async (t) => {
    const { database, rows, tampered } = await openBoth(t);
    const limited: ApiKey = {
      ...{ ...keyOf(alice), id: idFor('limited'), hash: hashFor('limited') },
      ...{ scopes: ['receive'], networks: ['192.0.2.0/24'] },
    };
    await database.apiKeys.add(limited);
    assert.deepEqual((await database.apiKeys.findByHash(limited.hash))[0]?.key, limited);
    rows.exec(`${sql} where id = '${limited.id}'`);
    assert.deepEqual(await database.apiKeys.findByHash(limited.hash), []);
    assert.deepEqual((await database.apiKeys.readAccess(alice.email, undefined)).keys, [
      keyOf(alice),
    ]);
    assert.ok(tampered.some(({ table, id }) => table === 'api_keys' && id === limited.id));
  });
}

test('a key whose hash or row was exchanged opens nothing', async (t) => {
  const { database, rows } = await openBoth(t);
  rows.exec(
    `update api_keys set hash = (select hash from api_keys where account_id = '${mallory.id}')
       where account_id = '${alice.id}'`,
  );
  assert.deepEqual(await database.apiKeys.listFor(alice.id), []);
  assert.equal((await database.apiKeys.listFor(mallory.id)).length, 1);
  rows.exec(`update api_keys set id = 'moved' where account_id = '${mallory.id}'`);
  assert.deepEqual(await database.apiKeys.listFor(mallory.id), []);
});

test('who takes the address of another account takes nothing else with it', async (t) => {
  const { database, rows, doors } = await openBoth(t);
  rows.exec(`update accounts set email = 'aside@example.com' where id = '${alice.id}'`);
  rows.exec(`update accounts set email = '${alice.email}' where id = '${mallory.id}'`);
  assert.deepEqual(await database.apiKeys.listFor(mallory.id), []);
  rows.exec(`update api_keys set account_id = '${mallory.id}' where account_id = '${alice.id}'`);
  assert.deepEqual(await database.apiKeys.listFor(mallory.id), [], 'nor a key that came with it');
  rows.exec(`update dispatches set account_id = '${mallory.id}'`);
  assert.deepEqual(await doors(), shut);
});

test('a file of one account is not read through a drop of another', async (t) => {
  const { database, rows } = await openBoth(t);
  const file = sampleFile(alice, 'a.pdf', { dispatchId: drop.id });
  await database.files.addToDispatch(file);
  const own = sampleDispatch(mallory, 'own');
  await database.dispatches.add(own, [sampleReceiver(own, mallory.email)]);
  rows.exec(`update files set dispatch_id = '${own.id}'`);
  assert.deepEqual(await database.files.listInDispatch(own.id), []);
  assert.equal(await database.files.findInDispatch(own.id, 'a.pdf'), undefined);
  assert.equal(await database.files.findInDispatchById(own.id, file.id), undefined);
  rows.exec(`update files set dispatch_id = '${drop.id}'`);
  assert.equal((await database.files.listInDispatch(drop.id)).length, 1);
});

test('erasing a receiver does not make a changed row sound', async (t) => {
  const { database, rows } = await openBoth(t);
  await database.dispatches.end(drop.id, noon);
  rows.exec(`update dispatch_receivers set number = '46999999999' where id = '${bob.id}'`);
  for (const { email } of [bob, carl]) {
    const erasure = { email, pseudonym: `erased-${email}` };
    assert.equal(await database.erasure.eraseReceivers(erasure, noon, 9), 1);
  }
  assert.equal(await database.dispatches.findByReceiver(bob.id), undefined);
  const { receiver } = (await database.dispatches.findByReceiver(carl.id)) ?? assert.fail();
  assert.equal(receiver.email, `erased-${carl.email}`);
});

test('what Valise itself changes stays open', async (t) => {
  const { database, doors } = await openBoth(t);
  await database.dispatches.extend(drop.id, noon + 2 * day, '172800');
  await database.dispatches.endLink(bob.id, noon);
  await database.dispatches.setLink(bob.id, { hash: bobsLink, generation: 3 });
  assert.deepEqual(await doors(), { link: bob.email, mail: bob.email, inbox: bob.id, listed: 1 });
  await database.dispatches.end(drop.id, noon);
  assert.equal((await doors()).mail, bob.email);
});

test('rows from before there were codes are bound, more than fit a page of them', async (t) => {
  const { database, rows, doors } = await openBoth(t);
  const many = Array.from({ length: 1200 }, (_, at) => sampleReceiver(drop, `r${at}@example.com`));
  const second = sampleDispatch(alice, 'second');
  await database.dispatches.add(second, many);
  rows.exec('update dispatch_receivers set mac = null, link_mac = null');
  rows.exec('update api_keys set mac = null');
  assert.deepEqual(await doors(), shut);
  assert.equal(await database.apiKeys.hasUnbound(), true);
  await database.bindRows();
  assert.deepEqual(await doors(), { link: bob.email, mail: bob.email, inbox: bob.id, listed: 1 });
  assert.equal((await database.apiKeys.listFor(alice.id)).length, 1);
  assert.equal(await database.apiKeys.hasUnbound(), false);
  const last = many.at(-1)?.linkHash ?? assert.fail();
  assert.ok(await database.dispatches.findByLink(last, noon));
});

test('a passkey or a linked identity that was moved to another account, or exchanged, opens nothing', async (t) => {
  const { database, rows, tampered } = await openBoth(t);
  const passkey = {
    id: 'cGhvbmU',
    accountId: mallory.id,
    rpId: 'files.example.com',
    publicKey: Buffer.from('key'),
    algorithm: -7,
    counter: 0,
    name: 'Phone',
    createdAt: noon,
    lastUsedAt: undefined,
  };
  const issuer = 'https://id.example.com';
  const identity = {
    issuer,
    subject: 'mallory',
    label: '',
    createdAt: noon,
    lastUsedAt: undefined,
  };
  await database.passkeys.add(passkey);
  await database.identities.add({ ...identity, accountId: mallory.id });
  for (const change of ["name = 'Mine'", 'counter = 7']) {
    rows.exec(`update passkeys set ${change}`);
    assert.ok(await database.passkeys.find(passkey.id), 'what its owner may change is not bound');
  }
  rows.exec(`update passkeys set account_id = '${alice.id}'`);
  rows.exec(`update linked_identities set account_id = '${alice.id}'`);
  assert.equal(await database.passkeys.find(passkey.id), undefined);
  assert.deepEqual(await database.passkeys.listFor(alice.id), []);
  assert.equal(await database.identities.find(issuer, 'mallory'), undefined);
  assert.deepEqual(await database.identities.listFor(alice.id), []);
  const tables = new Set(tampered.map(({ table }) => table));
  assert.deepEqual(tables, new Set(['passkeys', 'linked_identities']));

  await database.passkeys.add({ ...passkey, id: 'YWxpY2U', accountId: alice.id });
  rows.exec("update passkeys set public_key = x'00' where id = 'YWxpY2U'");
  assert.equal(await database.passkeys.find('YWxpY2U'), undefined);
});

for (const [what, sql] of [
  ['of its own making', `update api_keys set contacts_mac = mac`],
  [
    'of another key',
    `update api_keys set contacts_mac = (select contacts_mac from api_keys where contacts_mac is not null)`,
  ],
] as const) {
  test(`who writes a right ${what} into the row of an API key does not give it that right`, async (t) => {
    const { database, rows, tampered } = await openBoth(t);
    await database.apiKeys.add({
      ...keyOf(mallory),
      id: idFor('with the right'),
      replacesContacts: true,
    });
    const rights = async (account: typeof alice) =>
      (await database.apiKeys.listFor(account.id)).map((key) => key.replacesContacts === true);
    assert.deepEqual(await rights(alice), [false]);
    assert.deepEqual((await rights(mallory)).sort(), [false, true]);
    rows.exec(`${sql} where account_id = '${alice.id}'`);
    assert.deepEqual(await rights(alice), [false], 'and the key itself stays good');
    assert.deepEqual(tampered.at(-1), { table: 'api_keys', id: keyOf(alice).id });
    const access = await database.apiKeys.readAccess(alice.email, undefined);
    assert.equal(access.keys[0]?.replacesContacts, undefined);
  });
}
