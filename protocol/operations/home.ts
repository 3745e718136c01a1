import { Type } from 'typebox';
import { nothing, typed } from './fields.ts';
import { operation } from './operation.ts';

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
  page: operation({
    summary: 'Shows what needs the attention of the person, and what was sent last.',
    on: 'GET /app/',
    access: { scheme: 'session' },
    cost: 'request',
    /** `discarded`: the draft that was discarded on the page before. */
    input: { query: Type.Object({ discarded: typed }) },
    answer: 'page',
  }),
};
