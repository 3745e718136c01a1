import { Type } from 'typebox';
import { choice, typed } from './fields.ts';
import { pagesFor } from './operation.ts';

const person = { scheme: 'session' } as const;
const proven = { ...person, proof: 'recent' } as const;

const page = pagesFor(person);
const provedPage = pagesFor(proven);

/** The passkeys of signed-in people, and their identities at providers. */
export const passkeyOperations = {
  page: page(
    'GET /app/security/passkeys',
    'Shows the passkeys of the person, and the identities that are linked to the account.',
    {
      /** `done`: what was just done; `provider`: at which provider. */
      query: Type.Object({
        done: choice(['added', 'renamed', 'removed', 'linked', 'unlinked']),
        provider: typed,
      }),
    },
  ),
  add: provedPage('POST /app/security/passkeys/add', 'Adds a passkey.', {
    /** `response`: what the browser made, as JSON. */
    form: Type.Object({ response: typed, name: typed }),
  }),
  rename: page('POST /app/security/passkeys/rename', 'Renames a passkey.', {
    form: Type.Object({ id: typed, name: typed }),
  }),
  remove: provedPage(
    'POST /app/security/passkeys/remove',
    'Removes a passkey, unless it is the last way to sign in.',
    { form: Type.Object({ id: typed }) },
  ),
  link: provedPage(
    'GET /app/security/passkeys/link/:provider',
    'Leads to a provider, to link an identity there.',
    {
      /** `token`: shows that the link was on a page of this session. */
      params: Type.Object({ provider: Type.String() }),
      query: Type.Object({ token: typed }),
    },
  ),
  unlink: provedPage(
    'POST /app/security/passkeys/unlink',
    'Unlinks an identity, unless it is the last way to sign in.',
    { form: Type.Object({ issuer: typed, subject: typed }) },
  ),
};
