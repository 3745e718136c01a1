import { Type } from 'typebox';
import { choice, nothing, typed } from './fields.ts';
import { pagesFor } from './operation.ts';

const person = { scheme: 'session' } as const;
const proved = { scheme: 'session', proof: 'recent' } as const;
/** A code that was entered before the proof may have run out by then. */
const provedFirst = { scheme: 'session', proof: 'recent', afterProof: 'page' } as const;

const noFields = { form: Type.Object({}) };

const page = pagesFor(person);
const provedPage = pagesFor(proved);
const provedFirstPage = pagesFor(provedFirst);

/** Where people change how they sign in, and prove again who they are. */
export const securityOperations = {
  changePasswordPage: pagesFor({ scheme: 'visitor' })(
    'GET /.well-known/change-password',
    'Leads password managers to the page on which a password is changed.',
    nothing,
  ),
  page: page('GET /app/security', 'Shows how the person signs in, and where they are signed in.', {
    /** `done`: what was just done. */
    query: Type.Object({ done: choice(['password', 'removed', 'ended']) }),
  }),
  changePassword: page('POST /app/security/password', 'Changes the password of the person.', {
    form: Type.Object({ current: typed, password: typed, code: typed }),
  }),
  setFirstPassword: provedPage(
    'POST /app/security/password/first',
    'Sets the password of a person who has none.',
    { form: Type.Object({ password: typed }) },
  ),
  authenticatorPage: provedFirstPage(
    'GET /app/security/authenticator',
    'Shows the secret for a new authenticator.',
    nothing,
  ),
  addAuthenticator: provedFirstPage(
    'POST /app/security/authenticator',
    'Adds an authenticator, by its first code.',
    { form: Type.Object({ code: typed }) },
  ),
  removeAuthenticator: provedPage(
    'POST /app/security/authenticator/remove',
    'Removes the authenticator of the person.',
    noFields,
  ),
  renewRecoveryCodes: provedPage(
    'POST /app/security/recovery-codes',
    'Makes new recovery codes, which end the former ones.',
    noFields,
  ),
  endSession: page('POST /app/security/sessions/:session/end', 'Ends one session of the person.', {
    params: Type.Object({ session: Type.String() }),
    ...noFields,
  }),
  endOtherSessions: page(
    'POST /app/security/end-others',
    'Ends all sessions of the person but this one.',
    noFields,
  ),
  confirmedPage: provedPage(
    'GET /app/confirm',
    'Shows a form that was kept until the person had proved who they are.',
    {
      /** `form`: the id of the form. */
      query: Type.Object({ form: typed }),
    },
  ),
  confirm: provedPage(
    'POST /app/confirm',
    'Takes a proof of who the person is, and leads to the page that needed it.',
    { form: Type.Object({ next: typed }) },
  ),
  confirmWithProvider: page(
    'GET /app/confirm/:provider',
    'Leads to an identity provider, for a proof of who the person is.',
    {
      /** `token`: shows that the link was on a page of this session. */
      params: Type.Object({ provider: Type.String() }),
      query: Type.Object({ token: typed, next: typed }),
    },
  ),
};
