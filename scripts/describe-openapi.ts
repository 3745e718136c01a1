import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Access } from '../protocol/access.ts';
import { scopesFor } from '../protocol/access.ts';
import { headersOfAnswer } from '../protocol/operations/answer-headers.ts';
import { failuresOf } from '../protocol/operations/failures.ts';
import { groups } from '../protocol/operations/groups.ts';
import type { Input, Operation, Operations } from '../protocol/operations/operation.ts';
import type { Example } from './openapi-examples.ts';
import { curlOf, examples } from './openapi-examples.ts';
import type { Api } from './openapi-components.ts';
import { Components, mapSchemas } from './openapi-components.ts';
import type { Schema } from './openapi-schemas.ts';
import { describeFields, describeForm, describeSchema } from './openapi-schemas.ts';

const bytes = { type: 'string', contentMediaType: 'application/octet-stream' };

const about = `Operations below \`/api/v1\` take an API key in \`Authorization: Bearer KEY\`. Those below \`/{user}\` are the CGI-style API: HTTP Basic on the account's own path, with the token that
the page \`/{user}/\` holds. HEAD is answered wherever GET is. Fields may be added to answers, and words where a schema says \`x-open\`: clients ignore what they do not know.`;

/** One operation with its place in the description. */
export interface DescribedOperation {
  name: string;
  tag: string;
  method: string;
  path: string;
  operation: Operation;
}

/** What programs can do: API v1 and the customer's API. docs/routes.md has the pages of people as well. */
export function describedOperations(
  operations: Readonly<Record<string, Operations>> = groups,
): DescribedOperation[] {
  return Object.entries(operations).flatMap(([group, members]) =>
    Object.entries(members).flatMap(([name, operation]) => {
      const [method = '', path = ''] = operation.on.split(' ');
      const api = apiOf(operation);
      if (api === undefined) return [];
      return [{ name: nameOf(group, name), tag: tagOf(group), method, path, operation }];
    }),
  );
}

function apiOf({ on, access, answer }: Operation): Api | undefined {
  if (on.includes(' /api/v1/')) return answer === 'page' ? undefined : 'v1';
  return access !== 'public' && access.scheme === 'basic' ? 'cgi' : undefined;
}

/** `apiDrops.list` is `dropsList`: the name of a function in every language. It stays as it is for ever. */
function nameOf(group: string, name: string): string {
  const prefix = tagOf(group);
  if (prefix === 'account') return name;
  return `${prefix}${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

function tagOf(group: string): string {
  const rest = group.replace(/^api/, '');
  return rest === '' ? 'account' : `${rest.slice(0, 1).toLowerCase()}${rest.slice(1)}`;
}

export type Description = ReturnType<typeof describeOpenApi>;

/** The OpenAPI description of operations: what the server answers at `/openapi.json`, but for its address. */
export function describeOpenApi(
  operations = describedOperations(),
  answered: Readonly<Record<string, Example>> = examples,
) {
  const paths: Record<string, Record<string, object>> = {};
  const components = new Components();
  for (const each of operations) {
    const address = each.path.replaceAll(/:(\w+)/g, '{$1}');
    const described = describeOperation(each, components, answered[each.name]);
    paths[address] = { ...paths[address], [each.method.toLowerCase()]: described };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Valise', version: versionOfPackage(), description: about },
    servers: [{ url: '/' }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: components.describe(),
  };
}

export function openApiAsJson(): string {
  return `${JSON.stringify(describeOpenApi(), undefined, 2)}\n`;
}

function versionOfPackage(): string {
  const text = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

function describeOperation(
  each: DescribedOperation,
  components: Components,
  example: Example | undefined,
): object {
  const { name, tag, path, operation } = each;
  const { summary, access, input, deprecated } = operation;
  const parameters = parametersOf(path, input);
  const content = contentOf(operation, components, example);
  const api = apiOf(operation) ?? 'v1';
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(deprecated !== undefined && {
      deprecated: true,
      description: `Deprecated since ${deprecated.since}. It is there until ${deprecated.sunset}.`,
    }),
    security: securityOf(access),
    ...(parameters.length > 0 && { parameters }),
    ...(content !== undefined && { requestBody: { required: true, content } }),
    responses: {
      ...responsesOf(operation, components, example),
      ...components.failures(api, failuresOf(operation)),
    },
    ...(api === 'v1' && {
      'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: curlOf(each, example) }],
    }),
  };
}

/** Whose path it is: the guard reads it, and no schema names it. */
const user = { type: 'string', description: 'The address of the account.' };

function parametersOf(path: string, { params, query, headers }: Input): object[] {
  const declared = new Map(describeFields(params ?? {}).map((field) => [field.name, field.schema]));
  const inPath = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => ({
    ...{ name, in: 'path', required: true },
    schema: declared.get(name) ?? user,
  }));
  return [...inPath, ...describePart('query', query), ...describePart('header', headers)];
}

/** OpenAPI says of these headers elsewhere what they may be: by the media types of bodies and answers. */
const describedElsewhere = ['accept', 'content-type', 'authorization'];

function describePart(place: 'query' | 'header', schema: object | undefined): object[] {
  return describeFields(schema ?? {})
    .filter(({ name }) => place === 'query' || !describedElsewhere.includes(name))
    .map((field) => ({
      name: place === 'query' ? field.name : field.name.replaceAll(/\b[a-z]/g, upper),
      in: place,
      ...(field.isRequired && { required: true }),
      schema: field.schema,
    }));
}

function upper(letter: string): string {
  return letter.toUpperCase();
}

function contentOf(
  { input, bytes: kind, jsonPart }: Operation,
  components: Components,
  example: Example | undefined,
): object | undefined {
  const { json, form, multipart } = input;
  if (kind === 'tus') return { 'application/offset+octet-stream': { schema: bytes } };
  if (json !== undefined) {
    const schema = components.refer(describeSchema(json));
    const sent = example?.body !== undefined && { example: example.body };
    return {
      'application/json': { schema, ...sent },
      ...(jsonPart !== undefined && { 'multipart/form-data': describeParts(jsonPart, schema) }),
    };
  }
  if (form !== undefined) {
    return { 'application/x-www-form-urlencoded': { schema: describeForm(form) } };
  }
  if (multipart !== undefined) {
    return { 'multipart/form-data': { schema: withFiles(describeForm(multipart)) } };
  }
  return kind === undefined ? undefined : { '*/*': { schema: bytes } };
}

/** JSON in a part, and files beside it. */
function describeParts(name: string, json: Schema): object {
  const form = { type: 'object', properties: { [name]: json }, required: [name] };
  return {
    schema: { ...withFiles(form), additionalProperties: false },
    encoding: { [name]: { contentType: 'application/json' } },
  };
}

/** The part `file` is the content of a file, and may come several times. */
function withFiles(form: Schema): Schema {
  const properties = { ...(form.properties as Schema), file: { type: 'array', items: bytes } };
  return { ...form, properties };
}

function securityOf(access: Access): object[] {
  if (access === 'public' || (access.scheme !== 'basic' && access.scheme !== 'bearer')) return [];
  // Alternatives: of several scopes one suffices.
  const needs = access.scope === 'any' ? [[]] : scopesFor(access.scope).map((scope) => [scope]);
  if (access.scheme === 'basic') {
    return needs.map((basic) => ({ basic, ...(access.csrf && { csrf: [] }) }));
  }
  return needs.flatMap((scope) => [{ bearer: scope }, { basic: scope }]);
}

function responsesOf(
  operation: Operation,
  components: Components,
  example: Example | undefined,
): object {
  const { answer, status, mayCreate, streams, alsoAs = [] } = operation;
  const headers = components.headers(headersOfAnswer(operation));
  const withHeaders = headers !== undefined && { headers };
  if (answer === 'page') {
    return { 200: { description: 'A page.', content: { 'text/html': { schema: text } } } };
  }
  if (answer === 'file') {
    const content = { '*/*': { schema: bytes } };
    return { 200: { description: 'The bytes.', ...withHeaders, content } };
  }
  if (answer === 'none') {
    return { '2XX': { description: 'No content. Status and headers say it.', ...withHeaders } };
  }
  const schema = components.refer(openAnswer(describeSchema(answer)));
  return {
    [status ?? 200]: {
      description: 'The answer.',
      ...withHeaders,
      content: {
        'application/json': {
          schema,
          ...(example !== undefined && { example: example.answer }),
        },
        ...(streams && { 'text/event-stream': { schema: text } }),
        ...Object.fromEntries(alsoAs.map((type) => [type, { schema: text }])),
      },
    },
    ...(mayCreate && {
      201: {
        description: 'It was made.',
        ...withHeaders,
        content: { 'application/json': { schema } },
      },
    }),
  };
}

const text = { type: 'string' };

/** An answer may have more fields one day, and no client is to refuse them. */
function openAnswer(schema: Schema): Schema {
  const { additionalProperties, ...others } = mapSchemas(schema, openAnswer);
  const isOpen = additionalProperties === undefined || additionalProperties === false;
  return isOpen ? others : { ...others, additionalProperties };
}
