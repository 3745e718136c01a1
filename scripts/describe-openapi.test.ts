import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Type } from 'typebox';
import type { ErrorBody, ProblemDocument } from '../protocol/errors.ts';
import { operation } from '../protocol/operations/operation.ts';
import { actions } from '../server/src/http/routing/route-table-fixture.ts';
import { describeOpenApi, describedOperations } from './describe-openapi.ts';
import { faultOfExample } from './fault-of-example.ts';
import { describeOpenApi2 } from './openapi-2.ts';
import { examples } from './openapi-examples.ts';
import { describeFields, describeSchema } from './openapi-schemas.ts';

/**
 * Two independent ones: one compares with the JSON Schema of OpenAPI, the other walks the document with rules of its
 * own.
 */
const validators: Record<string, (description: object, version: string) => Promise<string[]>> = {
  async '@seriousme/openapi-schema-validator'(description, version) {
    const validator = new Validator();
    const { valid, errors } = await validator.validate({ ...structuredClone(description) });
    assert.equal(validator.version, version);
    return valid ? [] : [JSON.stringify(errors)];
  },
  async '@redocly/openapi-core'(description) {
    const config = await createConfig({ extends: ['spec'] });
    const problems = await lintFromString({ source: JSON.stringify(description), config });
    return problems.map(({ message, location }) => `${location[0]?.pointer ?? ''}: ${message}`);
  },
};

interface Document {
  info: object;
  paths: Record<string, Record<string, object>>;
}

const documents: Record<string, () => Document> = {
  '3.1': describeOpenApi,
  '2.0': describeOpenApi2,
};

type Fault = (description: Document) => object;

const me = '/api/v1/me';
const withMe = (description: Document, changed: object) => ({
  ...description,
  paths: { ...description.paths, [me]: { get: { ...description.paths[me]?.['get'], ...changed } } },
});

/** Descriptions that OpenAPI forbids. */
const faults: Record<string, Fault> = {
  'without a title': (description) => ({ ...description, info: { version: '1' } }),
  'with an operation that has responses of the wrong kind': (description) =>
    withMe(description, { responses: [] }),
  'with a parameter that is nowhere': (description) =>
    withMe(description, { parameters: [{ name: 'x', in: 'somewhere', schema: {} }] }),
};

/** Schemas that are none in OpenAPI 3.1; the second one is in 3.0. The JSON Schema of OpenAPI leaves them out. */
const wrongSchemas = [{ type: 'nonsense' }, { type: 'number', minimum: 1, exclusiveMinimum: true }];

for (const [version, make] of Object.entries(documents)) {
  describe(`the description in OpenAPI ${version}`, () => {
    for (const [name, validate] of Object.entries(validators)) {
      test(`is valid to ${name}`, async () => {
        assert.deepEqual(await validate(make(), version), []);
      });

      for (const [fault, breakIt] of Object.entries(faults)) {
        test(`${name} refuses one ${fault}`, async () => {
          assert.notDeepEqual(await validate(breakIt(make()), version), []);
        });
      }
    }

    test('has no alternatives, so that every generator reads it', () => {
      assert.doesNotMatch(JSON.stringify(make()), /"(?:oneOf|anyOf|allOf)"/);
    });
  });
}

for (const schema of wrongSchemas) {
  test(`@redocly/openapi-core refuses the schema ${JSON.stringify(schema)}`, async () => {
    const content = { 'application/json': { schema } };
    const responses = { 200: { description: 'The answer.', content } };
    const broken = withMe(describeOpenApi(), { responses });
    assert.notDeepEqual(await validators['@redocly/openapi-core']?.(broken, '3.1'), []);
  });
}

describe('the OpenAPI description', () => {
  test('has every operation that takes an API key, each under a name of its own', () => {
    const described = describedOperations();
    const places = new Set(described.map(({ method, path }) => `${method} ${path}`));
    const served = actions.flatMap(({ access, operation: { method, path } = assert.fail() }) =>
      access !== 'public' && /^(?:basic|bearer)$/.test(access.scheme) ? [`${method} ${path}`] : [],
    );
    assert.ok(served.length > 30);
    for (const place of served) assert.ok(places.has(place), place);
    const names = described.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const name of names) assert.match(name, /^[a-z][A-Za-z0-9]*$/);
  });

  test('has the bodies of errors as they are', () => {
    const body: Required<ErrorBody> = {
      ...{ status: 'error', error: 'invalid', message: '', request_id: '' },
      details: [{ field: '', problem: '' }],
    };
    const problem: Required<ProblemDocument> = {
      ...{ type: '', title: '', status: 422, detail: '', code: 'invalid', errors: [] },
      ...{ retry: 'never', request_id: '' },
    };
    const { schemas } = describeOpenApi().components;
    for (const [name, is] of Object.entries({ Error: body, Problem: problem })) {
      const { properties } = schemas[name] as { properties: object };
      assert.deepEqual(Object.keys(properties).sort(), Object.keys(is).sort());
    }
  });

  test('says when an operation goes, why it refuses, and which headers clients act on', () => {
    const going = operation({
      summary: 'Goes.',
      on: 'GET /api/v1/things/:id',
      access: { scheme: 'bearer', scope: 'send' },
      cost: 'request',
      input: { params: Type.Object({ id: Type.String() }) },
      answer: Type.Object({ id: Type.String() }, { title: 'Thing', additionalProperties: false }),
      fails: ['dispatch_ended', 'state_conflict'],
      answerHeaders: ['ETag'],
      deprecated: { since: '2026-12-01', sunset: '2027-12-31' },
    });
    const { paths, components } = describeOpenApi(describedOperations({ apiThings: { going } }));
    const { responses, ...described } = paths['/api/v1/things/{id}']?.['get'] as {
      responses: Record<string, unknown>;
    };
    assert.deepEqual(described, {
      ...{ operationId: 'thingsGoing', tags: ['things'], summary: 'Goes.', deprecated: true },
      description: 'Deprecated since 2026-12-01. It is there until 2027-12-31.',
      security: [{ bearer: ['send'] }, { basic: ['send'] }],
      'x-codeSamples': [
        {
          ...{ lang: 'Shell', label: 'curl' },
          source: 'curl -H "Authorization: Bearer $KEY" "$URL/api/v1/things/{id}"',
        },
      ],
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    });
    assert.deepEqual(Object.keys(responses), [
      ...['200', '400', '401', '403', '404', '409', '429', '500', '503', 'default'],
    ]);
    assert.deepEqual(responses['200'], {
      description: 'The answer.',
      headers: { ETag: { $ref: '#/components/headers/ETag' } },
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
    });
    // An answer may have more fields one day.
    assert.equal(components.schemas['Thing']?.['additionalProperties'], undefined);
    const conflict = 'v1.state_conflict.dispatch_ended';
    assert.deepEqual(responses['409'], { $ref: `#/components/responses/${conflict}` });
    assert.deepEqual((components.responses[conflict] as { 'x-codes': object })['x-codes'], [
      { code: 'state_conflict', retry: 'never' },
      { code: 'dispatch_ended', retry: 'never' },
    ]);
  });

  test('has examples that a server answered with, and that fit: npm run api-examples', () => {
    const wanted = describedOperations().filter(({ path }) => path.startsWith('/api/v1/'));
    const faults = wanted.map(({ name, operation: declared }) => [
      name,
      faultOfExample(declared, examples[name]),
    ]);
    assert.deepEqual(
      faults.filter(([, fault]) => fault !== undefined),
      [],
    );
    const show = describedOperations().find(({ name }) => name === 'dropsShow') ?? assert.fail();
    const { answer } = examples['dropsShow'] ?? assert.fail();
    assert.notEqual(faultOfExample(show.operation, undefined), undefined);
    const broken = { path: '', answer: { ...(answer as object), state: 'lost' } };
    assert.notEqual(faultOfExample(show.operation, broken), undefined);
    const { 'x-codeSamples': samples } = describeOpenApi().paths['/api/v1/drops/{id}/extend']?.[
      'post'
    ] as { 'x-codeSamples': { source: string }[] };
    assert.match(
      samples[0]?.source ?? '',
      /^curl -H "Authorization: Bearer \$KEY" --json '\{"expires_in":\d+\}' "\$URL\/api\/v1\/drops\/[\w-]{22}\/extend"$/,
    );
  });

  test('has no keyword of our own', () => {
    const meant = { type: 'string', maxLength: 3 };
    const own = { lenient: true, trim: true, cut: 3, problem: 'is wrong.', code: 'invalid' };
    assert.deepEqual(
      describeSchema({
        type: 'object',
        properties: { a: { ...meant, ...own }, b: { expects: meant } },
      }),
      { type: 'object', properties: { a: meant, b: meant } },
    );
    assert.throws(() => describeSchema({ type: 'string', newKeyword: true }), /newKeyword/);
  });

  test('says of a text that is read as a number or as a mark what it is read as', () => {
    const page = { type: 'integer', minimum: 0, lenient: true };
    const schema = { properties: { page, all: { type: 'boolean' } }, required: ['all'] };
    assert.deepEqual(describeFields(schema), [
      { name: 'page', isRequired: false, schema: { type: 'integer', minimum: 0 } },
      { name: 'all', isRequired: false, schema: { type: 'boolean' } },
    ]);
  });
});

describe('alternatives become one schema', () => {
  const object = (properties: Record<string, object>) => Type.Object(properties as never);
  const cases: Record<string, [object, object]> = {
    'a value or null': [
      Type.Union([Type.String({ maxLength: 3 }), Type.Null()]),
      { type: ['string', 'null'], maxLength: 3 },
    ],
    'a word or null': [
      Type.Union([Type.Enum(['a', 'b']), Type.Null()]),
      { type: ['string', 'null'], enum: ['a', 'b', null] },
    ],
    words: [
      Type.Union([Type.Literal('a'), Type.Literal('b')]),
      { type: 'string', enum: ['a', 'b'] },
    ],
    'a word or any text': [
      Type.Union([Type.Literal('now'), Type.String({ minLength: 1 })]),
      { type: 'string' },
    ],
    'a text or a number': [
      Type.Union([Type.String({ minLength: 1 }), Type.Integer({ minimum: 0 })]),
      { type: ['string', 'integer'], minLength: 1, minimum: 0 },
    ],
    objects: [
      Type.Union([
        object({ id: Type.String(), at: Type.String() }),
        object({ id: Type.Null(), to: Type.String() }),
      ]),
      {
        type: 'object',
        properties: {
          id: { type: ['string', 'null'] },
          at: { type: 'string' },
          to: { type: 'string' },
        },
        required: ['id'],
      },
    ],
    'anything or a text': [Type.Union([Type.Unknown(), Type.String()]), {}],
  };
  for (const [name, [schema, described]] of Object.entries(cases)) {
    test(name, () => {
      assert.deepEqual(describeSchema(schema), described);
    });
  }
});
