import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { hour } from '../../domain/model/clock.ts';
import { parseCsv } from '../../domain/model/csv.ts';
import { host } from '../app/people-fixture.ts';
import { openDropsFixture } from './drops-fixture.ts';

interface Row {
  drop: string;
  receiver: string;
  email: string;
  state: string;
  completed_at: string | null;
}

interface List {
  items: Row[];
  next: string | null;
}

async function open(context: TestContext) {
  const fixture = await openDropsFixture(context);
  const program = await fixture.addProgram('program@example.com');

  /** All rows, in parts of so many. */
  async function readAll(query: string, limit: number): Promise<Row[]> {
    const rows: Row[] = [];
    for (let after = ''; ;) {
      const { items, next } = await program.read<List>(
        `/deliveries?limit=${limit}${query}${after}`,
      );
      assert.ok(items.length <= limit);
      rows.push(...items);
      if (next === null) return rows;
      after = `&after=${next}`;
    }
  }

  return { ...fixture, ...program, readAll };
}

const three = ['bob@example.com', 'zoe@example.com', 'adam@example.com'];

test('each receiver of each drop is a row, in parts of any size', async (t) => {
  const { clock, send, readAll, addProgram } = await open(t);
  await send('old', three);
  clock.advance(hour);
  const { drop, receivers } = await send('new', three.slice(1));
  await (await addProgram('other@example.com')).send('foreign', three);
  const all = await readAll('', 200);
  assert.deepEqual(
    all.map(({ email }) => email),
    [...three.slice(1), ...three],
  );
  for (const limit of [1, 2, 3, 4, 5]) assert.deepEqual(await readAll('', limit), all);
  assert.deepEqual(all[0], {
    ...{ drop: drop.id, reference: null, receiver: receivers[0]?.id },
    created_at: new Date(drop.createdAt).toISOString(),
    expires_at: new Date(drop.expiresAt).toISOString(),
    ...{ email: 'zoe@example.com', name: '', state: 'waiting' },
    ...{ opened_at: null, completed_at: null, revoked_at: null },
    ...{ mail: 'waiting', mail_reason: null },
  });
  const since = `&created_after=${new Date(clock.now()).toISOString()}`;
  assert.deepEqual(await readAll(since, 1), all.slice(0, 2));
});

test('rows of one state are found, whatever lies between', async (t) => {
  const { database, clock, send, readAll, read } = await open(t);
  const { drop, receivers } = await send('one', three);
  const [file = assert.fail()] = await database.dispatches.listFiles(drop.id);
  const [bob = assert.fail(), zoe = assert.fail()] = receivers;
  const done = { receiverId: bob.id, fileId: file.id, spans: [], completedAt: clock.now() };
  await database.downloads.save(done);
  await database.dispatches.endLink(zoe.id, clock.now());
  const emailsOf = async (state: string) =>
    (await readAll(`&state=${state}`, 1)).map(({ email }) => email);
  assert.deepEqual(await emailsOf('completed'), ['bob@example.com']);
  assert.deepEqual(await emailsOf('revoked'), ['zoe@example.com']);
  assert.deepEqual(await emailsOf('waiting'), ['adam@example.com']);
  assert.deepEqual(await emailsOf('expired'), []);

  // More than are looked through for one part.
  const many = Array.from({ length: 60 }, (_, index) => `r${index}@example.com`);
  for (let label = 0; label < 20; label += 1) await send(`many ${label}`, many);
  const first = await read<List>('/deliveries?state=completed');
  assert.deepEqual(first.items, []);
  assert.ok(first.next !== null);
  assert.deepEqual(await emailsOf('completed'), ['bob@example.com']);
});

test('rows of one reference are those of the drops that are called so, in every form', async (t) => {
  const { clock, send, readAll, get } = await open(t);
  for (const reference of ['case 7', 'case 8', 'case 7']) {
    await send(`${reference} ${clock.now()}`, three, { reference, createdAt: clock.now() });
    clock.advance(hour);
  }
  const all = await readAll('', 200);
  const own = await readAll('&reference=case%207', 200);
  assert.deepEqual(
    own.map(({ drop }) => drop),
    [...all.slice(0, 3), ...all.slice(6)].map(({ drop }) => drop),
  );
  for (const limit of [1, 2, 4]) {
    assert.deepEqual(await readAll('&reference=case%207', limit), own);
  }
  assert.deepEqual(await readAll('&reference=case%207&state=completed', 2), []);
  const csv = await get('/deliveries?format=csv&reference=case%208');
  assert.equal(parseCsv(csv.body).length, 1 + three.length);
  assert.equal((await get('/deliveries?reference=')).statusCode, 400);
});

test('CSV and JSON lines hold all rows, and no cell is a formula', async (t) => {
  const { database, send, get, readAll } = await open(t);
  const { receivers } = await send('one', [...three, '=cmd@example.com']);
  const [mail = assert.fail()] = await database.outbox.listFor(receivers[0]?.id ?? assert.fail());
  await database.outbox.settle(mail.id, 'refused', 0, '=1+1 "no", he said');
  for (let label = 0; label < 6; label += 1) {
    await send(
      `more ${label}`,
      Array.from({ length: 50 }, (_, index) => `r${index}@example.com`),
    );
  }
  const all = await readAll('', 200);
  assert.equal(all.length, 304);
  const lines = await get('/deliveries', { accept: 'application/jsonl' });
  assert.equal(lines.headers['content-type'], 'application/jsonl; charset=utf-8');
  assert.deepEqual(
    lines.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Row),
    all,
  );
  assert.equal((await get('/deliveries?format=jsonl')).body, lines.body);

  const csv = await get('/deliveries', { accept: 'text/csv' });
  assert.equal(csv.headers['content-type'], 'text/csv; charset=utf-8');
  assert.ok(csv.body.startsWith('drop,reference,receiver,created_at,'));
  assert.ok(csv.body.includes(`"'=1+1 ""no"", he said"`));
  assert.ok(csv.body.includes(",'=cmd@example.com,"));
  assert.equal(parseCsv(csv.body).length, all.length + 1);
  assert.equal(
    (await get('/deliveries?format=csv&state=expired')).body.trim().split('\n').length,
    1,
  );
});

test('a stream has no parts, and JSON is what others get', async (t) => {
  const { get, app, send } = await open(t);
  await send('one', three);
  for (const query of ['format=csv&limit=5', 'format=jsonl&after=x', 'format=xml']) {
    assert.equal((await get(`/deliveries?${query}`)).statusCode, 400, query);
  }
  const json = await get('/deliveries?format=json', { accept: 'text/csv' });
  assert.equal(json.json<List>().items.length, 3);
  const refused = await app.inject({ url: '/api/v1/deliveries?format=csv', headers: { host } });
  assert.equal(refused.statusCode, 401);
});
