import { Type } from 'typebox';
import { ticked, trimmed, typed } from './fields.ts';
import { operation } from './operation.ts';

const visitor = { scheme: 'visitor' } as const;
const half = { scheme: 'session', state: 'half' } as const;

/** `lang`: the language that the reader chose. */
const visitorQuery = Type.Object({ lang: typed });
/** `next`: the page to go to afterwards. */
const nextQuery = Type.Object({ next: typed });
const codeForm = Type.Object({ code: typed, next: typed });
/** `response`: what the browser says of a passkey, as JSON. */
const passkeyForm = Type.Object({ response: typed, next: typed });
const providerParams = Type.Object({ provider: Type.String() });

/** Where people sign in and out. */
export const signInOperations = {
  frontPage: operation({
    summary: 'Shows the page at the address of the service.',
    on: 'GET /',
    access: visitor,
    cost: 'request',
    input: { query: visitorQuery },
    answer: 'page',
  }),
  page: operation({
    summary: 'Shows the ways to sign in.',
    on: 'GET /sign-in',
    access: visitor,
    cost: 'request',
    /** `out`: the reader has just signed out. */
    input: { query: Type.Object({ lang: typed, next: typed, out: ticked }) },
    answer: 'page',
  }),
  withPassword: operation({
    summary: 'Signs a person in with a password.',
    on: 'POST /sign-in',
    access: visitor,
    cost: 'request',
    input: {
      query: visitorQuery,
      form: Type.Object({ email: typed, password: typed, next: typed }),
    },
    answer: 'page',
  }),
  withPasskey: operation({
    summary: 'Signs a person in with a passkey.',
    on: 'POST /sign-in/passkey',
    access: visitor,
    cost: 'request',
    input: { query: visitorQuery, form: passkeyForm },
    answer: 'page',
  }),
  withProvider: operation({
    summary: 'Leads to an identity provider, to sign in there.',
    on: 'GET /sign-in/oidc/:provider',
    access: visitor,
    cost: 'request',
    input: { params: providerParams, query: Type.Object({ lang: typed, next: typed }) },
    answer: 'page',
  }),
  providerAnswer: operation({
    summary: 'Takes the answer of an identity provider.',
    on: 'GET /sign-in/oidc/:provider/callback',
    access: visitor,
    cost: 'request',
    /** The provider chooses the rest of the query: its library reads it. */
    input: { params: providerParams, query: visitorQuery },
    answer: 'page',
  }),
  /** What only looks must not use up the answer. */
  providerAnswerHead: operation({
    summary: 'Leads to the page on which people sign in, and takes no answer of a provider.',
    on: 'HEAD /sign-in/oidc/:provider/callback',
    access: visitor,
    cost: 'request',
    input: { params: providerParams },
    answer: 'page',
  }),
  out: operation({
    summary: 'Signs the person out.',
    on: 'POST /sign-out',
    access: { scheme: 'session' },
    cost: 'request',
    input: { form: Type.Object({}) },
    answer: 'page',
  }),
  forgotPage: operation({
    summary: 'Shows the form of a forgotten password.',
    on: 'GET /forgot',
    access: visitor,
    cost: 'request',
    input: { query: visitorQuery },
    answer: 'page',
  }),
  forgot: operation({
    summary: 'Sends a link with which a new password is set.',
    on: 'POST /forgot',
    access: visitor,
    cost: 'request',
    input: { query: visitorQuery, form: Type.Object({ email: trimmed(1000) }) },
    answer: 'page',
  }),
  codePage: operation({
    summary: 'Asks for a second factor.',
    on: 'GET /sign-in/code',
    access: half,
    cost: 'request',
    input: { query: nextQuery },
    answer: 'page',
  }),
  enterCode: operation({
    summary: 'Takes the code of a second factor, and signs the person in.',
    on: 'POST /sign-in/code',
    access: half,
    cost: 'request',
    input: { form: codeForm },
    answer: 'page',
  }),
  setUpPage: operation({
    summary: 'Shows how to set up the second factor that is demanded.',
    on: 'GET /sign-in/set-up',
    access: half,
    cost: 'request',
    input: { query: nextQuery },
    answer: 'page',
  }),
  setUpAuthenticator: operation({
    summary: 'Adds an authenticator by its first code, and signs the person in.',
    on: 'POST /sign-in/set-up',
    access: half,
    cost: 'request',
    input: { form: codeForm },
    answer: 'page',
  }),
  setUpPasskey: operation({
    summary: 'Adds a passkey, and signs the person in.',
    on: 'POST /sign-in/set-up/passkey',
    access: half,
    cost: 'request',
    input: { form: passkeyForm },
    answer: 'page',
  }),
};
