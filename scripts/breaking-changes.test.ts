import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import type { ComparedDescription } from './breaking-changes.ts';
import { breakingChanges } from './breaking-changes.ts';
import { describeOpenApi } from './describe-openapi.ts';
import { baselineFile } from './move-api-baseline.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });

const order = {
  type: 'object',
  properties: {
    note: { type: ['string', 'null'], maxLength: 100 },
    kind: { type: 'string', enum: ['fast', 'slow'] },
  },
  required: ['note'],
};
const answer = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    count: { type: 'integer' },
    state: { type: 'string', enum: ['live', 'ended'] },
    event: { type: 'string', enum: ['one'], 'x-open': true },
    items: { type: 'array', items: { $ref: '#/components/schemas/Item' } },
  },
  required: ['id', 'count', 'state', 'event', 'items'],
};
const item = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };

const operation = {
  operationId: 'ordersMake',
  security: [{ bearer: ['send'] }, { bearer: ['status'] }],
  parameters: [
    { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 200 } },
    { name: 'name', in: 'query', schema: { type: 'string' } },
  ],
  requestBody: json(order),
  responses: { 201: { headers: { Location: {} }, ...json(answer) }, 404: {} },
};

function described(changed: object, schemas: object = { Item: item }): ComparedDescription {
  const methods = { post: { ...operation, ...changed } };
  return {
    paths: { '/api/v1/orders': methods },
    components: { schemas: schemas as never },
  };
}

const ordered = (changed: object) => ({ requestBody: json({ ...order, ...changed }) });
const answered = (changed: object) => ({
  responses: { 201: { headers: { Location: {} }, ...json({ ...answer, ...changed }) } },
});
const withField = (schema: typeof order | typeof answer, name: string, field?: object) => {
  const others = Object.entries<object>(schema.properties).filter(([known]) => known !== name);
  return { properties: { ...Object.fromEntries(others), ...(field && { [name]: field }) } };
};

/** What breaks a client, and how it is told. */
const breaking: Record<string, [change: object, told: string]> = {
  'another name of the operation': [{ operationId: 'ordersAdd' }, 'its name was ordersMake'],
  'a scope that no longer suffices': [
    { security: [{ bearer: ['send'] }] },
    '{"bearer":["status"]} no longer suffices',
  ],
  'a parameter that was removed': [
    { parameters: operation.parameters.slice(1) },
    'query limit was removed',
  ],
  'a parameter that is required': [
    {
      parameters: operation.parameters.map((each) => ({ ...each, required: each.name === 'name' })),
    },
    'query name is required',
  ],
  'a new parameter that is required': [
    {
      parameters: [
        ...operation.parameters,
        { name: 'x', in: 'header', required: true, schema: { type: 'string' } },
      ],
    },
    'header x is required',
  ],
  'a parameter with narrower bounds': [
    {
      parameters: [
        { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
        operation.parameters[1],
      ],
    },
    'query limit has a narrower maximum',
  ],
  'a field of the body that was removed': [
    ordered(withField(order, 'kind')),
    'body.kind was removed',
  ],
  'a field of the body that is required': [
    ordered({ required: ['note', 'kind'] }),
    'body.kind is required',
  ],
  'a field of the body that no longer takes null': [
    ordered(withField(order, 'note', { type: 'string', maxLength: 100 })),
    'body.note no longer takes null',
  ],
  'a word that is no longer taken': [
    ordered(withField(order, 'kind', { type: 'string', enum: ['fast'] })),
    'body.kind no longer takes slow',
  ],
  'a text of which only words are taken': [
    ordered(withField(order, 'note', { type: ['string', 'null'], maxLength: 100, enum: ['a'] })),
    'body.note takes some words only',
  ],
  'a pattern that a text has to fit': [
    ordered(withField(order, 'note', { type: ['string', 'null'], maxLength: 100, pattern: '^a' })),
    'body.note has a narrower pattern',
  ],
  'a body that takes no other fields': [
    ordered({ additionalProperties: false }),
    'body takes no other fields',
  ],
  'another media type of the body': [
    { requestBody: { content: { 'text/plain': { schema: { type: 'string' } } } } },
    'body was application/json',
  ],
  'another status': [{ responses: { 200: operation.responses[201] } }, 'it was answered with 201'],
  'a header of the answer that was removed': [
    { responses: { 201: json(answer) } },
    'the header Location of the answer was removed',
  ],
  'a field of the answer that was removed': [
    answered(withField(answer, 'count')),
    '201.count was removed',
  ],
  'a field of the answer that may be missing': [
    answered({ required: ['id', 'state', 'event', 'items'] }),
    '201.count may be missing',
  ],
  'a field of the answer that may be null': [
    answered(withField(answer, 'id', { type: ['string', 'null'] })),
    '201.id may be null',
  ],
  'a whole number that may be a fraction': [
    answered(withField(answer, 'count', { type: 'number' })),
    '201.count may be number',
  ],
  'a word more where words are closed': [
    answered(withField(answer, 'state', { type: 'string', enum: ['live', 'ended', 'lost'] })),
    '201.state may be lost',
  ],
};

/** What v1 may do: it only grows. */
const harmless: Record<string, object> = {
  nothing: {},
  'a scope that suffices as well': {
    security: [...operation.security, { bearer: ['receive'] }],
  },
  'a parameter that may be left out': {
    parameters: [...operation.parameters, { name: 'x', in: 'query', schema: { type: 'string' } }],
  },
  'a field of the body that may be left out': ordered(withField(order, 'more', { type: 'string' })),
  'a field of the body that need not be sent': ordered({ required: [] }),
  'a word more in the body': ordered(
    withField(order, 'kind', { type: 'string', enum: ['fast', 'slow', 'late'] }),
  ),
  'a longer text in the body': ordered(
    withField(order, 'note', { type: ['string', 'null'], maxLength: 200 }),
  ),
  'a field more in the answer': answered(withField(answer, 'more', { type: 'string' })),
  'a word more where words are open': answered(
    withField(answer, 'event', { type: 'string', enum: ['one', 'two'], 'x-open': true }),
  ),
  'a word less in the answer': answered(
    withField(answer, 'state', { type: 'string', enum: ['live'] }),
  ),
  'a failure more': { responses: { ...operation.responses, 409: {} } },
};

describe('a change that breaks clients of API v1 is found', () => {
  for (const [name, [change, told]] of Object.entries(breaking)) {
    test(name, () => {
      assert.deepEqual(breakingChanges(described({}), described(change)), [
        `POST /api/v1/orders: ${told}`,
      ]);
    });
  }

  test('an operation that was removed', () => {
    const none = { paths: {}, components: {} };
    assert.deepEqual(breakingChanges(described({}), none), ['POST /api/v1/orders: removed']);
  });

  test('a key that is wanted', () => {
    const changes = breakingChanges(described({ security: [] }), described({}));
    assert.deepEqual(changes, ['POST /api/v1/orders: a key is wanted']);
  });

  test('a body that is wanted', () => {
    const changes = breakingChanges(described({ requestBody: undefined }), described({}));
    assert.deepEqual(changes, ['POST /api/v1/orders: a body is wanted']);
  });

  test('a field of a schema that several operations share', () => {
    const changes = breakingChanges(described({}), described({}, { Item: { type: 'object' } }));
    assert.deepEqual(changes, ['POST /api/v1/orders: 201.items[].name was removed']);
  });
});

describe('what v1 may grow by breaks no client', () => {
  for (const [name, change] of Object.entries(harmless)) {
    test(name, () => {
      assert.deepEqual(breakingChanges(described({}), described(change)), []);
    });
  }
});

test('API v1 breaks no client of the committed description: CONTRIBUTING.md says how that is moved', async () => {
  const baseline = JSON.parse(await readFile(baselineFile, 'utf8')) as ComparedDescription;
  assert.ok(Object.keys(baseline.paths).length > 10);
  assert.deepEqual(breakingChanges(baseline, describeOpenApi()), []);
});
