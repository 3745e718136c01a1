import { Type } from 'typebox';
import { ticked, trimmed, typed } from './fields.ts';
import { pagesFor } from './operation.ts';

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

const visit = pagesFor(visitor);
const halfPage = pagesFor(half);

/** Where people sign in and out. */
export const signInOperations = {
  frontPage: visit('GET /', 'Shows the page at the address of the service.', {
    query: visitorQuery,
  }),
  page: visit('GET /sign-in', 'Shows the ways to sign in.', {
    /** `out`: the reader has just signed out. */
    query: Type.Object({ lang: typed, next: typed, out: ticked }),
  }),
  withPassword: visit('POST /sign-in', 'Signs a person in with a password.', {
    query: visitorQuery,
    form: Type.Object({ email: typed, password: typed, next: typed }),
  }),
  withPasskey: visit('POST /sign-in/passkey', 'Signs a person in with a passkey.', {
    query: visitorQuery,
    form: passkeyForm,
  }),
  withProvider: visit(
    'GET /sign-in/oidc/:provider',
    'Leads to an identity provider, to sign in there.',
    { params: providerParams, query: Type.Object({ lang: typed, next: typed }) },
  ),
  providerAnswer: visit(
    'GET /sign-in/oidc/:provider/callback',
    'Takes the answer of an identity provider.',
    {
      /** The provider chooses the rest of the query: its library reads it. */
      params: providerParams,
      query: visitorQuery,
    },
  ),
  /** What only looks must not use up the answer. */
  providerAnswerHead: visit(
    'HEAD /sign-in/oidc/:provider/callback',
    'Leads to the page on which people sign in, and takes no answer of a provider.',
    { params: providerParams },
  ),
  out: pagesFor({ scheme: 'session' })('POST /sign-out', 'Signs the person out.', {
    form: Type.Object({}),
  }),
  forgotPage: visit('GET /forgot', 'Shows the form of a forgotten password.', {
    query: visitorQuery,
  }),
  forgot: visit('POST /forgot', 'Sends a link with which a new password is set.', {
    query: visitorQuery,
    form: Type.Object({ email: trimmed(1000) }),
  }),
  codePage: halfPage('GET /sign-in/code', 'Asks for a second factor.', { query: nextQuery }),
  enterCode: halfPage(
    'POST /sign-in/code',
    'Takes the code of a second factor, and signs the person in.',
    { form: codeForm },
  ),
  setUpPage: halfPage(
    'GET /sign-in/set-up',
    'Shows how to set up the second factor that is demanded.',
    { query: nextQuery },
  ),
  setUpAuthenticator: halfPage(
    'POST /sign-in/set-up',
    'Adds an authenticator by its first code, and signs the person in.',
    { form: codeForm },
  ),
  setUpPasskey: halfPage(
    'POST /sign-in/set-up/passkey',
    'Adds a passkey, and signs the person in.',
    { form: passkeyForm },
  ),
};
