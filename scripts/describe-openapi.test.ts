import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { ErrorBody } from '../protocol/errors.ts';
import { groups } from '../protocol/operations/groups.ts';
import type { Operations } from '../protocol/operations/operation.ts';
import { actions } from '../server/src/http/routing/route-table-fixture.ts';
import { describeOpenApi } from './describe-openapi.ts';
import { describeFields, describeSchema } from './openapi-schemas.ts';

type Description = ReturnType<typeof describeOpenApi>;

/**
 * Two independent ones: one compares with the JSON Schema of OpenAPI, the other walks the document with rules of its
 * own.
 */
const validators: Record<string, (description: Description) => Promise<string[]>> = {
  async '@seriousme/openapi-schema-validator'(description) {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(description));
    assert.equal(validator.version, '3.1');
    return valid ? [] : [JSON.stringify(errors)];
  },
  async '@redocly/openapi-core'(description) {
    const config = await createConfig({ extends: ['spec'] });
    const problems = await lintFromString({ source: JSON.stringify(description), config });
    return problems.map(({ message, location }) => `${location[0]?.pointer ?? ''}: ${message}`);
  },
};

type Fault = (description: Description) => object;

const me = '/api/v1/me';
const withMe = (description: Description, changed: object) => ({
  ...description,
  paths: { ...description.paths, [me]: { get: { ...description.paths[me]?.get, ...changed } } },
});

/** Descriptions that OpenAPI 3.1 forbids. */
const faults: Record<string, Fault> = {
  'without a title': (description) => ({ ...description, info: { version: '1' } }),
  'with an operation that has responses of the wrong kind': (description) =>
    withMe(description, { responses: [] }),
  'with a parameter that is nowhere': (description) =>
    withMe(description, { parameters: [{ name: 'x', in: 'somewhere', schema: {} }] }),
};

/** Schemas that are none in OpenAPI 3.1; the second one is in 3.0. The JSON Schema of OpenAPI leaves them out. */
const wrongSchemas = [{ type: 'nonsense' }, { type: 'number', minimum: 1, exclusiveMinimum: true }];

describe('the OpenAPI description', () => {
  for (const [name, validate] of Object.entries(validators)) {
    test(`is valid to ${name}`, async () => {
      assert.deepEqual(await validate(describeOpenApi()), []);
    });

    for (const [fault, breakIt] of Object.entries(faults)) {
      test(`${name} refuses one ${fault}`, async () => {
        const broken = breakIt(describeOpenApi()) as Description;
        assert.notDeepEqual(await validate(broken), []);
      });
    }
  }

  for (const schema of wrongSchemas) {
    test(`@redocly/openapi-core refuses the schema ${JSON.stringify(schema)}`, async () => {
      const content = { 'application/json': { schema } };
      const responses = { 200: { description: 'The answer.', content } };
      const broken = withMe(describeOpenApi(), { responses });
      assert.notDeepEqual(await validators['@redocly/openapi-core']?.(broken), []);
    });
  }

  test('has every operation, and every route of the server', () => {
    const described = Object.values(describeOpenApi().paths)
      .flatMap((methods) => Object.values(methods) as { operationId: string }[])
      .map(({ operationId }) => operationId);
    const declared = Object.entries<Operations>(groups).flatMap(([group, members]) =>
      Object.keys(members).map((name) => `${group}.${name}`),
    );
    assert.deepEqual(described.sort(), declared.sort());
    const served = actions.map(({ operation }) => operation?.name ?? '');
    for (const name of served) assert.ok(described.includes(name), name);
  });

  test('has the body of an error as it is', () => {
    const body: Required<ErrorBody> = {
      ...{ status: 'error', error: 'invalid', message: '', request_id: '' },
      details: [{ field: '', problem: '' }],
    };
    const { schemas } = describeOpenApi().components;
    assert.deepEqual(Object.keys(schemas.Error.properties).sort(), Object.keys(body).sort());
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
