import { Type } from 'typebox';
import { choice, typed } from './fields.ts';
import { operation } from './operation.ts';

const person = { scheme: 'session' } as const;
const params = Type.Object({ key: Type.String() });

/** The API keys that people make for their own scripts. */
export const keyOperations = {
  page: operation({
    summary: 'Shows the API keys of the person.',
    on: 'GET /app/security/keys',
    access: person,
    cost: 'request',
    /** `done`: a key was just revoked. */
    input: { query: Type.Object({ done: choice(['revoked']) }) },
    answer: 'page',
  }),
  make: operation({
    summary: 'Makes an API key, and shows it once.',
    on: 'POST /app/security/keys/new',
    access: { ...person, proof: 'recent' },
    cost: 'request',
    input: {
      form: Type.Object({ name: typed, days: typed, replacesContacts: choice(['yes']) }),
    },
    answer: 'page',
  }),
  revokePage: operation({
    summary: 'Asks before an API key is revoked.',
    on: 'GET /app/security/keys/:key/revoke',
    access: person,
    cost: 'request',
    input: { params },
    answer: 'page',
  }),
  revoke: operation({
    summary: 'Revokes an API key.',
    on: 'POST /app/security/keys/:key/revoke',
    access: person,
    cost: 'request',
    input: { params, form: Type.Object({}) },
    answer: 'page',
  }),
};
