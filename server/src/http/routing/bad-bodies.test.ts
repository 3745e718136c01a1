import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { scopes } from '#protocol/access.ts';
import type { ProblemDocument } from '#protocol/errors.ts';
import type { JsonSchema } from '#protocol/operations/problems.ts';
import { openApi } from '../api/api-fixture.ts';
import { actions, addressOf } from './route-table-fixture.ts';

type Body = Record<string, unknown>;

const withJson = actions.flatMap(({ method, path, access, operation }) =>
  access !== 'public' && access.scheme === 'bearer' && operation?.input.json !== undefined
    ? [{ method, path, schema: operation.input.json.schema }]
    : [],
);

/** Far more than a body of JSON may be, and nested deeper than one may be at any size. */
const tenMegabytes = `{"a":${'['.repeat(5_000_000)}${']'.repeat(5_000_000)}}`;

/** A value that a schema takes for its type. Texts that mean something are refused later than their types. */
function valueOf(schema: JsonSchema): unknown {
  const { type, enum: words, items, minimum = 0, properties, required } = schema;
  if (words !== undefined) return words[0];
  if (type === 'integer') return Math.max(minimum, 1);
  if (type === 'boolean') return true;
  if (type === 'array') return [items === undefined ? 'x' : valueOf(items)];
  if (type !== 'object') return 'x';
  const names = required ?? [];
  const found = Object.entries(properties ?? {}).filter(([name]) => names.includes(name));
  return Object.fromEntries(found.map(([name, each]): [string, unknown] => [name, valueOf(each)]));
}

/** Each field of a schema, with its pointer, also those of objects and of entries of arrays. */
function* fieldsOf(
  { properties = {} }: JsonSchema,
  path: readonly string[] = [],
): Generator<{ path: readonly string[]; schema: JsonSchema }> {
  for (const [name, schema] of Object.entries(properties)) {
    const own = [...path, name];
    yield { path: own, schema };
    yield* fieldsOf(schema, own);
    if (schema.items !== undefined) yield* fieldsOf(schema.items, [...own, '0']);
  }
}

/** A value of another type: a number or a flag as text, and a number in place of all else. */
function wrongFor({ type, enum: words }: JsonSchema): unknown {
  if (type === 'integer') return '60';
  if (type === 'boolean') return 'true';
  return words === undefined ? 7 : 'no such word';
}

/** The body with another value at a path. What is missing above it is made. */
function withValue(body: Body, [name = '', ...rest]: readonly string[], value: unknown): Body {
  if (rest.length === 0) return { ...body, [name]: value };
  const [next, ...inner] = rest;
  const inside = body[name];
  if (next === '0' && inner.length > 0) {
    const [entry] = (inside ?? [{}]) as [Body];
    return { ...body, [name]: [withValue(entry, inner, value)] };
  }
  return { ...body, [name]: withValue((inside ?? {}) as Body, rest, value) };
}

describe('a body that is wrong is a problem document and changes nothing', () => {
  const ends: (() => Promise<void>)[] = [];
  let fixture: Awaited<ReturnType<typeof openApi>>;
  let authorization: string;

  before(async () => {
    fixture = await openApi({ after: (end: () => Promise<void>) => ends.push(end) });
    authorization = `Bearer ${await fixture.addKey(fixture.program.account, scopes)}`;
  });
  after(async () => {
    for (const end of ends) await end();
  });

  async function send(
    { method, path }: { method: (typeof withJson)[number]['method']; path: string },
    body: unknown,
    type = 'application/json',
  ) {
    const payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const headers = { authorization, 'content-type': type };
    const answer = await fixture.program.ask(method, addressOf(path), headers, payload);
    assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8');
    const { status, code, retry, errors = [] } = answer.json<ProblemDocument>();
    assert.equal(status, answer.statusCode);
    assert.equal(retry, 'never');
    return { status, code, errors, pointers: errors.map(({ pointer }) => pointer) };
  }

  test('operations with a body are there', () => {
    assert.ok(withJson.length >= 14, String(withJson.length));
  });

  for (const action of withJson) {
    const { method, path, schema } = action;

    test(`${method} ${path}: what is no JSON object`, async () => {
      for (const [body, type] of [
        ['', undefined],
        ['{', undefined],
        ['{"a":1}}', undefined],
        [Buffer.from('7b22c3287d', 'hex'), undefined],
        ['['.repeat(10_000), undefined],
        ['{"a":'.repeat(100), undefined],
      ] as const) {
        const { status, code, pointers } = await send(action, body, type);
        assert.deepEqual(
          [status, code, pointers],
          [400, 'bad_request', ['']],
          String(body).slice(0, 20),
        );
      }
      for (const body of ['[]', 'null', '"x"', '7']) {
        const { status, code, pointers } = await send(action, body);
        assert.deepEqual([status, code, pointers], [422, 'invalid', ['']], body);
      }
      for (const type of ['application/json; charset=utf-16', 'text/plain', 'application/xml']) {
        const { status, code, errors } = await send(action, '{}', type);
        assert.deepEqual([status, code], [415, 'unsupported_media_type'], type);
        const [{ in: place, pointer } = assert.fail()] = errors;
        assert.deepEqual([place, pointer], ['header', '/Content-Type'], type);
      }
      const large = await send(action, tenMegabytes);
      assert.deepEqual([large.status, large.code, large.pointers], [413, 'too_large', ['']]);
    });

    test(`${method} ${path}: what is not what its digest says`, async () => {
      const other = createHash('sha256').update('{"a":1}').digest('base64');
      for (const name of ['Content-Digest', 'Repr-Digest']) {
        for (const [value, expected] of [
          [`sha-256=:${other}:`, 'later'],
          ['sha-256=none', 'never'],
        ] as const) {
          const headers = { authorization, 'content-type': 'application/json', [name]: value };
          const answer = await fixture.program.ask(method, addressOf(path), headers, '{}');
          const { status, code, retry, errors = [] } = answer.json<ProblemDocument>();
          assert.deepEqual([status, code, retry], [400, 'bad_request', expected]);
          const [{ in: place, pointer } = assert.fail()] = errors;
          assert.deepEqual([place, pointer], ['header', `/${name}`]);
        }
      }
    });

    test(`${method} ${path}: a field that is named twice`, async () => {
      const [name = assert.fail()] = Object.keys(schema.properties ?? {});
      const { status, errors } = await send(action, `{"${name}":1,"${name}":1}`);
      assert.deepEqual(
        [status, errors.map(({ pointer, code }) => `${pointer} ${code}`)],
        [422, [`/${name} repeated`]],
      );
    });

    test(`${method} ${path}: a value of another type, at any depth`, async () => {
      const good = valueOf(schema) as Body;
      for (const field of fieldsOf(schema)) {
        const body = withValue(good, field.path, wrongFor(field.schema));
        const { status, code, pointers } = await send(action, body);
        assert.deepEqual([status, code], [422, 'invalid'], JSON.stringify(body));
        assert.ok(
          pointers.includes(`/${field.path.join('/')}`),
          `${field.path.join('/')}: ${pointers.join()}`,
        );
      }
    });
  }

  test('and nothing of it was done', async () => {
    const { database, program } = { ...fixture, ...fixture.installation };
    assert.deepEqual(await database.dispatches.list({ limit: 9 }), []);
    assert.deepEqual(await database.webhooks.listFor(program.account.id), []);
    assert.deepEqual(await database.outbox.list(9), []);
    const records = await database.audit.list(0, 99);
    assert.deepEqual(
      records.filter(({ actor }) => actor === program.account.email).map(({ action }) => action),
      ['sign_in.ok'],
    );
  });
});
