import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runValise } from '../harness/valise-command.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { assertError, assertJson } from './assert-answer.ts';
import type { Contact, ContactList } from './wire.ts';
import { contact } from './wire.ts';

const { server, clients } = await startExchange(['alice', 'bob', 'carol', 'dora']);
const { alice, bob, carol, dora } = clients;

/** Stores exactly these contacts of alice, whatever was there. */
async function store(contacts: readonly object[]): Promise<void> {
  await alice.get('contacts_add', { json: [] });
  if (contacts.length > 0) await alice.get('contacts_add', { json: contacts });
}

async function stored(): Promise<Contact[]> {
  return (await alice.get<ContactList>('contacts_read')).local;
}

async function assertRefused(json: unknown, field: string): Promise<void> {
  const before = await stored();
  const { details } = assertError(await alice.call('contacts_add', { json }), 422, 'invalid');
  assert.deepEqual(
    details?.map((problem) => problem.field),
    [field],
  );
  assert.deepEqual(await stored(), before);
}

test('Contacts: both lists are there, as empty arrays when there are no contacts', async () => {
  assertJson(await bob.call('contacts_read'), { local: [], global: [] });
});

test('Contacts: every contact comes back with all five fields, unset ones empty, in the order sent', async () => {
  const full = {
    email: 'z@example.com',
    number: '46700000001',
    language: 'sv',
    groups: ['b', 'a'],
    nick: 'Zoë',
  };
  assertJson(
    await bob.call('contacts_add', {
      json: [full, { email: 'a@example.com' }, { email: 'm@example.com' }],
    }),
    { status: 'ok' },
  );
  assertJson(await bob.call('contacts_read'), {
    local: [full, contact('a@example.com'), contact('m@example.com')],
    global: [],
  });
});

test('Contacts: email is required, valid by the rule of HTML inputs, and kept in lower case', async () => {
  await store([{ email: 'A@b' }, { email: " O'Neil+tag@Sub.Example.COM\t" }]);
  assert.deepEqual(await stored(), [contact('a@b'), contact("o'neil+tag@sub.example.com")]);
  const wrong = [
    '',
    'a',
    '@b',
    'a@',
    'a b@c',
    '"a b"@c',
    'a@b, c@d',
    'a@b\r\nBcc: c@d',
    'a@b (x)',
    'a@-b',
    'a@b..c',
    'a@b.',
    '<a@b>',
    `${'a'.repeat(250)}@b.com`,
    7,
    null,
  ];
  for (const email of wrong) await assertRefused([{ email }], '[0].email');
  await assertRefused([{ nick: 'nobody' }], '[0].email');
});

test('Contacts: number has 6 to 15 digits; a leading +, blanks and dashes are taken off; a JSON number is taken as its digits', async () => {
  const forms: [unknown, string][] = [
    ['123456', '123456'],
    ['123456789012345', '123456789012345'],
    ['+46 70-000 00 01', '46700000001'],
    [46700000001, '46700000001'],
    ['', ''],
  ];
  for (const [number, kept] of forms) {
    await store([{ email: 'n@example.com', number }]);
    assert.deepEqual(await stored(), [contact('n@example.com', { number: kept })]);
  }
  for (const number of [
    '12345',
    '1234567890123456',
    '12345x',
    '+',
    '++123456',
    -123456,
    1.5,
    true,
    ['123456'],
  ]) {
    await assertRefused([{ email: 'n@example.com', number }], '[0].number');
  }
});

test('Contacts: language is a tag of letters, digits, - or _, at most 35 characters, kept as sent', async () => {
  for (const language of ['en', 'pt-BR', 'zh_Hant_TW', 'xx-Unknown', 'a'.repeat(35), '']) {
    await store([{ email: 'l@example.com', language }]);
    assert.deepEqual(await stored(), [contact('l@example.com', { language })]);
  }
  for (const language of ['en GB', 'é', 'a'.repeat(36), 'en;q=1', 7]) {
    await assertRefused([{ email: 'l@example.com', language }], '[0].language');
  }
});

test('Contacts: groups are texts in an array, nick is a text; anything else is invalid', async () => {
  await assertRefused([{ email: 'g@example.com', groups: 'friends' }], '[0].groups');
  await assertRefused([{ email: 'g@example.com', groups: [1] }], '[0].groups');
  await assertRefused([{ email: 'g@example.com', nick: { a: 1 } }], '[0].nick');
  await assertRefused([{ email: 'g@example.com', nick: 'two\nlines' }], '[0].nick');
  await assertRefused(['g@example.com'], '[0]');
});

test('null means left out', async () => {
  const nothing = { number: null, language: null, groups: null, nick: null };
  await store([{ email: 'n@example.com', ...nothing }]);
  assert.deepEqual(await stored(), [contact('n@example.com')]);
  const receivers = [{ email: 'n@example.com', ...nothing }];
  assertJson(await alice.call('receivers_set', { json: receivers }), { status: 'ok' });
});

test('Contacts: unknown fields are ignored', async () => {
  await store([{ email: 'u@example.com', name: 'U', settings: { a: 1 }, __proto__x: 1, id: 5 }]);
  assert.deepEqual(await stored(), [contact('u@example.com')]);
});

test('Contacts: the array replaces the local contacts: left out is removed, a new e-mail is added, an equal element is kept', async () => {
  await store([{ email: 'a@example.com' }, { email: 'b@example.com', nick: 'B' }]);
  await alice.get('contacts_add', {
    json: [{ email: 'c@example.com' }, { email: 'b@example.com', nick: 'B' }],
  });
  assert.deepEqual(await stored(), [
    contact('c@example.com'),
    contact('b@example.com', { nick: 'B' }),
  ]);
});

test('Contacts: an array that only leaves some out removes those', async () => {
  await store([{ email: 'a@example.com' }, { email: 'b@example.com' }]);
  assertJson(await alice.call('contacts_add', { json: [{ email: 'b@example.com' }] }), {
    status: 'ok',
  });
  assert.deepEqual(await stored(), [contact('b@example.com')]);
});

test('Contacts: [] removes all', async () => {
  await store([{ email: 'a@example.com' }]);
  assertJson(await alice.call('contacts_add', { json: [] }), { status: 'ok' });
  assertJson(await alice.call('contacts_add', { json: [] }), { status: 'ok' });
  assert.deepEqual(await stored(), []);
});

test('Contacts: contact_exists when an element has a stored e-mail but other data; the message names the address', async () => {
  await store([{ email: 'a@example.com', nick: 'A', groups: ['x', 'y'] }]);
  const changed = [
    { nick: 'B', groups: ['x', 'y'] },
    { nick: 'A' },
    { nick: 'A', groups: ['y', 'x'] },
  ];
  for (const fields of changed) {
    const json = [{ email: 'new@example.com' }, { email: 'A@example.com', ...fields }];
    const { message } = assertError(
      await alice.call('contacts_add', { json }),
      409,
      'contact_exists',
    );
    assert.ok(message.includes('a@example.com'), message);
  }
  assert.deepEqual(await stored(), [contact('a@example.com', { nick: 'A', groups: ['x', 'y'] })]);
});

test('Contacts: contact_exists when the array, not empty, changes nothing at all', async () => {
  const both = [{ email: 'a@example.com' }, { email: 'b@example.com' }];
  await store(both);
  assertError(await alice.call('contacts_add', { json: both }), 409, 'contact_exists');
  assertError(await alice.call('contacts_add', { json: both.toReversed() }), 409, 'contact_exists');
});

test('Contacts: the same e-mail twice in one array is invalid', async () => {
  await assertRefused([{ email: 't@example.com' }, { email: 'T@example.com' }], '[1].email');
});

test('Contacts: every account has its own', async () => {
  await carol.get('contacts_add', { json: [{ email: 'only-carols@example.com' }] });
  assert.ok((await stored()).every(({ email }) => email !== 'only-carols@example.com'));
});

test('Contacts: global is the operator’s list, set with the admin command, and read-only here', async () => {
  const shared = {
    email: 'shared@example.com',
    number: '46700000009',
    language: 'en',
    groups: ['all'],
    nick: 'Shared',
  };
  const input = JSON.stringify([shared]);
  const { status, stderr } = await runValise(
    ['contacts', 'global', 'import', '-', '--format', 'json', '--data', server.dataDir],
    { input },
  );
  assert.equal(status, 0, stderr);

  assertJson(await dora.call('contacts_read'), { local: [], global: [shared] });
  const { message } = assertError(
    await dora.call('contacts_add', { json: [{ email: shared.email, nick: 'Mine' }] }),
    409,
    'contact_exists',
  );
  assert.ok(message.includes(shared.email));
  assertError(await dora.call('contacts_add', { json: [shared] }), 409, 'contact_exists');

  await dora.get('contacts_add', { json: [shared, { email: 'mine@example.com' }] });
  assertJson(await dora.call('contacts_read'), {
    local: [contact('mine@example.com')],
    global: [shared],
  });
  await dora.get('contacts_add', { json: [] });
  assertJson(await dora.call('contacts_read'), { local: [], global: [shared] });
});

test('Idempotency-Key makes a repeated list of contacts answer as the first did', async () => {
  await store([]);
  const call = {
    json: [{ email: 'once@example.com' }],
    headers: { 'idempotency-key': 'contacts once' },
  };
  const first = await alice.call('contacts_add', call);
  assertJson(first, { status: 'ok' });
  await alice.get('contacts_add', { json: [{ email: 'later@example.com' }] });
  const again = await alice.call('contacts_add', call);
  assertJson(again, { status: 'ok' });
  assert.equal(again.headers['idempotent-replayed'], 'true');
  assert.deepEqual(await stored(), [contact('later@example.com')]);
  const other = { ...call, json: [{ email: 'other@example.com' }] };
  assertError(await alice.call('contacts_add', other), 409, 'idempotency_conflict');
});
