import { Type } from 'typebox';
import { choice, typed } from './fields.ts';
import { pagesFor } from './operation.ts';

const person = { scheme: 'session' } as const;
const params = Type.Object({ key: Type.String() });

/** A box of a form. */
const tick = choice(['yes']);

const page = pagesFor(person);

/** What a form says of a key. */
export const keyRights = {
  name: typed,
  days: typed,
  /** What it may do. */
  send: tick,
  receive: tick,
  status: tick,
  contacts: tick,
  webhooks: tick,
  links: tick,
  replacesContacts: tick,
  /** Addresses and networks in CIDR notation, with blanks, commas or line breaks between. */
  networks: typed,
};

/** The API keys that people make for their own scripts. */
export const keyOperations = {
  page: page('GET /app/security/keys', 'Shows the API keys of the person.', {
    /** `done`: a key was just revoked. */
    query: Type.Object({ done: choice(['revoked']) }),
  }),
  make: pagesFor({ ...person, proof: 'recent' })(
    'POST /app/security/keys/new',
    'Makes an API key, and shows it once.',
    {
      form: Type.Object(keyRights),
    },
  ),
  revokePage: page('GET /app/security/keys/:key/revoke', 'Asks before an API key is revoked.', {
    params,
  }),
  revoke: page('POST /app/security/keys/:key/revoke', 'Revokes an API key.', {
    params,
    form: Type.Object({}),
  }),
};
