import type { Static } from 'typebox';
import { Type } from 'typebox';
import { linkParams, secret } from './pages.ts';

/** The shapes of what the pages take that are about passkeys and identity providers. */

const text = Type.String();
const ignorable = Type.Optional(Type.Union([text, Type.Array(text)]));
const field = Type.Optional(text);

const provider = Type.String({ pattern: '^[a-z0-9-]{1,32}$' });
const providerParams = Type.Object({ provider });

export const passkeyOperations = {
  sign_in: {
    query: Type.Object({ lang: ignorable }),
    body: Type.Object({ response: field, next: field }),
  },
  join: {
    params: linkParams,
    query: Type.Object({ lang: ignorable }),
    body: Type.Object({ response: field, name: field, zone: field }),
  },
  /** `token`: shows that the link was on a page of this browser. `zone`: the browser's time zone. */
  join_provider: {
    params: Type.Object({ secret, provider }),
    query: Type.Object({ lang: ignorable, token: ignorable, zone: ignorable }),
  },
  provider: { params: providerParams, query: Type.Object({ lang: ignorable, next: ignorable }) },
  /** The provider chooses the query: its library reads it. */
  provider_answer: { params: providerParams, query: Type.Object({ lang: ignorable }) },
  set_up: { body: Type.Object({ response: field, next: field }) },
};

export type ProviderParams = Static<typeof providerParams>;
export type JoinProviderParams = Static<typeof passkeyOperations.join_provider.params>;
export type JoinProviderQuery = Static<typeof passkeyOperations.join_provider.query>;
export type ProviderQuery = Static<typeof passkeyOperations.provider.query>;
