import { Type } from 'typebox';
import { choice, typed } from './fields.ts';
import { operation } from './operation.ts';

const person = { scheme: 'session' } as const;
const proven = { ...person, proof: 'recent' } as const;

/** The passkeys of signed-in people, and their identities at providers. */
export const passkeyOperations = {
  page: operation({
    summary: 'Shows the passkeys of the person, and the identities that are linked to the account.',
    on: 'GET /app/security/passkeys',
    access: person,
    cost: 'request',
    /** `done`: what was just done; `provider`: at which provider. */
    input: {
      query: Type.Object({
        done: choice(['added', 'renamed', 'removed', 'linked', 'unlinked']),
        provider: typed,
      }),
    },
    answer: 'page',
  }),
  add: operation({
    summary: 'Adds a passkey.',
    on: 'POST /app/security/passkeys/add',
    access: proven,
    cost: 'request',
    /** `response`: what the browser made, as JSON. */
    input: { form: Type.Object({ response: typed, name: typed }) },
    answer: 'page',
  }),
  rename: operation({
    summary: 'Renames a passkey.',
    on: 'POST /app/security/passkeys/rename',
    access: person,
    cost: 'request',
    input: { form: Type.Object({ id: typed, name: typed }) },
    answer: 'page',
  }),
  remove: operation({
    summary: 'Removes a passkey, unless it is the last way to sign in.',
    on: 'POST /app/security/passkeys/remove',
    access: proven,
    cost: 'request',
    input: { form: Type.Object({ id: typed }) },
    answer: 'page',
  }),
  link: operation({
    summary: 'Leads to a provider, to link an identity there.',
    on: 'GET /app/security/passkeys/link/:provider',
    access: proven,
    cost: 'request',
    /** `token`: shows that the link was on a page of this session. */
    input: {
      params: Type.Object({ provider: Type.String() }),
      query: Type.Object({ token: typed }),
    },
    answer: 'page',
  }),
  unlink: operation({
    summary: 'Unlinks an identity, unless it is the last way to sign in.',
    on: 'POST /app/security/passkeys/unlink',
    access: proven,
    cost: 'request',
    input: { form: Type.Object({ issuer: typed, subject: typed }) },
    answer: 'page',
  }),
};
