import { Type } from 'typebox';
import { several, typed } from './fields.ts';
import { pagesFor } from './operation.ts';

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

const visit = pagesFor(visitor);

/** The pages behind invitations and resets. */
export const accountLinkOperations = {
  joinPage: visit('GET /join/:secret', 'Shows an invitation.', { params, query }),
  join: visit('POST /join/:secret', 'Accepts an invitation with a password.', {
    params,
    query,
    form,
  }),
  joinWithPasskey: visit('POST /join/:secret/passkey', 'Accepts an invitation with a passkey.', {
    /** `response`: what the browser says of the passkey, as JSON. */
    params,
    query,
    form: Type.Object({ response: typed, name: typed, zone: typed }),
  }),
  joinWithProvider: visit(
    'GET /join/:secret/oidc/:provider',
    'Leads to an identity provider, to accept an invitation there.',
    {
      /** `token`: shows that the link was on a page of this browser. */
      params: Type.Object({ secret: Type.String(), provider: Type.String() }),
      query: Type.Object({ lang: typed, token: typed, zone: typed }),
    },
  ),
  resetPage: visit('GET /reset/:secret', 'Shows the form of a new password.', { params, query }),
  reset: visit('POST /reset/:secret', 'Sets a new password, and signs the person in.', {
    params,
    query,
    form,
  }),
};
