import { Type } from 'typebox';
import { nothing, typed } from './fields.ts';
import { operation, pagesFor } from './operation.ts';

/** The first page of a signed-in person. */
export const homeOperations = {
  withoutSlash: operation({
    summary: 'Leads to the first page of people with accounts.',
    on: 'GET /app',
    access: { scheme: 'visitor' },
    cost: 'request',
    input: nothing,
    answer: 'none',
  }),
  page: pagesFor({ scheme: 'session' })(
    'GET /app/',
    'Shows what needs the attention of the person, and what was sent last.',
    {
      /** `discarded`: the draft that was discarded on the page before. */
      query: Type.Object({ discarded: typed }),
    },
  ),
};
