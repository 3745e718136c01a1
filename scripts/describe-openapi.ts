import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Access } from '../protocol/access.ts';
import { wireErrorCodes } from '../protocol/errors.ts';
import { groups } from '../protocol/operations/groups.ts';
import type { Input, Operation, Operations } from '../protocol/operations/operation.ts';
import { sessionCookie } from '../server/src/http/routing/person-cookies.ts';
import type { Schema } from './openapi-schemas.ts';
import { describeFields, describeForm, describeSchema } from './openapi-schemas.ts';

const html = { 'text/html': { schema: { type: 'string' } } };
const bytes = { type: 'string', contentMediaType: 'application/octet-stream' };

/** `ErrorBody` of protocol/errors.ts. */
const error = {
  type: 'object',
  required: ['status', 'error', 'message', 'request_id'],
  properties: {
    status: { const: 'error' },
    error: { type: 'string', enum: wireErrorCodes },
    message: { type: 'string' },
    details: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'problem'],
        properties: { field: { type: 'string' }, problem: { type: 'string' } },
      },
    },
    request_id: { type: 'string' },
  },
};

const components = {
  schemas: { Error: error },
  responses: {
    Error: {
      description: 'What went wrong: JSON, or a page where a browser asks. docs/errors.md.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } }, ...html },
    },
  },
  securitySchemes: {
    basic: {
      type: 'http',
      scheme: 'basic',
      description: 'The address of an account and its API key, on its own path.',
    },
    csrf: {
      type: 'apiKey',
      in: 'header',
      name: 'CSRF-Token',
      description: 'The token in the page of the account, /{user}/.',
    },
    bearer: { type: 'http', scheme: 'bearer', description: 'An API key alone.' },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: sessionCookie,
      description:
        'A signed-in person. A change carries the token of a page of theirs as well, in the field csrf of its form.',
    },
  },
};

/** The OpenAPI description of everything that the server can do. */
export function describeOpenApi() {
  const paths: Record<string, Record<string, object>> = {};
  for (const [group, members] of Object.entries<Operations>(groups)) {
    for (const [name, member] of Object.entries(members)) {
      const [method = '', path = ''] = member.on.split(' ');
      const address = path.replaceAll(/:(\w+)/g, '{$1}');
      const described = describeOperation(group, name, member);
      paths[address] = { ...paths[address], [method.toLowerCase()]: described };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Valise',
      version: versionOfPackage(),
      description:
        'Made from protocol/operations by `npm run docs`. HEAD is answered wherever GET is. An operation without security is open to anyone, or guarded by the secret in its path.',
    },
    servers: [{ url: '/' }],
    tags: Object.keys(groups).map((name) => ({ name })),
    paths,
    components,
  };
}

export function openApiAsJson(): string {
  return `${JSON.stringify(describeOpenApi(), undefined, 2)}\n`;
}

function versionOfPackage(): string {
  const text = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

function describeOperation(group: string, name: string, operation: Operation): object {
  const { summary, on, access, input, answer } = operation;
  const parameters = parametersOf(on, input);
  const content = contentOf(operation);
  return {
    operationId: `${group}.${name}`,
    tags: [group],
    summary,
    security: securityOf(access),
    ...(parameters.length > 0 && { parameters }),
    ...(content !== undefined && { requestBody: { required: true, content } }),
    responses: { ...responsesOf(answer), default: { $ref: '#/components/responses/Error' } },
  };
}

/** Names in the path that no schema names are read by the guard: whose path it is, or the secret of a link. */
function parametersOf(on: string, { params, query, headers }: Input): object[] {
  const declared = new Map(describeFields(params ?? {}).map((field) => [field.name, field.schema]));
  const inPath = Array.from(on.matchAll(/:(\w+)/g), ([, name = '']) => ({
    ...{ name, in: 'path', required: true },
    schema: declared.get(name) ?? { type: 'string' },
  }));
  return [...inPath, ...describePart('query', query), ...describePart('header', headers)];
}

function describePart(place: 'query' | 'header', schema: object | undefined): object[] {
  return describeFields(schema ?? {}).map((field) => ({
    name: field.name,
    in: place,
    ...(field.isRequired && { required: true }),
    schema: field.schema,
  }));
}

function contentOf({ input, bytes: kind }: Operation): object | undefined {
  const { json, form, multipart } = input;
  if (kind === 'tus') return { 'application/offset+octet-stream': { schema: bytes } };
  if (json !== undefined) return { 'application/json': { schema: describeSchema(json) } };
  if (form !== undefined) {
    return { 'application/x-www-form-urlencoded': { schema: describeForm(form) } };
  }
  if (multipart === undefined) return undefined;
  return { 'multipart/form-data': { schema: withFiles(describeForm(multipart)) } };
}

/** The part `file` is the content of a file, and may come several times. */
function withFiles(form: Schema): Schema {
  const properties = { ...(form.properties as Schema), file: { type: 'array', items: bytes } };
  return { ...form, properties };
}

function securityOf(access: Access): object[] {
  if (access === 'public') return [];
  if (access.scheme === 'basic') {
    return [{ basic: [access.scope], ...(access.csrf && { csrf: [] }) }];
  }
  if (access.scheme === 'bearer') return [{ bearer: [access.scope] }];
  if (access.scheme !== 'session') return [];
  return [{ session: access.role === undefined ? [] : [access.role] }];
}

function responsesOf(answer: Operation['answer']): object {
  if (answer === 'page') {
    return {
      200: { description: 'A page.', content: html },
      303: { description: 'The way to a page.' },
    };
  }
  if (answer === 'file') {
    return { '2XX': { description: 'The bytes.', content: { '*/*': { schema: bytes } } } };
  }
  if (answer === 'none') {
    return {
      '2XX': { description: 'No content. Status and headers say it.' },
      '3XX': { description: 'The way elsewhere.' },
    };
  }
  return {
    200: {
      description: 'The answer.',
      content: { 'application/json': { schema: describeSchema(answer) } },
    },
  };
}
