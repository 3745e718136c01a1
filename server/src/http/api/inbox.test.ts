import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { eventually } from '../../coordination/eventually.ts';
import { hour, minute } from '../../domain/model/clock.ts';
import { mostLeases } from '../../domain/model/inbox-queue.ts';
import { idFor } from '../../testing/samples.ts';
import { askForLink, sendBack } from '../app/inbox/inbox-fixture.ts';
import { host } from '../app/people-fixture.ts';
import { refusalAt } from './api-fixture.ts';
import { openDropsFixture } from './drops-fixture.ts';

interface Item {
  id: string;
  state: string;
  sender: { email: string | null; name: string };
  message: string | null;
  request: string | null;
  received_at: string;
  acknowledged_at: string | null;
  leases: number;
  files: { id: string; name: string; type: string; size: number; sha256: string }[];
}

interface Leased extends Item {
  lease: string;
  lease_expires_at: string;
}

interface List {
  items: Item[];
  next: string | null;
}

interface Refused {
  code: string;
  errors?: { pointer: string }[];
}

/** A program that sends to another one. */
async function open(context: TestContext) {
  const fixture = await openDropsFixture(context);
  const sender = await fixture.addProgram('sender@example.com');
  const consumer = await fixture.addProgram('consumer@example.com');
  const { clock } = fixture;
  const iso = (at: number) => new Date(at).toISOString();

  /** Sends drops an hour apart; the items that come of them. */
  async function sendSome(...labels: string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const label of labels) {
      const { receivers } = await sender.send(label, [consumer.account.email]);
      ids.push(receivers[0]?.inboxToken ?? assert.fail());
      clock.advance(hour);
    }
    return ids;
  }

  async function lease(body: object = {}): Promise<Leased[]> {
    return (await consumer.act<{ items: Leased[] }>('/inbox/lease', body)).items;
  }

  async function remove(id: string) {
    const { headers } = consumer;
    return await fixture.app.inject({ method: 'DELETE', url: `/api/v1/inbox/${id}`, headers });
  }

  return { ...fixture, ...consumer, sender, iso, sendSome, lease, remove };
}

/** Alice, a person with a key, and what Zoë sent back to her. */
async function openPerson(context: TestContext) {
  const fixture = await openDropsFixture(context);
  const { app, database, installation, clock } = fixture;
  const alice = await fixture.addPerson('alice@example.com');
  const key = 'alice-key-0123456789-0123456789-0123456789';
  await database.apiKeys.add({
    ...{ id: idFor('key of alice'), accountId: alice.account.id, salt: undefined },
    hash: installation.apiKeyHasher.hash(key),
    ...{ createdAt: clock.now(), expiresAt: undefined },
  });
  const headers = { host, authorization: `Bearer ${key}` };
  return {
    ...fixture,
    alice,
    link: await askForLink(alice),

    get: (path: string, more: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
      app.inject({ method, url: `/api/v1/inbox${path}`, headers: { ...headers, ...more } }),

    lease: (payload: object) =>
      app.inject({ method: 'POST', url: '/api/v1/inbox/lease', headers, payload }),
  };
}

const idsOf = (items: readonly Item[]) => items.map(({ id }) => id);

describe('GET /api/v1/inbox', () => {
  test('lists items with sender, message and files, in either order', async (t) => {
    const { clock, read, sender, account, iso, sendSome, get } = await open(t);
    const at = clock.now();
    const [first = '', second = '', third = ''] = await sendSome('first', 'second', 'third');
    const { items, next } = await read<List>('/inbox');
    assert.deepEqual([idsOf(items), next], [[first, second, third], null]);
    const [item = assert.fail()] = items;
    assert.deepEqual(item, {
      ...{ id: first, state: 'new', sender: { email: sender.account.email, name: '' } },
      ...{ message: null, request: null, title: null, reference: null },
      ...{ received_at: iso(at), expires_at: iso(at + 24 * hour) },
      ...{ acknowledged_at: null, leases: 0 },
      files: [{ ...item.files[0], name: 'a.pdf', type: 'application/pdf', size: 1000 }],
    });
    assert.match(item.files[0]?.sha256 ?? '', /^[0-9a-f]{64}$/);
    assert.deepEqual(await read<Item>(`/inbox/${first}`), item);

    const newest = await read<List>('/inbox?order=newest&limit=2');
    assert.deepEqual(idsOf(newest.items), [third, second]);
    const rest = await read<List>(`/inbox?order=newest&after=${String(newest.next)}`);
    assert.deepEqual([idsOf(rest.items), rest.next], [[first], null]);
    const times = `created_after=${iso(at + hour)}&created_before=${iso(at + 2 * hour)}`;
    assert.deepEqual(idsOf((await read<List>(`/inbox?${times}`)).items), [second]);
    assert.deepEqual((await read<List>(`/inbox?request=${idFor('none')}`)).items, []);

    assert.equal((await get(`/inbox?after=${String(newest.next)}`)).statusCode, 400);
    for (const query of ['order=best', 'state=seen', 'limit=0', 'request=', 'newest=1']) {
      assert.equal((await get(`/inbox?${query}`)).statusCode, 400, query);
    }
    assert.equal(account.email, 'consumer@example.com');
  });

  test('shows nothing of other accounts, and what was deleted is gone', async (t) => {
    const { sender, sendSome, read, get, remove } = await open(t);
    const [id = ''] = await sendSome('first');
    assert.deepEqual((await sender.read<List>('/inbox')).items, []);
    assert.equal((await sender.get(`/inbox/${id}`)).statusCode, 404);
    assert.equal((await remove(id)).statusCode, 204);
    assert.equal((await get(`/inbox/${id}`)).statusCode, 404);
    assert.equal((await remove(id)).statusCode, 404);
    assert.deepEqual((await read<List>('/inbox')).items, []);
  });
});

describe('POST /api/v1/inbox/lease', () => {
  test('hands each item out once, and what was acknowledged never again', async (t) => {
    const { clock, sendSome, lease, read, act, iso } = await open(t);
    const [first = '', second = '', third = ''] = await sendSome('first', 'second', 'third');
    const taken = await lease({ max: 2, seconds: 60 });
    assert.deepEqual(idsOf(taken), [first, second]);
    const [one = assert.fail(), other = assert.fail()] = taken;
    assert.deepEqual(
      [one.leases, one.state, one.lease_expires_at],
      [1, 'new', iso(clock.now() + minute)],
    );
    assert.notEqual(one.lease, other.lease);
    assert.deepEqual(idsOf(await lease({ max: 100 })), [third]);
    assert.deepEqual(await lease({ max: 100 }), []);

    const done = await act<Item>(`/inbox/${first}/ack`, { lease: one.lease });
    assert.deepEqual([done.state, done.acknowledged_at], ['acknowledged', iso(clock.now())]);
    clock.advance(minute);
    assert.deepEqual(await act<Item>(`/inbox/${first}/ack`, { lease: one.lease }), done);
    assert.deepEqual(idsOf(await lease({ max: 100 })), [second]);
    assert.deepEqual(idsOf((await read<List>('/inbox?state=acknowledged')).items), [first]);
    assert.deepEqual(idsOf((await read<List>('/inbox?state=new')).items), [second, third]);
  });

  test('refuses a lease that has ended, or is not that of the item', async (t) => {
    const { clock, sendSome, lease, post, act } = await open(t);
    const [first = '', second = ''] = await sendSome('first', 'second');
    const [one = assert.fail(), other = assert.fail()] = await lease({ max: 2, seconds: 60 });
    const refused = async (path: string, body: object) => {
      const answer = await post(path, body);
      assert.deepEqual(
        [answer.statusCode, answer.json<Refused>().code],
        [409, 'lease_lost'],
        answer.body,
      );
    };
    const longer = await act<Leased>(`/inbox/${second}/renew`, { lease: other.lease, seconds: 90 });
    assert.equal(longer.lease, other.lease);
    for (const token of [other.lease, 'x', `${one.lease.slice(0, -2)}AA`]) {
      await refused(`/inbox/${first}/ack`, { lease: token });
    }
    clock.advance(minute);
    for (const verb of ['ack', 'release']) {
      await refused(`/inbox/${first}/${verb}`, { lease: one.lease });
    }
    await refused(`/inbox/${first}/renew`, { lease: one.lease, seconds: 60 });
    await act<Item>(`/inbox/${second}/release`, { lease: other.lease });
    await refused(`/inbox/${second}/ack`, { lease: other.lease });
    const again = await lease({ max: 9 });
    assert.deepEqual(
      again.map(({ id, leases }) => [id, leases]),
      [
        [first, 2],
        [second, 2],
      ],
    );
    await refused(`/inbox/${first}/ack`, { lease: one.lease });
  });

  test('parks what was leased ten times in vain, until it is taken out', async (t) => {
    const { clock, sendSome, lease, read, act, database } = await open(t);
    const [id = ''] = await sendSome('poison');
    for (let count = 0; count < mostLeases; count += 1) {
      const [taken = assert.fail()] = await lease();
      await act<Item>(`/inbox/${id}/release`, { lease: taken.lease });
    }
    assert.deepEqual(await lease(), []);
    const [spent = assert.fail()] = await database.inboxQueue.listSpent(clock.now(), 9);
    await database.inboxQueue.park(spent.receiverId, clock.now());
    assert.deepEqual(idsOf((await read<List>('/inbox?state=parked')).items), [id]);
    const item = await act<Item>(`/inbox/${id}/unpark`);
    assert.deepEqual([item.state, item.leases], ['new', 0]);
    assert.deepEqual(idsOf(await lease()), [id]);
  });

  test('refuses bounds that it does not have, with a pointer', async (t) => {
    const { sendSome, post, lease } = await open(t);
    const [id = ''] = await sendSome('first');
    for (const [path, body, pointer] of [
      ['lease', { seconds: 0 }, '/seconds'],
      ['lease', { seconds: 10 * 86_400 }, '/seconds'],
      ['lease', { seconds: '60' }, '/seconds'],
      ['lease', { max: 0 }, '/max'],
      ['lease', { max: 101 }, '/max'],
      ['lease', { wait: 31 }, '/wait'],
      ['lease', { minutes: 1 }, '/minutes'],
      [`${id}/ack`, {}, '/lease'],
      [`${id}/renew`, { lease: 'x', seconds: 0 }, '/seconds'],
    ] as const) {
      const answer = await post(`/inbox/${path}`, body);
      const { code, errors } = answer.json<Refused>();
      assert.deepEqual([answer.statusCode, code], [422, 'invalid'], answer.body);
      assert.equal(errors?.[0]?.pointer, pointer, answer.body);
    }
    assert.equal((await lease())[0]?.leases, 1);
  });

  test('gives a repeat with the same key what the first request leased, while it holds that', async (t) => {
    const { clock, sendSome, post, lease } = await open(t);
    const keyed = async (path: string, body: object | undefined, key: string) => {
      const answer = await post(`/inbox/${path}`, body, { 'idempotency-key': key });
      const isReplay = answer.headers['idempotent-replayed'] === 'true';
      return { status: answer.statusCode, isReplay, ...answer.json<{ items: Leased[] }>() };
    };
    const wanted = { max: 2, seconds: 60 };
    assert.deepEqual((await keyed('lease', wanted, 'a')).items, []);
    const [first = '', second = '', third = ''] = await sendSome('first', 'second', 'third');
    const taken = await keyed('lease', wanted, 'a');
    assert.deepEqual([idsOf(taken.items), taken.isReplay], [[first, second], false], 'not used up');
    assert.deepEqual(await keyed('lease', wanted, 'a'), { ...taken, isReplay: true });
    assert.equal((await keyed('lease', { max: 1 }, 'a')).status, 422);
    const [one = assert.fail(), other = assert.fail()] = taken.items;

    for (const isReplay of [false, true]) {
      const done = await keyed(`${first}/ack`, { lease: one.lease }, 'b');
      assert.deepEqual([done.status, done.isReplay], [200, isReplay]);
      const renewed = await keyed(`${second}/renew`, { lease: other.lease, seconds: 90 }, 'c');
      assert.deepEqual([renewed.status, renewed.isReplay], [200, isReplay]);
    }
    assert.deepEqual(
      idsOf((await keyed('lease', wanted, 'a')).items),
      [second],
      'without the rest',
    );
    for (const isReplay of [false, true]) {
      const released = await keyed(`${second}/release`, { lease: other.lease }, 'd');
      assert.deepEqual([released.status, released.isReplay], [200, isReplay]);
      if (!isReplay) assert.deepEqual(idsOf(await lease({ max: 9 })), [second, third]);
    }
    const renewed = await keyed(`${second}/renew`, { lease: other.lease, seconds: 90 }, 'c');
    assert.equal(renewed.status, 409, 'another has it');
    clock.advance(hour);
    assert.deepEqual((await keyed('lease', wanted, 'a')).items, []);
    for (const isReplay of [false, true]) {
      assert.equal((await keyed(`${second}/unpark`, undefined, 'e')).isReplay, isReplay);
    }
  });

  test('waits for what comes, and hands it to one of those who wait', async (t) => {
    const person = await openPerson(t);
    const waiting = [1, 2, 3].map(() => person.lease({ max: 1, wait: 3 }));
    await sendBack(person, person.link, { 'a.txt': 'hello' });
    const answers = await Promise.all(waiting);
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [200, 200, 200],
    );
    const items = answers.flatMap((answer) => answer.json<{ items: Leased[] }>().items);
    assert.equal(items.length, 1);
  });

  test('waits for what is released', async (t) => {
    const { sendSome, lease, act } = await open(t);
    const [id = ''] = await sendSome('first');
    const [taken = assert.fail()] = await lease();
    const waiting = lease({ wait: 30 });
    await act<Item>(`/inbox/${id}/release`, { lease: taken.lease });
    assert.deepEqual(idsOf(await waiting), [id]);
  });

  test('gives twenty programs that work at once each item once', async (t) => {
    const { sendSome, lease, post } = await open(t);
    const ids = await sendSome(...Array.from({ length: 20 }, (_, at) => `item ${at}`));
    const acknowledged: string[] = [];
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        for (
          let taken = await lease({ max: 2 });
          taken.length > 0;
          taken = await lease({ max: 2 })
        ) {
          for (const item of taken) {
            const { statusCode } = await post(`/inbox/${item.id}/ack`, { lease: item.lease });
            if (statusCode === 200) acknowledged.push(item.id);
          }
        }
      }),
    );
    assert.deepEqual(acknowledged.toSorted(), ids.toSorted());
  });
});

describe('a file of an item', () => {
  test('is sent whole or in part, with its digests, and counts as downloaded', async (t) => {
    const person = await openPerson(t);
    await sendBack(person, person.link, { 'a b.txt': 'hello' });
    const { items } = (await person.get('')).json<List>();
    const [item = assert.fail()] = items;
    assert.deepEqual(item.sender, { email: null, name: 'Zoë' });
    const [request] = await person.database.fileRequests.list(person.alice.account.id, {
      limit: 1,
      now: person.clock.now(),
    });
    assert.equal(item.request, request?.dispatch.id);
    assert.deepEqual((await person.get(`?request=${item.request}`)).json<List>().items, items);

    const [file = assert.fail()] = item.files;
    const path = `/${item.id}/files/${file.id}`;
    const whole = await person.get(path);
    const digest = `sha-256=:${createHash('sha256').update('hello').digest('base64')}:`;
    assert.deepEqual([whole.statusCode, whole.body], [200, 'hello']);
    for (const [name, value] of [
      ['repr-digest', digest],
      ['content-digest', digest],
      ['content-length', '5'],
      ['content-type', file.type],
      ['x-content-type-options', 'nosniff'],
    ] as const) {
      assert.equal(String(whole.headers[name]), value, name);
    }
    assert.match(String(whole.headers['content-disposition']), /^attachment; filename="a b\.txt"/);
    assert.match(String(whole.headers['content-security-policy']), /sandbox/);

    const part = await person.get(path, { range: 'bytes=1-2' });
    assert.deepEqual([part.statusCode, part.body], [206, 'el']);
    assert.equal(part.headers['repr-digest'], digest);
    assert.equal(part.headers['content-digest'], undefined);
    const etag = String(whole.headers.etag);
    assert.equal((await person.get(path, { 'if-none-match': etag })).statusCode, 304);
    const behind = await person.get(path, { range: 'bytes=9-' });
    assert.deepEqual(refusalAt(behind), [
      ...[416, 'range_not_satisfiable', 'never', 'header', '/Range'],
    ]);
    assert.equal(behind.headers['content-range'], 'bytes */5');
    const other = await person.get(path, { 'if-match': '"other"' });
    assert.deepEqual(refusalAt(other).slice(0, 2), [412, 'precondition_failed']);
    const head = await person.get(path, {}, 'HEAD');
    assert.deepEqual([head.statusCode, head.body, head.headers['content-length']], [200, '', '5']);

    const queued = await person.database.inboxItems.list(
      person.alice.account.email,
      person.clock.now(),
      1,
    );
    const [receiverId = assert.fail()] = queued.map((each) => each.receiverId);
    // Recorded behind the answer.
    await eventually(async () => {
      const [download] = await person.database.downloads.listFor(receiverId);
      assert.ok(download?.completedAt);
    });
  });

  test('is not there for a key that was made after a transfer that needs a code', async (t) => {
    const { alice, addProgram, get, lease } = await openPerson(t);
    const sender = await addProgram('sender@example.com');
    const emails = [alice.account.email];
    const { receivers } = await sender.send('coded', emails, { secondFactor: 'sms' });
    const id = receivers[0]?.inboxToken ?? '';
    assert.deepEqual((await get('')).json<List>().items, []);
    assert.equal((await get(`/${id}`)).statusCode, 404);
    assert.deepEqual((await lease({})).json<List>().items, []);
  });
});
