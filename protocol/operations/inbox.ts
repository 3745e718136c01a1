import { Type } from 'typebox';
import { choice, cursor, nothing, typed, whole } from './fields.ts';
import { operation, pagesFor } from './operation.ts';

const person = { scheme: 'session' } as const;
const params = Type.Object({ token: Type.String() });

const page = pagesFor(person);

/** The pages on which people read what was sent to them. */
export const inboxOperations = {
  list: page('GET /app/inbox', 'Lists what was sent to the person, newest first.', {
    /** `done`: an item was just deleted. */
    query: Type.Object({ after: cursor, done: choice(['deleted']) }),
  }),
  live: page('GET /app/inbox/live', 'Shows the newest items, for the page that is open.', nothing),
  count: page(
    'GET /app/inbox/count',
    'Shows how many items were not opened, for the navigation.',
    nothing,
  ),
  item: page('GET /app/inbox/:token', 'Shows an item and its files, or asks for its code.', {
    /** `page`: of the list of files. */
    params,
    query: Type.Object({ page: whole(1, 999_999) }),
  }),
  remove: page('POST /app/inbox/:token/delete', 'Deletes an item.', {
    params,
    form: Type.Object({}),
  }),
  file: operation({
    summary: 'Downloads a file of an item.',
    on: 'GET /app/inbox/:token/files/:fileId/:name',
    access: person,
    cost: 'transfer',
    input: {
      params: Type.Object({ token: Type.String(), fileId: Type.String(), name: Type.String() }),
    },
    answer: 'file',
  }),
  archive: operation({
    summary: 'Downloads all files of an item as one archive.',
    on: 'GET /app/inbox/:token/all.zip',
    access: person,
    cost: 'transfer',
    input: { params },
    answer: 'file',
  }),
  askForCode: page('POST /app/inbox/:token/code', 'Sends the person a code for an item.', {
    params,
    form: Type.Object({ channel: choice(['sms', 'email']) }),
  }),
  enterCode: page(
    'POST /app/inbox/:token/verify',
    'Opens an item with its code, in this browser.',
    { params, form: Type.Object({ code: typed }) },
  ),
};
