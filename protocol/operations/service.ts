import { Type } from 'typebox';
import { nothing } from './fields.ts';
import { operation } from './operation.ts';

/** What the service says of itself, and the page of an API account. */
export const serviceOperations = {
  alive: operation({
    summary: 'Whether the process is alive.',
    on: 'GET /healthz',
    access: 'public',
    cost: 'none',
    input: nothing,
    answer: Type.Object({ status: Type.Literal('ok') }),
  }),
  ready: operation({
    summary:
      'Whether the process can do its work, and what keeps it from that. 503 where it cannot.',
    on: 'GET /readyz',
    access: 'public',
    cost: 'none',
    input: nothing,
    answer: Type.Object({
      status: Type.Enum(['ok', 'degraded', 'unavailable']),
      checks: Type.Record(Type.String(), Type.String()),
    }),
  }),
  securityText: operation({
    summary: 'The contact for security reports: RFC 9116.',
    on: 'GET /.well-known/security.txt',
    access: 'public',
    cost: 'none',
    input: nothing,
    answer: 'file',
  }),
  openApi: operation({
    summary: 'The description of the API: OpenAPI 3.1.',
    on: 'GET /openapi.json',
    access: 'public',
    cost: 'none',
    input: nothing,
    answer: 'file',
  }),
  openApi2: operation({
    summary: 'API v1 alone, for tools that know OpenAPI 2.0 only.',
    on: 'GET /openapi-2.json',
    access: 'public',
    cost: 'none',
    input: nothing,
    answer: 'file',
  }),
  apiReference: operation({
    summary: 'API v1 for readers: its operations, what they take and answer, and examples.',
    on: 'GET /api/v1/',
    access: 'public',
    cost: 'none',
    input: nothing,
    answer: 'page',
  }),
  asset: operation({
    summary: 'A style sheet, script or picture of the pages.',
    on: 'GET /assets/:name',
    access: 'public',
    cost: 'none',
    input: { params: Type.Object({ name: Type.String() }) },
    answer: 'file',
  }),
  favicon: operation({
    summary: 'Leads to the logo.',
    on: 'GET /favicon.ico',
    access: 'public',
    cost: 'none',
    input: nothing,
    answer: 'none',
  }),
  accountWithoutSlash: operation({
    summary: 'Leads to the page of the account, whose address ends with a slash.',
    on: 'GET /:user',
    access: 'public',
    cost: 'none',
    input: { params: Type.Object({ user: Type.String({ pattern: '@' }) }) },
    answer: 'none',
  }),
  accountPage: operation({
    summary: 'The page of an API account. It holds the CSRF token that its other operations need.',
    on: 'GET /:user/',
    access: { scheme: 'basic', scope: 'any', ownPath: true, csrf: false },
    cost: 'request',
    input: nothing,
    answer: 'page',
  }),
};
