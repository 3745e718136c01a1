import { Type } from 'typebox';
import { choice, nothing, typed } from './fields.ts';
import { operation } from './operation.ts';

const person = { scheme: 'session' } as const;
const proved = { scheme: 'session', proof: 'recent' } as const;
/** A code that was entered before the proof may have run out by then. */
const provedFirst = { scheme: 'session', proof: 'recent', afterProof: 'page' } as const;

const noFields = { form: Type.Object({}) };

/** Where people change how they sign in, and prove again who they are. */
export const securityOperations = {
  changePasswordPage: operation({
    summary: 'Leads password managers to the page on which a password is changed.',
    on: 'GET /.well-known/change-password',
    access: { scheme: 'visitor' },
    cost: 'request',
    input: nothing,
    answer: 'page',
  }),
  page: operation({
    summary: 'Shows how the person signs in, and where they are signed in.',
    on: 'GET /app/security',
    access: person,
    cost: 'request',
    /** `done`: what was just done. */
    input: { query: Type.Object({ done: choice(['password', 'removed', 'ended']) }) },
    answer: 'page',
  }),
  changePassword: operation({
    summary: 'Changes the password of the person.',
    on: 'POST /app/security/password',
    access: person,
    cost: 'request',
    input: { form: Type.Object({ current: typed, password: typed, code: typed }) },
    answer: 'page',
  }),
  setFirstPassword: operation({
    summary: 'Sets the password of a person who has none.',
    on: 'POST /app/security/password/first',
    access: proved,
    cost: 'request',
    input: { form: Type.Object({ password: typed }) },
    answer: 'page',
  }),
  authenticatorPage: operation({
    summary: 'Shows the secret for a new authenticator.',
    on: 'GET /app/security/authenticator',
    access: provedFirst,
    cost: 'request',
    input: nothing,
    answer: 'page',
  }),
  addAuthenticator: operation({
    summary: 'Adds an authenticator, by its first code.',
    on: 'POST /app/security/authenticator',
    access: provedFirst,
    cost: 'request',
    input: { form: Type.Object({ code: typed }) },
    answer: 'page',
  }),
  removeAuthenticator: operation({
    summary: 'Removes the authenticator of the person.',
    on: 'POST /app/security/authenticator/remove',
    access: proved,
    cost: 'request',
    input: noFields,
    answer: 'page',
  }),
  renewRecoveryCodes: operation({
    summary: 'Makes new recovery codes, which end the former ones.',
    on: 'POST /app/security/recovery-codes',
    access: proved,
    cost: 'request',
    input: noFields,
    answer: 'page',
  }),
  endSession: operation({
    summary: 'Ends one session of the person.',
    on: 'POST /app/security/sessions/:session/end',
    access: person,
    cost: 'request',
    input: { params: Type.Object({ session: Type.String() }), ...noFields },
    answer: 'page',
  }),
  endOtherSessions: operation({
    summary: 'Ends all sessions of the person but this one.',
    on: 'POST /app/security/end-others',
    access: person,
    cost: 'request',
    input: noFields,
    answer: 'page',
  }),
  confirmedPage: operation({
    summary: 'Shows a form that was kept until the person had proved who they are.',
    on: 'GET /app/confirm',
    access: proved,
    cost: 'request',
    /** `form`: the id of the form. */
    input: { query: Type.Object({ form: typed }) },
    answer: 'page',
  }),
  confirm: operation({
    summary: 'Takes a proof of who the person is, and leads to the page that needed it.',
    on: 'POST /app/confirm',
    access: proved,
    cost: 'request',
    input: { form: Type.Object({ next: typed }) },
    answer: 'page',
  }),
  confirmWithProvider: operation({
    summary: 'Leads to an identity provider, for a proof of who the person is.',
    on: 'GET /app/confirm/:provider',
    access: person,
    cost: 'request',
    /** `token`: shows that the link was on a page of this session. */
    input: {
      params: Type.Object({ provider: Type.String() }),
      query: Type.Object({ token: typed, next: typed }),
    },
    answer: 'page',
  }),
};
