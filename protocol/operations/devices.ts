import { Type } from 'typebox';
import { object } from './api-fields.ts';
import { choice, nothing, typed } from './fields.ts';
import { operation, pagesFor } from './operation.ts';
import { keyRights } from './keys.ts';

const person = { scheme: 'session' } as const;
const page = pagesFor(person);
const given = Type.Optional(Type.String({ maxLength: 1000 }));
const told = Type.Optional(Type.String());
const seconds = Type.Optional(Type.Integer({ minimum: 0 }));

/** With status 400, in place of everything else. */
const refusal = { error: told, error_description: told };

/** Programs that act for a person who allows it on a page: RFC 8628. */
export const deviceOperations = {
  metadata: operation({
    summary: 'Where programs ask to act for a person: RFC 8414.',
    on: 'GET /.well-known/oauth-authorization-server',
    access: 'public',
    cost: 'none',
    input: nothing,
    answer: object({
      issuer: Type.String(),
      device_authorization_endpoint: Type.String(),
      token_endpoint: Type.String(),
      grant_types_supported: Type.Array(Type.String()),
      response_types_supported: Type.Array(Type.String()),
      scopes_supported: Type.Array(Type.String()),
      token_endpoint_auth_methods_supported: Type.Array(Type.String()),
      service_documentation: told,
    }),
  }),
  begin: operation({
    summary: 'Gives a program the codes with which it asks to act for a person: RFC 8628.',
    on: 'POST /oauth/device',
    access: 'public',
    cost: 'none',
    input: {
      /** `client_id`: what the program calls itself. `scope`: with blanks between; left out, the usual ones. */
      form: Type.Object({ client_id: given, scope: given }),
    },
    answer: object({
      device_code: told,
      user_code: told,
      verification_uri: told,
      expires_in: seconds,
      interval: seconds,
      ...refusal,
    }),
  }),
  token: operation({
    summary: 'Gives a program its API key once a person has allowed it.',
    on: 'POST /oauth/token',
    access: 'public',
    cost: 'none',
    input: { form: Type.Object({ grant_type: given, device_code: given, client_id: given }) },
    answer: object({
      access_token: told,
      token_type: told,
      expires_in: seconds,
      scope: told,
      /** The address of the account, and the name of the key. */
      account: told,
      key_name: told,
      ...refusal,
    }),
  }),
  page: page('GET /app/device', 'Asks for the code that a device shows.', {
    query: Type.Object({ done: choice(['allowed', 'refused']) }),
  }),
  look: page('POST /app/device', 'Shows which device asks under a code, and for what.', {
    form: Type.Object({ code: typed }),
  }),
  allow: pagesFor({ ...person, proof: 'recent' })(
    'POST /app/device/allow',
    'Lets a device fetch an API key.',
    { form: Type.Object({ code: typed, ...keyRights }) },
  ),
  refuse: page('POST /app/device/refuse', 'Tells a device that it gets no key.', {
    form: Type.Object({ code: typed }),
  }),
};
