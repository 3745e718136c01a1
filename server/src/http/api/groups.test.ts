import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sampleContact } from '../../testing/samples.ts';
import { openApi } from './api-fixture.ts';

interface GroupJson {
  id: string;
  name: string;
  created_at: string;
  members: string[];
}

interface ProblemJson {
  code: string;
  errors?: { pointer: string; code: string }[];
}

const [adam, bert, zoe] = ['adam@example.com', 'bert@example.com', 'zoe@example.com'] as const;

/** A program with two contacts of its own, and a shared one. */
async function openGroups(...args: Parameters<typeof openApi>) {
  const api = await openApi(...args);
  const { database, program } = api;
  await database.contacts.replaceLocal(
    program.account.id,
    [adam, bert].map((email) => sampleContact(email)),
  );
  await database.contacts.replaceGlobal([sampleContact(zoe)]);

  async function make(name: string, members: readonly string[] = []) {
    const answer = await program.post('/groups', { name, members });
    assert.equal(answer.statusCode, 201, answer.body);
    return answer;
  }

  function put(id: string, body: unknown, headers: Record<string, string> = {}) {
    const type = { 'content-type': 'application/json' };
    return program.ask('PUT', `/groups/${id}`, { ...type, ...headers }, JSON.stringify(body));
  }

  return { ...api, make, put };
}

describe('a group', () => {
  test('is made, read, replaced and removed, and its members stay contacts', async (t) => {
    const { program, other, make, put, database } = await openGroups(t);
    const made = await make(' The  Team ', [zoe, 'Adam@Example.com', adam]);
    const group = made.json<GroupJson>();
    assert.deepEqual([group.name, group.members], ['The Team', [adam, zoe]]);
    assert.equal(made.headers.location, `/api/v1/groups/${group.id}`);
    const path = `/groups/${group.id}`;
    const read = await program.ask('GET', path);
    assert.deepEqual(read.json(), group);
    assert.equal(read.headers.etag, made.headers.etag);

    const replaced = await put(group.id, { name: 'Others', members: [bert] });
    assert.deepEqual(replaced.json(), { ...group, name: 'Others', members: [bert] });
    // Nothing is written where nothing changes, in whatever order.
    assert.equal((await put(group.id, { name: 'Others', members: [bert] })).statusCode, 200);
    const records = (await database.audit.list(0, 100)).map(({ action }) => action);
    assert.deepEqual(
      records.filter((action) => action.startsWith('contact_group')),
      ['contact_group.added', 'contact_group.replaced'],
    );
    assert.equal((await other.ask('GET', path)).statusCode, 404);
    assert.equal((await program.ask('DELETE', path)).statusCode, 204);
    for (const method of ['GET', 'DELETE'] as const) {
      assert.equal((await program.ask(method, path)).statusCode, 404);
    }
    assert.equal((await put(group.id, { name: 'Others', members: [] })).statusCode, 404);
    assert.equal((await program.ask('GET', `/contacts/${bert}`)).statusCode, 200);
  });

  test('is made once for each Idempotency-Key', async (t) => {
    const { program } = await openGroups(t);
    const body = { name: 'Team', members: [adam] };
    const first = await program.post('/groups', body, { 'idempotency-key': 'one' });
    const again = await program.post('/groups', body, { 'idempotency-key': 'one' });
    assert.deepEqual([first.statusCode, again.statusCode], [201, 201]);
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.deepEqual(again.json(), first.json());
    const different = await program.post(
      '/groups',
      { ...body, members: [] },
      { 'idempotency-key': 'one' },
    );
    assert.equal(different.json<ProblemJson>().code, 'idempotency_mismatch');
    const list = await program.ask('GET', '/groups');
    assert.equal(list.json<{ items: unknown[] }>().items.length, 1);
  });

  test('is changed only in the state that the request names', async (t) => {
    const { program, make, put } = await openGroups(t);
    const made = await make('Team', [adam]);
    const { id } = made.json<GroupJson>();
    const etag = String(made.headers.etag);
    const body = { name: 'Team', members: [adam, bert] };
    assert.equal((await put(id, body, { 'if-none-match': '*' })).statusCode, 412);
    const changed = await put(id, body, { 'if-match': etag });
    assert.equal(changed.statusCode, 200);
    assert.equal((await put(id, body, { 'if-match': etag })).statusCode, 412);
    // Who is no contact any more is no member.
    await program.ask('DELETE', `/contacts/${bert}`);
    const seen = { 'if-match': String(changed.headers.etag) };
    const late = await program.ask('DELETE', `/groups/${id}`, seen);
    assert.equal(late.json<ProblemJson>().code, 'precondition_failed');
    const read = await program.ask('GET', `/groups/${id}`);
    assert.equal(read.headers.etag, etag);
    const known = await program.ask('GET', `/groups/${id}`, { 'if-none-match': etag });
    assert.equal(known.statusCode, 304);
    const gone = await program.ask('DELETE', `/groups/${id}`, { 'if-match': etag });
    assert.equal(gone.statusCode, 204);
  });

  test('is refused as a whole, with the places of all that is wrong', async (t) => {
    const { program, make, put } = await openGroups(t);
    const made = await make('Team', [adam]);
    const { id } = made.json<GroupJson>();
    for (const [body, ...pointers] of [
      [
        { name: 'Two', members: [adam, 'x@y.example', bert, 'z@y.example'] },
        '/members/1',
        '/members/3',
      ],
      [{ name: 'Two', members: ['x', adam, ''] }, '/members/0', '/members/2'],
      [{ name: ' ', members: [] }, '/name'],
      [{ name: 'Two' }, '/members'],
      [{ name: 'Two', members: [], people: [] }, '/people'],
      [{ name: 'Two', members: [[]] }, '/members/0'],
      [{ name: 'Two', members: Array(1001).fill(adam) }, '/members'],
    ] as const) {
      for (const answer of [await program.post('/groups', body), await put(id, body)]) {
        assert.equal(answer.statusCode, 422, answer.body);
        const { errors = [] } = answer.json<ProblemJson>();
        assert.deepEqual(
          errors.map(({ pointer }) => pointer),
          pointers,
        );
      }
    }
    const taken = await program.post('/groups', { name: 'TEAM', members: [] });
    assert.equal(taken.json<ProblemJson>().errors?.[0]?.pointer, '/name');
    assert.deepEqual((await program.ask('GET', `/groups/${id}`)).json(), made.json());
  });

  test('is one of a list by name, which comes in parts', async (t) => {
    const { program, other, make } = await openGroups(t);
    await make('beta', [adam, zoe]);
    await make('Ångström');
    await make('gamma');
    interface ListJson {
      items: { name: string; member_count: number }[];
      next: string | null;
    }
    const first = (await program.ask('GET', '/groups?limit=2')).json<ListJson>();
    assert.deepEqual(
      first.items.map(({ name, member_count }) => [name, member_count]),
      [
        ['Ångström', 0],
        ['beta', 2],
      ],
    );
    const rest = await program.ask('GET', `/groups?after=${first.next ?? assert.fail()}`);
    const { items, next } = rest.json<ListJson>();
    assert.deepEqual([items.map(({ name }) => name), next], [['gamma'], null]);
    assert.equal((await other.ask('GET', `/groups?after=${first.next}`)).statusCode, 400);
    assert.deepEqual((await other.ask('GET', '/groups')).json(), { items: [], next: null });
  });
});
