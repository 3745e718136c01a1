import { Type } from 'typebox';
import { choice, typed } from './fields.ts';
import { pagesFor } from './operation.ts';

const params = Type.Object({ id: Type.String() });
/** `draft`: the one that is to be filled; left out: a new one. */
const form = Type.Object({ draft: typed });

const page = pagesFor({ scheme: 'session' });

/** What people send again and again. */
export const templateOperations = {
  list: page('GET /app/templates', 'Lists the templates of the person.', {
    query: Type.Object({ draft: typed, done: choice(['added', 'renamed', 'removed']) }),
  }),
  form: page('GET /app/templates/new', 'Asks for the name of a template.', {
    /** What it is made of: a draft, or a drop. */
    query: Type.Object({ draft: typed, drop: typed }),
  }),
  add: page('POST /app/templates/new', 'Makes a template of a draft or of a drop.', {
    form: Type.Object({ draft: typed, drop: typed, name: typed }),
  }),
  last: page('POST /app/templates/last', 'Fills a draft as the last drop was sent.', { form }),
  use: page('POST /app/templates/:id/use', 'Fills a draft from a template.', { params, form }),
  rename: page('POST /app/templates/:id/rename', 'Renames a template.', {
    params,
    form: Type.Object({ name: typed }),
  }),
  remove: page('POST /app/templates/:id/remove', 'Removes a template.', {
    params,
    form: Type.Object({}),
  }),
};
