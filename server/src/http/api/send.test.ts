import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { day, hour } from '../../domain/model/clock.ts';
import type { ContactGroupId } from '../../domain/model/ids.ts';
import { idFor, sampleContact } from '../../testing/samples.ts';
import type { Drop } from './send-fixture.ts';
import { bob, openSends as open, refusal, sent } from './send-fixture.ts';

describe('a send of uploads', () => {
  test('makes a drop of them, once, and answers with it', async (t) => {
    const { program, upload, countUnsent, database } = await open(t);
    const uploads = [await upload('b.txt', 'second'), await upload('a.txt', 'first')];
    const drop = sent(
      await program.post('/drops', {
        receivers: [{ ...bob, name: 'Bob' }, { email: 'Zoe@Example.com' }],
        ...{ uploads, message: ' Hello ', reference: 'case 7', expires_in: 7200 },
      }),
    );
    assert.deepEqual(
      [drop.state, drop.reference, drop.notify, drop.message],
      ['live', 'case 7', 'mail', 'Hello'],
    );
    assert.deepEqual(
      drop.receivers.map(({ email, name, mail }) => [email, name, mail]),
      [
        ['bob@example.com', 'Bob', 'waiting'],
        ['zoe@example.com', '', 'waiting'],
      ],
    );
    assert.deepEqual(
      drop.files.map(({ name, size }) => [name, size]),
      [
        ['b.txt', 6],
        ['a.txt', 5],
      ],
    );
    assert.ok(drop.receivers.every((receiver) => !('link' in receiver)));
    const shown = (await program.ask('GET', `/drops/${drop.id}`)).json<Drop>();
    assert.deepEqual(shown.files, drop.files);
    assert.equal(await countUnsent(), 0);
    const again = await program.post('/drops', { receivers: [bob], uploads });
    assert.deepEqual(refusal(again), [
      ...[404, 'not_found', 'never'],
      ...['/uploads/0 invalid', '/uploads/1 invalid'],
    ]);
    const mails = await database.outbox.list(9);
    assert.deepEqual(mails.map(({ to, kind }) => `${kind} ${to}`).sort(), [
      'download bob@example.com',
      'download zoe@example.com',
    ]);
  });

  test('takes the end in seconds or as a time, within the bounds of the operator', async (t) => {
    const { program, upload, clock } = await open(
      t,
      '--desttime-max',
      '10d',
      '--desttime-default',
      '5d',
    );
    const at = clock.now();
    for (const [given, end] of [
      [{ expires_in: 3600 }, at + hour],
      [{ expires_at: new Date(at + 2 * hour).toISOString() }, at + 2 * hour],
    ] as const) {
      const uploads = [await upload('a.txt')];
      const drop = sent(await program.post('/drops', { receivers: [bob], uploads, ...given }));
      assert.equal(drop.expires_at, new Date(end).toISOString());
    }
    const time = (ms: number) => new Date(at + ms).toISOString();
    for (const [given, pointer] of [
      [{ expires_in: 0 }, '/expires_in'],
      [{ expires_in: '60' }, '/expires_in'],
      [{ expires_in: 11 * 86_400 }, '/expires_in'],
      [{ expires_at: time(-1) }, '/expires_at'],
      [{ expires_at: time(11 * day) }, '/expires_at'],
      [{ expires_at: '2026-02-30T00:00:00Z' }, '/expires_at'],
      [{ expires_at: time(hour), expires_in: 3600 }, '/expires_at'],
    ] as const) {
      const answer = await program.post('/drops', { receivers: [bob], uploads: [], ...given });
      assert.deepEqual(refusal(answer), [422, 'invalid', 'never', `${pointer} invalid`]);
    }
  });

  test('has a whole number of the account’s units as its time to live, for the customer’s API', async (t) => {
    const { program, upload, database, clock } = await open(t, '--desttime-unit', 'days');
    const uploads = [await upload('a.txt')];
    sent(await program.post('/drops', { receivers: [bob], uploads, expires_in: 90_000 }));
    const [entry] = await database.dispatches.listHistory(program.account.id);
    assert.deepEqual([entry?.dispatch.ttl, entry?.dispatch.ttlUnit], ['2', 'days']);
    assert.equal(entry?.dispatch.expiresAt, clock.now() + 90_000_000);
  });

  test('leaves the tray and what was chosen there as they are', async (t) => {
    const { program, upload, database } = await open(t);
    const contact = sampleContact('zoe@example.com');
    await database.contacts.replaceLocal(program.account.id, [contact]);
    await database.contacts.replaceReceivers(program.account.id, [contact]);
    sent(await program.post('/drops', { receivers: [bob], uploads: [await upload('a.txt')] }));
    const chosen = await database.contacts.listReceivers(program.account.id);
    assert.deepEqual(
      chosen.map(({ email }) => email),
      [contact.email],
    );
  });

  test('waits for uploads that are not finished', async (t) => {
    const { program, upload, countUnsent } = await open(t);
    const begun = await program.ask('POST', '/uploads', {
      ...{ 'tus-resumable': '1.0.0', 'upload-length': '5' },
      'upload-metadata': `filename ${Buffer.from('half.txt').toString('base64')}`,
    });
    const { id } = begun.json<{ id: string }>();
    const uploads = [await upload('a.txt'), id];
    const answer = await program.post('/drops', { receivers: [bob], uploads });
    assert.deepEqual(refusal(answer), [409, 'upload_in_progress', 'later', '/uploads/1 invalid']);
    assert.equal(await countUnsent(), 2);
  });

  test('finds no uploads of other accounts, unknown ones and expired ones', async (t) => {
    const { program, other, upload, clock } = await open(t);
    const uploads = [await upload('a.txt')];
    const foreign = await other.post('/drops', { receivers: [bob], uploads });
    assert.deepEqual(refusal(foreign), [404, 'not_found', 'never', '/uploads/0 invalid']);
    const unknown = await program.post('/drops', { receivers: [bob], uploads: ['x', ...uploads] });
    assert.deepEqual(refusal(unknown), [404, 'not_found', 'never', '/uploads/0 invalid']);
    clock.advance(60 * day);
    const late = await program.post('/drops', { receivers: [bob], uploads });
    assert.deepEqual(refusal(late), [404, 'not_found', 'never', '/uploads/0 invalid']);
  });
});

describe('the receivers of a send', () => {
  test('are those named and the members of groups, each once, with what contacts say', async (t) => {
    const { program, upload, database } = await open(t);
    const { id } = program.account;
    const contacts = ['bob', 'zoe', 'adam'].map((name) =>
      sampleContact(`${name}@example.com`, { nick: name, number: '46700000002', language: 'sv' }),
    );
    await database.contacts.replaceLocal(id, contacts);
    for (const [name, ...emails] of [
      ['Board', 'bob@example.com', 'zoe@example.com'],
      ['Staff', 'zoe@example.com', 'adam@example.com'],
    ] as const) {
      const group = { id: idFor<ContactGroupId>(name), name, createdAt: 0 };
      await database.contactGroups.add(id, group);
      await database.contactGroups.addMembers(id, group.id, emails);
    }
    const receivers = [{ group: 'board' }, { group: idFor('Staff') }, { ...bob, name: 'Robert' }];
    const drop = sent(await program.post('/drops', { receivers, uploads: [await upload('a')] }));
    const found = await database.dispatches.find(drop.id as never);
    assert.deepEqual(
      found?.receivers.map(({ email, nick, number, language }) => [email, nick, number, language]),
      [
        ['bob@example.com', 'Robert', '46700000002', 'sv'],
        ['zoe@example.com', 'zoe', '46700000002', 'sv'],
        ['adam@example.com', 'adam', '46700000002', 'sv'],
      ],
    );
  });

  test('are refused where they are wrong, each at its place', async (t) => {
    const { program, other, database, upload } = await open(t, '--max-receivers', '3');
    const foreign = { id: idFor<ContactGroupId>('Foreign'), name: 'Foreign', createdAt: 0 };
    await database.contactGroups.add(other.account.id, foreign);
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ email: `${at}@example.com` }));
    for (const [receivers, ...problems] of [
      [[], '/receivers invalid'],
      [many(1001), '/receivers invalid'],
      [[bob, { email: 'BOB@example.com' }], '/receivers/1/email repeated'],
      [[{ email: 'nobody' }], '/receivers/0/email invalid'],
      [[bob, { group: 'Foreign' }], '/receivers/1/group invalid'],
      [[{ group: foreign.id }], '/receivers/0/group invalid'],
      [[{}], '/receivers/0 invalid'],
      [[{ ...bob, group: 'Board' }], '/receivers/0 invalid'],
      [[{ ...bob, phone: '1' }], '/receivers/0/phone unknown'],
      [[{ ...bob, number: 46700000001 }], '/receivers/0/number invalid'],
      [[{ ...bob, number: 'x' }], '/receivers/0/number invalid'],
    ] as const) {
      const answer = await program.post('/drops', { receivers, uploads: [] });
      assert.deepEqual(refusal(answer), [422, 'invalid', 'never', ...problems]);
    }
    const uploads = [await upload('a.txt')];
    const tooMany = await program.post('/drops', { receivers: many(4), uploads });
    assert.deepEqual(refusal(tooMany), [422, 'invalid', 'never', '/receivers invalid']);
    sent(await program.post('/drops', { receivers: many(3), uploads }));
  });

  test('must be contacts where the operator says so', async (t) => {
    const { program, upload } = await open(t, '--contacts-only');
    const uploads = [await upload('a.txt')];
    const answer = await program.post('/drops', { receivers: [bob], uploads });
    assert.deepEqual(refusal(answer), [422, 'invalid', 'never', '/receivers/0/email invalid']);
  });

  test('can be the account itself and other accounts, in whose inbox it is', async (t) => {
    const { program, other, upload, database, clock } = await open(t);
    const receivers = [{ email: program.account.email }, { email: other.account.email }];
    sent(await program.post('/drops', { receivers, uploads: [await upload('a.txt')] }));
    for (const { account } of [program, other]) {
      const inbox = await database.dispatches.listInbox(account.email, clock.now());
      assert.deepEqual(
        inbox.map(({ files }) => files.map(({ name }) => name)),
        [['a.txt']],
      );
    }
    const events = (await other.ask('GET', '/events')).json<{ items: { kind: string }[] }>();
    assert.ok(events.items.some(({ kind }) => kind === 'inbox.received'));
  });
});

describe('options', () => {
  test('only tighten what operator and account demand', async (t) => {
    const { program, upload, database } = await open(t, '--second-factor', 'email');
    for (const [wanted, got] of [
      ['off', 'email'],
      ['sms', 'sms'],
      [undefined, 'email'],
    ] as const) {
      const options = { second_factor: wanted, download_limit: 3, receipts: 'each' };
      const uploads = [await upload('a.txt')];
      const receivers = [{ ...bob, number: '46700000009' }];
      const drop = sent(await program.post('/drops', { receivers, uploads, options }));
      const dispatch = (await database.dispatches.find(drop.id as never))?.dispatch;
      const { secondFactor, downloadLimit, receipts } = dispatch ?? assert.fail();
      assert.deepEqual([secondFactor, downloadLimit, receipts], [got, 3, 'each']);
    }
    await database.accounts.setSecondFactor(program.account.id, 'sms');
    const receivers = [{ email: 'zoe@example.com', number: '46700000009' }];
    const order = { receivers, uploads: [await upload('a.txt')] };
    const options = { second_factor: 'email' };
    const locked = await program.post('/drops', {
      ...order,
      receivers: [...receivers, bob],
      options,
    });
    assert.deepEqual(refusal(locked), [422, 'invalid', 'never', '/receivers/1/number missing']);
    const drop = sent(await program.post('/drops', { ...order, options }));
    assert.equal((await database.dispatches.find(drop.id as never))?.dispatch.secondFactor, 'sms');
  });

  test('and what else is wrong with a drop is refused at its place', async (t) => {
    const { program, upload } = await open(t);
    const uploads = [await upload('a.txt')];
    for (const [given, pointer] of [
      [{ options: { second_factor: 'none' } }, '/options/second_factor invalid'],
      [{ options: { download_limit: 0 } }, '/options/download_limit invalid'],
      [{ options: { download_limit: 1001 } }, '/options/download_limit invalid'],
      [{ options: { receipts: 'all' } }, '/options/receipts invalid'],
      [{ options: { other: 1 } }, '/options/other unknown'],
      [{ message: 'a\u0000b' }, '/message invalid'],
      [{ reference: 'a\nb' }, '/reference invalid'],
      [{ reference: 'a\u2028b' }, '/reference invalid'],
      [{ reference: '\ud800' }, '/reference invalid'],
      [{ reference: '' }, '/reference invalid'],
      [{ reference: 'x'.repeat(256) }, '/reference invalid'],
      [{ uploads: 'x' }, '/uploads invalid'],
      [{ uploads: [...uploads, ...uploads] }, '/uploads/1 repeated'],
      [{ notify: 'sms' }, '/notify invalid'],
    ] as const) {
      const answer = await program.post('/drops', { receivers: [bob], uploads, ...given });
      assert.deepEqual(refusal(answer), [422, 'invalid', 'never', pointer], JSON.stringify(given));
    }
  });
});

test('the reference of a drop is in its events and deliveries', async (t) => {
  const { program, upload } = await open(t);
  const order = { receivers: [bob], reference: 'case 7' };
  const { id } = sent(await program.post('/drops', { ...order, uploads: [await upload('a')] }));
  const { items } = (await program.ask('GET', '/events')).json<{
    items: { kind: string; drop?: string; reference?: string }[];
  }>();
  const about = items.filter(({ drop }) => drop === id);
  assert.deepEqual(
    about.map(({ kind, reference }) => [kind, reference]),
    [['drop.created', 'case 7']],
  );
  const csv = await program.ask('GET', '/deliveries?format=csv');
  assert.match(csv.body, new RegExp(`${id},case 7,`));
  const lines = await program.ask('GET', '/deliveries?format=jsonl');
  assert.equal((JSON.parse(lines.body.trim()) as { reference: unknown }).reference, 'case 7');
});

test('the title of a drop is in what is told of it, and one of several lines is refused', async (t) => {
  const { program, upload } = await open(t);
  const order = { receivers: [bob], title: 'X-rays of May', uploads: [await upload('a')] };
  const { id, title } = sent(await program.post('/drops', order));
  assert.equal(title, order.title);
  const { items } = (await program.ask('GET', '/drops')).json<{ items: { title: string }[] }>();
  assert.deepEqual(
    items.map((drop) => drop.title),
    [order.title],
  );
  const receipt = (await program.ask('GET', `/drops/${id}/receipt`)).json<{ payload: string }>();
  const statement = JSON.parse(Buffer.from(receipt.payload, 'base64').toString()) as {
    drop: { title: unknown };
  };
  assert.equal(statement.drop.title, order.title);
  for (const wrong of ['two\nlines', 'x'.repeat(151), 'gnp.\u202eexe']) {
    const answer = await program.post('/drops', { ...order, title: wrong });
    assert.deepEqual(refusal(answer), [422, 'invalid', 'never', '/title invalid'], wrong);
  }
  const blank = { ...order, title: ' ', uploads: [await upload('b')] };
  assert.equal(sent(await program.post('/drops', blank)).title, null);
});

test('nothing is sent for a key that ended, or without the scope', async (t) => {
  const { giveScopes, upload } = await open(t);
  const send = await giveScopes(['status']);
  const answer = await send({ receivers: [bob], uploads: [await upload('a.txt')] });
  assert.deepEqual(refusal(answer), [403, 'forbidden', 'never']);
});
