import type { Description } from './describe-openapi.ts';
import { describeOpenApi } from './describe-openapi.ts';
import { mapSchemas } from './openapi-components.ts';
import type { Schema } from './openapi-schemas.ts';

interface Answer {
  $ref?: string;
  description: string;
  headers?: Record<string, { $ref: string }>;
  content?: Content;
}

type Content = Record<string, { schema: Schema; example?: unknown }>;

interface DescribedOperation {
  operationId: string;
  tags: string[];
  summary: string;
  security: Record<string, string[]>[];
  parameters?: { name: string; in: string; required?: true; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, Answer>;
}

interface Parts {
  schemas: Record<string, Schema>;
  responses: Record<string, Answer>;
  headers: Record<string, { description: string; schema: Schema }>;
}

/** What asks for a part of tus, or for nothing but headers: tools that know OpenAPI 2.0 only have no use for it. */
const leftOut = new Set(['head', 'options']);
const tusBytes = 'application/offset+octet-stream';

/** API v1 alone in OpenAPI 2.0, for tools such as custom connectors of Power Automate. Made from the description. */
export function describeOpenApi2(description: Description = describeOpenApi()) {
  const parts = description.components as Parts;
  const paths = Object.entries(description.paths)
    .filter(([path]) => path.startsWith('/api/v1/'))
    .flatMap(([path, methods]) => {
      const written = Object.entries(methods as Record<string, DescribedOperation>)
        .filter(([method, { requestBody }]) => !leftOut.has(method) && !isTus(requestBody))
        .map(([method, operation]) => [method, writeOperation(operation, parts)] as const);
      return written.length === 0 ? [] : [[path, Object.fromEntries(written)] as const];
    });
  const { title, version } = description.info;
  return {
    swagger: '2.0',
    info: { title, version, description: 'API v1. /openapi.json describes all of the API.' },
    basePath: '/',
    schemes: ['https'],
    securityDefinitions: {
      bearer: {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description: 'The word Bearer, a blank, and an API key.',
      },
    },
    security: [{ bearer: [] }],
    tags: description.tags.filter(({ name }) => name !== 'cgi' && name !== 'service'),
    paths: Object.fromEntries(paths),
    definitions: namedOf(parts.schemas, writeSchema),
    responses: namedOf(
      Object.fromEntries(
        Object.entries(parts.responses).filter(([name]) => name.startsWith('v1.')),
      ),
      (answer) => writeAnswer(answer, parts),
    ),
  };
}

export function openApi2AsJson(): string {
  return `${JSON.stringify(describeOpenApi2(), undefined, 2)}\n`;
}

function namedOf<From, To>(from: Record<string, From>, write: (value: From) => To) {
  return Object.fromEntries(Object.entries(from).map(([name, value]) => [name, write(value)]));
}

function isTus(body: DescribedOperation['requestBody']): boolean {
  return body !== undefined && tusBytes in body.content;
}

function writeOperation(operation: DescribedOperation, parts: Parts): object {
  const { operationId, tags, summary, security, parameters = [], responses } = operation;
  const [mediaType, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const produces = Object.values(responses).flatMap(({ content = {} }) => Object.keys(content));
  const written = [
    ...parameters.map(({ schema, ...parameter }) => ({ ...parameter, ...plainSchema(schema) })),
    ...(body === undefined ? [] : writeBody(mediaType ?? '', body.schema)),
  ];
  return {
    ...{ operationId, tags, summary },
    // Without a key: of all others the document says it.
    ...(security.length === 0 && { security: [] }),
    ...(mediaType !== undefined && { consumes: [concrete(mediaType)] }),
    ...(produces.length > 0 && { produces: [...new Set(produces.map(concrete))] }),
    ...(written.length > 0 && { parameters: written }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, answer]) => [
        status === '2XX' ? '204' : status,
        writeAnswer(answer, parts),
      ]),
    ),
  };
}

function concrete(mediaType: string): string {
  return mediaType === '*/*' ? 'application/octet-stream' : mediaType;
}

function writeBody(mediaType: string, schema: Schema): object[] {
  if (mediaType !== 'multipart/form-data') {
    return [{ name: 'body', in: 'body', required: true, schema: writeSchema(schema) }];
  }
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Schema>;
    required?: readonly string[];
  };
  // Of several files, this version has no form: it sends one.
  return Object.entries(properties).map(([name, field]) => ({
    ...{ name, in: 'formData', required: required.includes(name) },
    ...(isFile(field) ? { type: 'file' } : plainSchema(field)),
  }));
}

function isFile({ contentMediaType, items }: Schema): boolean {
  return contentMediaType !== undefined || (items !== undefined && isFile(items as Schema));
}

/** The schema of a parameter, which is text on the wire. */
function plainSchema(schema: Schema): Schema {
  const { $ref, properties, ...written } = writeSchema(schema);
  return $ref === undefined && properties === undefined && written.type !== undefined
    ? written
    : { type: 'string' };
}

function writeAnswer({ $ref, description, headers, content = {} }: Answer, parts: Parts): object {
  if ($ref !== undefined) return { $ref: $ref.replace('#/components/', '#/') };
  const [[mediaType, { schema, example }] = ['', { schema: undefined, example: undefined }]] =
    Object.entries(content);
  return {
    description,
    ...(schema !== undefined && { schema: writeSchema(schema) }),
    ...(headers !== undefined && { headers: namedOf(headers, (each) => writeHeader(each, parts)) }),
    ...(example !== undefined && { examples: { [mediaType]: example } }),
  };
}

function writeHeader({ $ref }: { $ref: string }, { headers }: Parts): object {
  const named = headers[$ref.slice($ref.lastIndexOf('/') + 1)];
  return { description: named?.description, ...named?.schema };
}

/** OpenAPI 2.0 has one type for each schema, and no null. */
function writeSchema(schema: Schema): Schema {
  if (typeof schema.$ref === 'string') {
    return { $ref: schema.$ref.replace('#/components/schemas/', '#/definitions/') };
  }
  const {
    type,
    enum: words,
    const: word,
    contentMediaType,
    ...others
  } = mapSchemas(schema, writeSchema);
  const types = (typeof type === 'string' ? [type] : ((type ?? []) as string[])).filter(
    (each) => each !== 'null',
  );
  const values = words ?? (word === undefined ? undefined : [word]);
  return {
    ...(types.length === 1 && { type: types[0] }),
    ...others,
    ...(Array.isArray(type) && type.includes('null') && { 'x-nullable': true }),
    ...(values !== undefined && {
      enum: (values as unknown[]).filter((value) => value !== null),
    }),
    ...(contentMediaType !== undefined && { format: 'binary' }),
  };
}
