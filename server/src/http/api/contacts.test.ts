import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sampleContact } from '../../testing/samples.ts';
import { openApi } from './api-fixture.ts';

type Api = Awaited<ReturnType<typeof openApi>>;
type Program = Api['program'];

interface ContactJson {
  email: string;
  name: string;
  number: string;
  language: string;
  shared: boolean;
}

interface ListJson {
  items: ContactJson[];
  next: string | null;
}

interface ProblemJson {
  code: string;
  errors?: { in: string; pointer: string; code: string; detail: string }[];
}

const zoe = { email: 'zoe@example.com', name: 'Zoë', number: '46700000009', language: 'de' };

function put(
  { ask }: Pick<Program, 'ask'>,
  email: string,
  body: unknown,
  headers: Record<string, string> = {},
) {
  const type = { 'content-type': 'application/json' };
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  return ask('PUT', `/contacts/${encodeURIComponent(email)}`, { ...type, ...headers }, payload);
}

async function changesOf({ database }: Api): Promise<string[]> {
  const records = await database.audit.list(0, 1000);
  return records.map(({ action }) => action).filter((action) => action.startsWith('contact'));
}

async function fill({ database }: Api, { account }: Program, emails: readonly string[]) {
  const contacts = emails.map((email) => sampleContact(email));
  await database.transact(({ contactBook }) => contactBook.addAll(account.id, contacts));
}

describe('a contact', () => {
  test('is the account’s own: another account with the same address in its book keeps what it has', async (t) => {
    const { program, other } = await openApi(t);
    const path = `/contacts/${zoe.email}`;
    assert.equal((await put(other, zoe.email, { name: 'Theirs' })).statusCode, 201);
    const { body, headers } = await other.ask('GET', path);
    const match = { 'if-match': String(headers.etag) };
    assert.equal((await put(program, zoe.email, { name: 'Ours' }, match)).statusCode, 412);
    assert.equal((await put(program, zoe.email, { name: 'Ours' })).statusCode, 201);
    assert.equal((await program.ask('DELETE', path)).statusCode, 204);
    assert.equal((await other.ask('GET', path)).body, body);
  });

  test('is added, read, replaced and removed', async (t) => {
    const api = await openApi(t);
    const { program, other } = api;
    const path = '/contacts/zoe@example.com';
    assert.equal((await program.ask('GET', path)).statusCode, 404);

    const added = await put(program, 'Zoe@Example.com', { ...zoe, email: undefined });
    assert.equal(added.statusCode, 201, added.body);
    assert.deepEqual(added.json(), { ...zoe, shared: false });
    const read = await program.ask('GET', path);
    assert.deepEqual(read.json(), added.json());
    assert.equal(read.headers.etag, added.headers.etag);
    assert.match(String(read.headers.etag), /^"[\w-]{22}"$/);

    // What was read can be sent back. What is left out is empty.
    const same = await put(program, zoe.email, read.body);
    assert.deepEqual([same.statusCode, same.headers.etag], [200, read.headers.etag]);
    const replaced = await put(program, zoe.email, { name: 'Zoe' });
    assert.deepEqual(replaced.json(), {
      ...{ email: zoe.email, name: 'Zoe', number: '', language: '', shared: false },
    });
    assert.notEqual(replaced.headers.etag, read.headers.etag);

    assert.equal((await other.ask('GET', path)).statusCode, 404);
    assert.equal((await program.ask('DELETE', path)).statusCode, 204);
    assert.equal((await program.ask('DELETE', path)).statusCode, 404);
    // Nothing was written where nothing changed.
    assert.deepEqual(await changesOf(api), ['contact.added', 'contact.changed', 'contact.removed']);
  });

  test('is the one of the pages and of operations 2 and 3', async (t) => {
    const api = await openApi(t);
    const { program, database } = api;
    const { id } = program.account;
    await database.contacts.replaceLocal(id, [
      sampleContact(zoe.email, { groups: ['label'], nick: 'Old' }),
    ]);
    await put(program, zoe.email, zoe);
    await put(program, 'adam@example.com', {});
    // The labels of operation 3 stay, and new contacts come last.
    assert.deepEqual(
      (await database.contacts.listLocal(id)).map(({ email, nick, groups }) => [
        email,
        nick,
        groups,
      ]),
      [
        ['zoe@example.com', 'Zoë', ['label']],
        ['adam@example.com', '', []],
      ],
    );
  });

  test('of another address keeps its groups, where nobody has that address', async (t) => {
    const api = await openApi(t);
    const { program } = api;
    await put(program, zoe.email, zoe);
    await put(program, 'adam@example.com', {});
    const made = await program.post('/groups', { name: 'Team', members: [zoe.email] });
    const { id } = made.json<{ id: string }>();

    const taken = await put(program, zoe.email, { email: 'adam@example.com' });
    assert.equal(taken.statusCode, 409);
    assert.equal(taken.json<ProblemJson>().code, 'contact_exists');
    const moved = await put(program, zoe.email, { ...zoe, email: 'Zoe@New.example' });
    assert.equal(moved.json<ContactJson>().email, 'zoe@new.example');
    const group = await program.ask('GET', `/groups/${id}`);
    assert.deepEqual(group.json<{ members: string[] }>().members, ['zoe@new.example']);
    // Under an address that nobody has, there is nothing to give another one.
    assert.equal((await put(program, zoe.email, { email: 'x@example.com' })).statusCode, 404);
    assert.equal((await program.ask('DELETE', '/contacts/zoe@new.example')).statusCode, 204);
    const left = await program.ask('GET', `/groups/${id}`);
    assert.deepEqual(left.json<{ members: string[] }>().members, []);
  });

  test('is changed only in the state that the request names', async (t) => {
    const api = await openApi(t);
    const { program } = api;
    const path = `/contacts/${zoe.email}`;
    const refused = async (answer: Promise<Awaited<ReturnType<typeof put>>>) => {
      const { statusCode, json } = await answer;
      assert.deepEqual([statusCode, json<ProblemJson>().code], [412, 'precondition_failed']);
    };
    await refused(put(program, zoe.email, zoe, { 'if-match': '*' }));
    await refused(put(program, zoe.email, zoe, { 'if-match': '"x"' }));
    const made = await put(program, zoe.email, zoe, { 'if-none-match': '*' });
    assert.equal(made.statusCode, 201);
    await refused(put(program, zoe.email, {}, { 'if-none-match': '*' }));

    const etag = String(made.headers.etag);
    const next = await put(program, zoe.email, {}, { 'if-match': `"x", ${etag}` });
    assert.equal(next.statusCode, 200);
    for (const wrong of [etag, `W/${String(next.headers.etag)}`, 'x', '']) {
      await refused(put(program, zoe.email, zoe, { 'if-match': wrong }));
      await refused(program.ask('DELETE', path, { 'if-match': wrong }));
    }
    await refused(program.ask('GET', path, { 'if-match': etag }));
    const known = await program.ask('GET', path, { 'if-none-match': String(next.headers.etag) });
    assert.deepEqual([known.statusCode, known.body], [304, '']);
    assert.equal((await program.ask('GET', path, { 'if-none-match': etag })).statusCode, 200);
    const gone = await program.ask('DELETE', path, { 'if-match': String(next.headers.etag) });
    assert.equal(gone.statusCode, 204);
    assert.deepEqual(await changesOf(api), ['contact.added', 'contact.changed', 'contact.removed']);
  });

  test('is changed by one of several who saw the same state', async (t) => {
    const { program } = await openApi(t);
    const { headers } = await put(program, zoe.email, zoe);
    const seen = { 'if-match': String(headers.etag) };
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => put(program, zoe.email, { name }, seen)),
    );
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 412, 412, 412]);
  });

  test('is refused with every field that is wrong', async (t) => {
    const api = await openApi(t);
    const { program } = api;
    const wrong = {
      email: 'x',
      name: 'a\u0007',
      number: '12',
      language: 'no language',
      shared: true,
    };
    const answer = await put(program, zoe.email, wrong);
    assert.equal(answer.statusCode, 422);
    assert.deepEqual(
      answer
        .json<ProblemJson>()
        .errors?.map(({ pointer }) => pointer)
        .sort(),
      ['/email', '/language', '/name', '/number', '/shared'],
    );
    for (const [body, pointer, code] of [
      [{ nick: 'Zoe' }, '/nick', 'unknown'],
      [{ name: 5 }, '/name', 'invalid'],
      ['{"name": "a", "name": "b"}', '/name', 'repeated'],
      [[], '', 'invalid'],
    ] as const) {
      const { errors = [] } = (await put(program, zoe.email, body)).json<ProblemJson>();
      assert.deepEqual([errors[0]?.pointer, errors[0]?.code], [pointer, code]);
    }
    for (const address of ['nobody', '%00', 'a@b,c@d', '-']) {
      for (const method of ['GET', 'DELETE'] as const) {
        assert.equal((await program.ask(method, `/contacts/${address}`)).statusCode, 404, address);
      }
      assert.equal((await put(program, address, {})).statusCode, 404, address);
    }
    assert.deepEqual(await changesOf(api), []);
  });

  test('of the operator is shown to all and marked, and an own one takes its place', async (t) => {
    const api = await openApi(t);
    const { program, database } = api;
    await database.contacts.replaceGlobal([sampleContact(zoe.email, { nick: 'Everyone’s' })]);
    const path = `/contacts/${zoe.email}`;
    const shared = await program.ask('GET', path);
    const { name, shared: isShared } = shared.json<ContactJson>();
    assert.deepEqual([name, isShared, shared.headers.etag], ['Everyone’s', true, undefined]);
    assert.equal((await program.ask('DELETE', path)).statusCode, 404);
    const copied = await put(program, zoe.email, shared.body);
    assert.deepEqual(copied.json<ProblemJson>().errors?.[0]?.pointer, '/shared');

    const own = await put(program, zoe.email, { name: 'Mine' }, { 'if-none-match': '*' });
    assert.equal(own.statusCode, 201, own.body);
    assert.equal((await program.ask('GET', path)).json<ContactJson>().name, 'Mine');
    assert.equal((await program.ask('DELETE', path)).statusCode, 204);
    assert.equal((await program.ask('GET', path)).json<ContactJson>().name, 'Everyone’s');
  });
});

describe('a list of contacts', () => {
  async function readAll({ ask }: Pick<Program, 'ask'>, query: string): Promise<string[][]> {
    const parts: string[][] = [];
    let after = '';
    do {
      const answer = await ask('GET', `/contacts?limit=2${query}${after}`);
      assert.equal(answer.statusCode, 200, answer.body);
      const { items, next } = answer.json<ListJson>();
      parts.push(items.map(({ email }) => email));
      after = next === null ? '' : `&after=${encodeURIComponent(next)}`;
    } while (after !== '');
    return parts;
  }

  test('comes in parts, by name, of the own or the shared ones, all or those that words find', async (t) => {
    const api = await openApi(t);
    const { program, other, database } = api;
    const nick = '‏ﷺ'.repeat(127);
    for (const [email, name] of [
      ['c@x.example', 'Anna Zed'],
      ['b@x.example', 'Bert Zed'],
      ['a@y.example', 'Carl Zed'],
      ['long@y.example', nick],
      ['last@y.example', nick],
    ] as const) {
      await put(program, email, { name });
    }
    await database.contacts.replaceGlobal(
      ['k@shared.example', 'l@shared.example', 'm@shared.example'].map((email) =>
        sampleContact(email, { nick: `Zed ${email}` }),
      ),
    );
    const [k, l, m] = ['k@shared.example', 'l@shared.example', 'm@shared.example'];
    assert.deepEqual(await readAll(program, ''), [
      ['c@x.example', 'b@x.example'],
      ['a@y.example', 'last@y.example'],
      ['long@y.example'],
    ]);
    assert.deepEqual(await readAll(program, '&q=zed'), [
      ['c@x.example', 'b@x.example'],
      ['a@y.example'],
    ]);
    assert.deepEqual(await readAll(program, '&book=shared'), [[k, l], [m]]);
    assert.deepEqual(await readAll(program, '&book=shared&q=m@'), [[m]]);
    assert.deepEqual(await readAll(other, ''), [[]]);
    const answer = await program.ask('GET', '/contacts?book=shared');
    assert.ok(answer.json<ListJson>().items.every(({ shared }) => shared));
  });

  test('goes on only from a cursor of its own', async (t) => {
    const api = await openApi(t);
    const { program, other } = api;
    await fill(api, program, ['a@x.example', 'b@x.example', 'c@x.example']);
    await fill(api, other, ['a@x.example', 'b@x.example']);
    const first = await program.ask('GET', '/contacts?limit=1&q=x');
    const next = encodeURIComponent(first.json<ListJson>().next ?? assert.fail());
    for (const [who, query] of [
      [program, ''],
      [program, '&q=y'],
      [program, '&q=x&book=shared'],
      [other, '&q=x'],
    ] as const) {
      assert.equal((await who.ask('GET', `/contacts?after=${next}${query}`)).statusCode, 400);
    }
    for (const query of ['limit=0', 'limit=201', 'book=other', 'Q=x', 'q=', 'after=x']) {
      assert.equal((await program.ask('GET', `/contacts?${query}`)).statusCode, 400, query);
    }
  });

  test('of words that find thousands says that they find too many, and no end', async (t) => {
    const api = await openApi(t);
    await fill(
      api,
      api.program,
      Array.from({ length: 2100 }, (_, index) => `${index}@many.example`),
    );
    let after = '';
    let found = 0;
    for (;;) {
      const answer = await api.program.ask('GET', `/contacts?limit=200&q=many${after}`);
      if (answer.statusCode !== 200) {
        assert.equal(answer.statusCode, 400);
        assert.equal(answer.json<ProblemJson>().errors?.[0]?.pointer, '/q');
        break;
      }
      const { items, next } = answer.json<ListJson>();
      found += items.length;
      assert.ok(next !== null);
      after = `&after=${encodeURIComponent(next)}`;
    }
    assert.equal(found, 2000);
  });

  test('needs the scope contacts, whose key may be a person’s without leave to replace all', async (t) => {
    const api = await openApi(t);
    const person = await api.addPerson('paula@example.com');
    const ask = (key: string) =>
      api.app.inject({
        url: '/api/v1/contacts',
        headers: { host: '127.0.0.1', authorization: `Bearer ${key}` },
      });
    assert.equal((await ask(await api.addKey(person.account, ['contacts']))).statusCode, 200);
    const refused = await ask(await api.addKey(person.account, ['send', 'status']));
    assert.equal(refused.statusCode, 403);
  });
});
