import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { day, hour } from '../../domain/model/clock.ts';
import { openDropsFixture } from './drops-fixture.ts';

interface Receiver {
  id: string;
  email: string;
  name: string;
  state: string;
  mail: string | null;
  mail_reason: string | null;
  opened_at: string | null;
  completed_at: string | null;
  revoked_at: string | null;
}

interface Drop {
  id: string;
  state: string;
  reference: string | null;
  expires_at: string;
  receivers: Receiver[];
  files: { id: string; sha256: string | null }[];
}

interface List<Item = Drop> {
  items: Item[];
  next: string | null;
}

interface Refused {
  code: string;
  errors?: { in: string; pointer: string; code: string }[];
}

async function open(context: TestContext, args: readonly string[] = []) {
  const fixture = await openDropsFixture(context, args);
  const program = await fixture.addProgram('program@example.com');
  return { ...fixture, ...program };
}

const idsOf = ({ items }: List) => items.map(({ id }) => id);

test('a drop says how far each receiver is, and what became of the mail', async (t) => {
  const { database, clock, send, read } = await open(t);
  const { drop, receivers } = await send('letter', ['bob@example.com', 'zoe@example.com'], {
    message: 'The letter',
  });
  const [bob = assert.fail(), zoe = assert.fail()] = receivers;
  const path = `/drops/${drop.id}`;
  const first = await read<Drop>(path);
  const [file = assert.fail()] = first.files;
  assert.deepEqual(first, {
    id: drop.id,
    state: 'live',
    title: null,
    reference: null,
    notify: 'mail',
    password_protected: false,
    created_at: new Date(drop.createdAt).toISOString(),
    expires_at: new Date(drop.expiresAt).toISOString(),
    message: 'The letter',
    receivers: [bob, zoe].map(({ id, email }) => ({
      ...{ id, email, name: '', state: 'waiting' },
      ...{ opened_at: null, completed_at: null, revoked_at: null },
      ...{ mail: 'waiting', mail_reason: null },
    })),
    anyone_links: [],
    files: [{ ...file, name: 'a.pdf', type: 'application/pdf', size: 1000 }],
  });
  assert.match(String(file.sha256), /^[0-9a-f]{64}$/);

  const [, mail = assert.fail()] = await database.outbox.listFor(bob.id, zoe.id);
  await database.outbox.settle(mail.id, 'refused', clock.now(), 'no such user');
  await database.dispatches.markOpened(zoe.id, clock.now());
  const download = { receiverId: bob.id, fileId: file.id as never, spans: [] };
  await database.downloads.save({ ...download, completedAt: clock.now() });
  const at = new Date(clock.now()).toISOString();
  const { receivers: followed } = await read<Drop>(path);
  assert.deepEqual(
    followed.map((each) => [each.state, each.opened_at, each.completed_at]),
    [
      ['completed', null, at],
      ['opened', at, null],
    ],
  );
  const refused = followed.filter((each) => each.mail === 'refused');
  assert.deepEqual(
    refused.map((each) => each.mail_reason),
    ['no such user'],
  );

  clock.advance(day);
  const expired = await read<Drop>(path);
  assert.deepEqual(
    [expired.state, ...expired.receivers.map(({ state }) => state)],
    ['expired', 'completed', 'expired'],
  );
});

describe('the list of drops', () => {
  test('has cursors, states and times', async (t) => {
    const { clock, send, read, act } = await open(t);
    const ids: string[] = [];
    const begun = clock.now();
    for (const label of ['first', 'second', 'third', 'fourth']) {
      const { drop } = await send(label, ['bob@example.com', 'zoe@example.com']);
      ids.unshift(drop.id);
      clock.advance(hour);
    }
    const [fourth = '', third = '', second = '', first = ''] = ids;
    const [listed] = (await read<List>('/drops')).items;
    assert.deepEqual(listed, {
      ...{ id: fourth, state: 'live', title: null, reference: null, notify: 'mail', message: null },
      password_protected: false,
      ...{ receiver_count: 2, completed_count: 0, undelivered_count: 0 },
      ...{ file_count: 1, size: 1000 },
      created_at: new Date(begun + 3 * hour).toISOString(),
      expires_at: new Date(begun + 3 * hour + day).toISOString(),
    });

    const part = await read<List>('/drops?limit=3');
    assert.deepEqual(idsOf(part), [fourth, third, second]);
    const last = await read<List>(`/drops?limit=3&after=${String(part.next)}`);
    assert.deepEqual([idsOf(last), last.next], [[first], null]);

    await act<Drop>(`/drops/${third}/revoke`);
    clock.advance(begun + day - clock.now());
    assert.deepEqual(idsOf(await read('/drops?state=live')), [fourth, second]);
    assert.deepEqual(idsOf(await read('/drops?state=revoked')), [third]);
    assert.deepEqual(idsOf(await read('/drops?state=expired')), [first]);
    const at = (hours: number) => new Date(begun + hours * hour).toISOString();
    assert.deepEqual(idsOf(await read(`/drops?created_after=${at(2)}`)), [fourth, third]);
    const between = `created_after=${at(1)}&created_before=${at(3)}`;
    assert.deepEqual(idsOf(await read(`/drops?${between}`)), [third, second]);
  });

  test('can be of one reference, and of one state of it', async (t) => {
    const { clock, send, read, act } = await open(t);
    const ids: string[] = [];
    for (const [label, reference] of Object.entries({ a: 'case 7', b: 'case 8', c: 'case 7' })) {
      const { drop } = await send(label, ['bob@example.com'], { reference });
      ids.push(drop.id);
      clock.advance(hour);
    }
    const [first = '', , third = ''] = ids;
    assert.deepEqual(idsOf(await read('/drops?reference=case%207')), [third, first]);
    assert.deepEqual(idsOf(await read('/drops?reference=case%209')), []);
    const part = await read<List>('/drops?reference=case%207&limit=1');
    assert.deepEqual(idsOf(part), [third]);
    const rest = await read<List>(`/drops?reference=case%207&after=${String(part.next)}`);
    assert.deepEqual([idsOf(rest), rest.next], [[first], null]);
    await act<Drop>(`/drops/${third}/revoke`);
    assert.deepEqual(idsOf(await read('/drops?reference=case%207&state=revoked')), [third]);
    assert.deepEqual(idsOf(await read('/drops?reference=case%207&state=live')), [first]);
    assert.equal((await read<Drop>(`/drops/${first}`)).reference, 'case 7');
    const { items } = await read<List>('/deliveries?limit=1');
    assert.equal(items[0]?.reference, 'case 7');
  });

  test('refuses what it does not know, with a pointer into the query', async (t) => {
    const { addProgram, send, get, read } = await open(t);
    const { drop } = await send('one', ['bob@example.com', 'zoe@example.com']);
    await send('two', ['bob@example.com']);
    const other = await addProgram('other@example.com');
    await other.send('three', ['bob@example.com']);
    await other.send('four', ['bob@example.com']);
    const foreign = (await other.read<List>('/drops?limit=1')).next;
    const ofDeliveries = (await read<List>('/deliveries?limit=1')).next;
    const ofReceivers = (await read<List>(`/drops/${drop.id}/receivers?limit=1`)).next;
    for (const cursor of [foreign, ofDeliveries, ofReceivers]) assert.ok(cursor !== null);
    for (const [query, pointer] of [
      [`after=${String(foreign)}`, '/after'],
      [`after=${String(ofDeliveries)}`, '/after'],
      [`after=${String(ofReceivers)}`, '/after'],
      ['after=x', '/after'],
      ['after=', '/after'],
      ['limit=0', '/limit'],
      ['limit=201', '/limit'],
      ['state=ended', '/state'],
      ['created_after=yesterday', '/created_after'],
      ['created_before=2026-02-30T00:00:00Z', '/created_before'],
      ['created_afer=2026-02-01T00:00:00Z', '/created_afer'],
    ] as const) {
      const answer = await get(`/drops?${query}`);
      const { code, errors } = answer.json<Refused>();
      assert.deepEqual([answer.statusCode, code], [400, 'bad_request'], query);
      assert.deepEqual([errors?.[0]?.in, errors?.[0]?.pointer], ['query', pointer], query);
    }
    assert.equal((await get(`/deliveries?after=${String(foreign)}`)).statusCode, 400);
  });
});

test('files and receivers of a drop are lists with cursors', async (t) => {
  const { send, read, get } = await open(t);
  const { drop, receivers } = await send('one', ['bob@example.com', 'zoe@example.com']);
  const { drop: other } = await send('two', ['bob@example.com', 'zoe@example.com']);
  const path = `/drops/${drop.id}/receivers`;
  const first = await read<List<Receiver>>(`${path}?limit=1`);
  const second = await read<List<Receiver>>(`${path}?limit=1&after=${String(first.next)}`);
  assert.deepEqual(
    [...first.items, ...second.items].map(({ id }) => id),
    receivers.map(({ id }) => id),
  );
  assert.equal(second.next, null);
  const { files } = await read<Drop>(`/drops/${drop.id}`);
  assert.deepEqual(await read(`/drops/${drop.id}/files`), { items: files, next: null });
  const elsewhere = `/drops/${other.id}/receivers?after=${String(first.next)}`;
  assert.equal((await get(elsewhere)).statusCode, 400);
});

describe('verbs on a drop', () => {
  test('extend gives it another end, by seconds or by a time', async (t) => {
    const { clock, send, act, post } = await open(t);
    const { drop } = await send('one', ['bob@example.com']);
    const path = `/drops/${drop.id}/extend`;
    const iso = (at: number) => new Date(at).toISOString();
    const longer = await act<Drop>(path, { expires_in: 7200 });
    assert.equal(longer.expires_at, iso(clock.now() + 2 * hour));
    const until = iso(clock.now() + 3 * day);
    assert.equal((await act<Drop>(path, { expires_at: until })).expires_at, until);
    for (const [body, pointer] of [
      [{}, ''],
      [{ expires_in: 1, expires_at: until }, ''],
      [{ expires_in: '1' }, '/expires_in'],
      [{ expires_in: 0 }, '/expires_in'],
      [{ expires_in: Number.MAX_SAFE_INTEGER }, '/expires_in'],
      [{ expires_at: iso(clock.now() - 1) }, '/expires_at'],
      [{ expires_at: 'tomorrow' }, '/expires_at'],
      [{ expires_at: '2027-02-30T00:00:00Z' }, '/expires_at'],
      [{ expires_at: until, days: 1 }, '/days'],
    ] as const) {
      const answer = await post(path, body);
      const { code, errors } = answer.json<Refused>();
      assert.deepEqual([answer.statusCode, code], [422, 'invalid'], JSON.stringify(body));
      assert.equal(errors?.[0]?.pointer, pointer, answer.body);
    }
    assert.equal((await act<Drop>(path, { expires_at: until })).expires_at, until);
  });

  test('extend leaves a whole time to live, in the unit of its account, for the customer’s API', async (t) => {
    const { send, act, database } = await open(t);
    const { drop } = await send('one', ['bob@example.com'], { ttlUnit: 'hours' });
    await act(`/drops/${drop.id}/extend`, { expires_in: 7201 });
    assert.equal((await database.dispatches.find(drop.id))?.dispatch.ttl, '3');
  });

  test('revoke ends it for everyone, and what has ended is 409', async (t) => {
    const { send, act, post, clock } = await open(t);
    const { drop, receivers } = await send('one', ['bob@example.com']);
    const path = `/drops/${drop.id}`;
    const revoked = await act<Drop>(`${path}/revoke`);
    assert.equal(revoked.state, 'revoked');
    const [ended] = revoked.receivers;
    const now = new Date(clock.now()).toISOString();
    assert.deepEqual([ended?.state, ended?.revoked_at], ['revoked', now]);
    assert.equal(revoked.files[0]?.sha256, null);
    const receiver = `${path}/receivers/${receivers[0]?.id ?? ''}`;
    for (const [verb, body] of [
      [`${path}/revoke`],
      [`${path}/extend`, { expires_in: 60 }],
      [`${path}/receivers`, { receivers: [{ email: 'zoe@example.com' }] }],
      [`${receiver}/resend`],
      [`${receiver}/revoke`],
      [`${receiver}/correct`, { email: 'robert@example.com' }],
    ] as const) {
      const answer = await post(verb, body);
      const { code } = answer.json<Refused>();
      assert.deepEqual([answer.statusCode, code], [409, 'dispatch_ended'], verb);
    }
  });

  test('take an empty body or an empty object, and refuse fields by name', async (t) => {
    const { send, headers, read, app } = await open(t);
    const { drop } = await send('one', ['bob@example.com']);
    const revoke = (payload: string) =>
      app.inject({
        ...{ method: 'POST', url: `/api/v1/drops/${drop.id}/revoke`, payload },
        headers: { ...headers, 'content-type': 'application/json' },
      });
    for (const [body, ...pointers] of [
      ['{"notify":false,"x":1}', '/notify', '/x'],
      ['[1]', ''],
      ['"now"', ''],
    ] as const) {
      const answer = await revoke(body);
      const { code, errors } = answer.json<Refused>();
      const found = errors?.map(({ pointer }) => pointer);
      assert.deepEqual([answer.statusCode, code, found], [422, 'invalid', pointers]);
    }
    assert.equal((await read<Drop>(`/drops/${drop.id}`)).state, 'live');
    assert.equal((await revoke('')).statusCode, 200);
    assert.equal((await revoke('{}')).json<Refused>().code, 'dispatch_ended');
  });

  test('receivers are added all or none, each with a mail and a record', async (t) => {
    const { database, send, act, post, read } = await open(t, ['--max-receivers', '4']);
    const { drop } = await send('one', ['bob@example.com']);
    const path = `/drops/${drop.id}/receivers`;
    const emailsNow = async () =>
      (await read<Drop>(`/drops/${drop.id}`)).receivers.map(({ email }) => email);
    const refused = async (receivers: unknown, pointer: string) => {
      const answer = await post(path, { receivers });
      const { code, errors } = answer.json<Refused>();
      assert.deepEqual([answer.statusCode, code], [422, 'invalid'], answer.body);
      assert.equal(errors?.[0]?.pointer, pointer, answer.body);
      assert.deepEqual(await emailsNow(), ['bob@example.com']);
    };
    const zoe = { email: 'Zoe@example.com', name: 'Zoë', number: '46700000002', language: 'sv' };
    await refused([], '/receivers');
    await refused([zoe, { email: 'nobody' }], '/receivers/1/email');
    await refused([{ ...zoe, number: 'x' }], '/receivers/0/number');
    await refused([{ ...zoe, nick: 'Z' }], '/receivers/0/nick');
    await refused([zoe, { email: 'bob@example.com' }], '/receivers/1/email');
    await refused([zoe, { email: 'zoe@example.com' }], '/receivers/1/email');
    const many = ['a', 'b', 'c', 'd'].map((name) => ({ email: `${name}@example.com` }));
    await refused(many, '/receivers');

    const added = await act<Drop>(path, { receivers: [zoe, { email: 'adam@example.com' }] });
    assert.deepEqual(
      added.receivers.map(({ email, name, mail }) => [email, name, mail]),
      [
        ['bob@example.com', '', 'waiting'],
        ['zoe@example.com', 'Zoë', 'waiting'],
        ['adam@example.com', '', 'waiting'],
      ],
    );
    const records = await database.audit.listNewest(9);
    const told = records.filter(({ action }) => action === 'dispatch.receiver_added');
    assert.equal(told.length, 2);
  });

  test('one receiver is sent another link, revoked, and corrected', async (t) => {
    const { database, clock, send, act, post, read } = await open(t);
    const { drop, receivers } = await send('one', ['bob@example.com', 'zoe@example.com']);
    const [bob = assert.fail(), zoe = assert.fail()] = receivers;
    const path = (id: string) => `/drops/${drop.id}/receivers/${id}`;
    const soon = await post(`${path(bob.id)}/resend`);
    assert.equal(soon.statusCode, 429);
    const [mail = assert.fail()] = await database.outbox.listFor(bob.id);
    await database.outbox.settle(mail.id, 'refused', clock.now(), 'no such user');
    const resent = await act<Receiver>(`${path(bob.id)}/resend`);
    assert.deepEqual([resent.id, resent.mail, resent.mail_reason], [bob.id, 'waiting', null]);

    const wrong = await post(`${path(bob.id)}/correct`, { email: 'nobody' });
    assert.equal(wrong.json<Refused>().errors?.[0]?.pointer, '/email');
    const taken = await post(`${path(bob.id)}/correct`, { email: 'zoe@example.com' });
    assert.equal(taken.json<Refused>().errors?.[0]?.pointer, '/email');
    const corrected = await act<Receiver>(`${path(bob.id)}/correct`, {
      email: 'Robert@example.com',
    });
    assert.deepEqual([corrected.email, corrected.state], ['robert@example.com', 'waiting']);
    assert.notEqual(corrected.id, bob.id);

    const revoked = await act<Receiver>(`${path(zoe.id)}/revoke`);
    assert.deepEqual([revoked.id, revoked.state], [zoe.id, 'revoked']);
    assert.equal(revoked.revoked_at, new Date(clock.now()).toISOString());
    const records = async () =>
      (await database.audit.listNewest(99)).filter(
        ({ action }) => action === 'dispatch.receiver_revoked',
      ).length;
    clock.advance(60_000);
    assert.deepEqual(await act<Receiver>(`${path(zoe.id)}/revoke`), revoked);
    assert.equal(await records(), 1);
    await act<Drop>(`/drops/${drop.id}/revoke`);
    const { items } = await read<{ items: Receiver[] }>(`/drops/${drop.id}/receivers`);
    const after = items.find(({ id }) => id === zoe.id);
    assert.equal(after?.revoked_at, revoked.revoked_at);
  });
});
