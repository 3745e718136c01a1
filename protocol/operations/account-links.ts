import { Type } from 'typebox';
import { several, typed } from './fields.ts';
import { operation } from './operation.ts';

const visitor = { scheme: 'visitor' } as const;

const params = Type.Object({ secret: Type.String() });
/** `lang`: the language that the reader chose. */
const query = Type.Object({ lang: typed });
/**
 * `code`: of an authenticator. `codeProof`: says that one was entered in this browser. `keep`: the passkeys and
 * identities that stay. `zone`: the browser's time zone.
 */
const form = Type.Object({
  code: typed,
  codeProof: typed,
  keep: several,
  name: typed,
  password: typed,
  zone: typed,
});

/** The pages behind invitations and resets. */
export const accountLinkOperations = {
  joinPage: operation({
    summary: 'Shows an invitation.',
    on: 'GET /join/:secret',
    access: visitor,
    cost: 'request',
    input: { params, query },
    answer: 'page',
  }),
  join: operation({
    summary: 'Accepts an invitation with a password.',
    on: 'POST /join/:secret',
    access: visitor,
    cost: 'request',
    input: { params, query, form },
    answer: 'page',
  }),
  joinWithPasskey: operation({
    summary: 'Accepts an invitation with a passkey.',
    on: 'POST /join/:secret/passkey',
    access: visitor,
    cost: 'request',
    /** `response`: what the browser says of the passkey, as JSON. */
    input: { params, query, form: Type.Object({ response: typed, name: typed, zone: typed }) },
    answer: 'page',
  }),
  joinWithProvider: operation({
    summary: 'Leads to an identity provider, to accept an invitation there.',
    on: 'GET /join/:secret/oidc/:provider',
    access: visitor,
    cost: 'request',
    /** `token`: shows that the link was on a page of this browser. */
    input: {
      params: Type.Object({ secret: Type.String(), provider: Type.String() }),
      query: Type.Object({ lang: typed, token: typed, zone: typed }),
    },
    answer: 'page',
  }),
  resetPage: operation({
    summary: 'Shows the form of a new password.',
    on: 'GET /reset/:secret',
    access: visitor,
    cost: 'request',
    input: { params, query },
    answer: 'page',
  }),
  reset: operation({
    summary: 'Sets a new password, and signs the person in.',
    on: 'POST /reset/:secret',
    access: visitor,
    cost: 'request',
    input: { params, query, form },
    answer: 'page',
  }),
};
