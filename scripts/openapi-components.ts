import { retryOf, wireErrorCodes, wireErrorMeanings } from '../protocol/errors.ts';
import type { WireErrorCode } from '../protocol/errors.ts';
import type { AnswerHeader } from '../protocol/operations/answer-headers.ts';
import { headerMeanings, headersOfFailure } from '../protocol/operations/answer-headers.ts';
import { errorStatus } from '../server/src/http/error-pages/error-status.ts';
import type { Schema } from './openapi-schemas.ts';

/** The parts of the description that operations share. */

/** `ErrorBody` of protocol/errors.ts. */
const error = {
  type: 'object',
  required: ['status', 'error', 'message', 'request_id'],
  properties: {
    status: { type: 'string', const: 'error' },
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

/** `ProblemDocument` of the same file. */
const problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'retry', 'request_id'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'A page about the code.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string', enum: wireErrorCodes, 'x-open': true },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['in', 'pointer', 'code', 'detail'],
        properties: {
          in: { type: 'string', enum: ['body', 'query', 'header'] },
          pointer: { type: 'string', description: 'RFC 6901; empty for the whole.' },
          code: { type: 'string', enum: ['invalid', 'missing', 'unknown', 'repeated'] },
          detail: { type: 'string' },
        },
      },
    },
    retry: {
      type: 'string',
      enum: ['never', 'later', 'same_key'],
      description:
        'Whether the same request may be repeated. same_key: with the same Idempotency-Key.',
    },
    request_id: { type: 'string' },
  },
};

const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key alone, of at least 32 characters.',
  },
  basic: {
    type: 'http',
    scheme: 'basic',
    description:
      'The address of an account and one of its API keys: on its own path; or below /api/v1, from anything but a browser.',
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'CSRF-Token',
    description: 'The token in the page of the account, /{user}/.',
  },
};

/** Who refuses: API v1, with problem documents, or the customer's API. */
export type Api = 'v1' | 'cgi';

const failureContent: Record<Api, object> = {
  v1: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  cgi: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

/** Collects the parts that operations refer to. */
export class Components {
  readonly schemas: Record<string, Schema> = { Problem: problem, Error: error };
  readonly #responses = new Map<string, object>();
  readonly #headers = new Map<AnswerHeader, object>();

  /** References to headers of an answer; undefined for none. */
  headers(names: readonly AnswerHeader[]): object | undefined {
    for (const name of names) {
      const isNumber = name === 'Retry-After' || /^Upload-(?:Offset|Length)$/.test(name);
      const schema = { type: isNumber ? 'integer' : 'string' };
      this.#headers.set(name, { description: headerMeanings[name], schema });
    }
    if (names.length === 0) return undefined;
    return Object.fromEntries(
      names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    );
  }

  /** References to the answers for these failures, by status. */
  failures(api: Api, codes: readonly WireErrorCode[]): Record<string, object> {
    const byStatus = Object.groupBy(codes, (code) => errorStatus[code]);
    const named = Object.entries(byStatus).map(([status, grouped = []]) => {
      const name = [api, ...grouped].join('.');
      this.#responses.set(name, this.#failure(api, grouped));
      return [status, { $ref: `#/components/responses/${name}` }];
    });
    return {
      ...(Object.fromEntries(named) as Record<string, object>),
      default: this.#other(api),
    };
  }

  #failure(api: Api, codes: readonly WireErrorCode[]): object {
    const headers = this.headers([...new Set(codes.flatMap(headersOfFailure))]);
    return {
      description: codes.map((code) => `\`${code}\`: ${wireErrorMeanings[code]}`).join('\n\n'),
      ...(headers !== undefined && { headers }),
      content: failureContent[api],
      'x-codes': codes.map((code) => ({ code, retry: retryOf(code) })),
    };
  }

  #other(api: Api): object {
    this.#responses.set(`${api}.other`, {
      description: 'What HTTP itself is refused for, at every path alike: docs/errors.md.',
      content: failureContent[api],
    });
    return { $ref: `#/components/responses/${api}.other` };
  }

  /** The schema as it stands in the description: those with a title are there once, and referred to by it. */
  refer(schema: Schema): Schema {
    const inner = mapSchemas(schema, (each) => this.refer(each));
    const { title, ...untitled } = inner as { title?: string };
    if (title === undefined) return inner;
    // One that may be null has another type, and stays where it is.
    if (Array.isArray(inner.type)) return untitled;
    const known = this.schemas[title];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(untitled)) {
      throw new Error(`Two schemas are called ${title}`);
    }
    this.schemas[title] = untitled;
    return { $ref: `#/components/schemas/${title}` };
  }

  describe() {
    return {
      schemas: sorted(Object.entries(this.schemas)),
      responses: sorted(this.#responses),
      headers: sorted(this.#headers),
      securitySchemes,
    };
  }
}

function sorted<Value>(entries: Iterable<[string, Value]>): Record<string, Value> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The schema with others in place of those directly below it. */
export function mapSchemas(schema: Schema, change: (schema: Schema) => Schema): Schema {
  const { items, additionalProperties, properties } = schema;
  return {
    ...schema,
    ...(isSchema(items) && { items: change(items) }),
    ...(isSchema(additionalProperties) && { additionalProperties: change(additionalProperties) }),
    ...(isSchema(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, each]) => [name, change(each as Schema)]),
      ),
    }),
  };
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}
