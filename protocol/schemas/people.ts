import type { Static } from 'typebox';
import { Type } from 'typebox';
import { linkParams } from './pages.ts';

/** The shapes of what the pages take with which people sign in. */

const text = Type.String();
const ignorable = Type.Optional(Type.Union([text, Type.Array(text)]));
const field = Type.Optional(text);

/** `lang`: the language that the reader chose. */
const visitorQuery = Type.Object({ lang: ignorable });

export const peopleOperations = {
  front_page: { query: visitorQuery },
  /** `next`: the page to go to afterwards. `out`: the reader has just signed out. */
  sign_in_page: { query: Type.Object({ lang: ignorable, next: ignorable, out: ignorable }) },
  sign_in: {
    query: visitorQuery,
    body: Type.Object({ email: field, password: field, next: field }),
  },
  sign_in_code_page: { query: Type.Object({ next: ignorable }) },
  sign_in_code: { body: Type.Object({ code: field, next: field }) },
  sign_out: { body: Type.Object({}) },
  forgot_page: { query: visitorQuery },
  forgot: { query: visitorQuery, body: Type.Object({ email: field }) },
  set_password_page: { params: linkParams, query: visitorQuery },
  set_password: {
    params: linkParams,
    query: visitorQuery,
    body: Type.Object({
      code: field,
      codeProof: field,
      keep: ignorable,
      name: field,
      password: field,
      zone: field,
    }),
  },
};

export type SignInQuery = Static<typeof peopleOperations.sign_in_page.query>;
