import { Type } from 'typebox';
import { choice, cursor, nothing, several, ticked, trimmed, typed, whole } from './fields.ts';
import { operation, pagesFor } from './operation.ts';

const person = { scheme: 'session' } as const;
const params = Type.Object({ token: Type.String() });

const page = pagesFor(person);

/** The pages on which people read what was sent to them. */
export const inboxOperations = {
  list: page('GET /app/inbox', 'Lists what was sent to the person, newest first.', {
    /** `done`: what was just done. `q`: what is searched. */
    query: Type.Object({
      after: cursor,
      done: choice(['deleted', 'some-deleted']),
      q: trimmed(100),
    }),
  }),
  live: page('GET /app/inbox/live', 'Shows the newest items, for the page that is open.', nothing),
  count: page(
    'GET /app/inbox/count',
    'Shows how many items were not opened, for the navigation.',
    nothing,
  ),
  item: page('GET /app/inbox/:token', 'Shows an item and its files, or asks for what it demands.', {
    /**
     * `page`: of the list of files. `q`: what was searched in the list beside it. `tried`: the page follows a wrong
     * password.
     */
    params,
    query: Type.Object({ page: whole(1, 999_999), q: trimmed(100), tried: ticked }),
  }),
  sendOn: page(
    'POST /app/inbox/:token/send-on',
    'Begins a draft with the files of an item, which counts as their download.',
    {
      /** `file`: only that one. */
      params,
      form: Type.Object({ file: typed }),
    },
  ),
  answer: page('POST /app/inbox/:token/answer', 'Begins a draft to the sender of an item.', {
    params,
    form: Type.Object({}),
  }),
  removeSeveral: page('POST /app/inbox/chosen/delete', 'Deletes several items.', {
    form: Type.Object({ item: several }),
  }),
  archiveSeveral: operation({
    summary: 'Downloads the files of several items as one archive.',
    on: 'POST /app/inbox/chosen.zip',
    access: person,
    cost: 'transfer',
    input: { form: Type.Object({ item: several }) },
    answer: 'file',
  }),
  remove: page('POST /app/inbox/:token/delete', 'Deletes an item.', {
    params,
    form: Type.Object({}),
  }),
  file: operation({
    summary: 'Downloads a file of an item, or shows it.',
    on: 'GET /app/inbox/:token/files/:fileId/:name',
    access: person,
    cost: 'transfer',
    input: {
      params: Type.Object({ token: Type.String(), fileId: Type.String(), name: Type.String() }),
      /** `view`: to be shown, where its content is what browsers show and never run. */
      query: Type.Object({ view: ticked }),
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
  enterPassword: page(
    'POST /app/inbox/:token/password',
    'Opens an item with the password that its sender set, in this browser.',
    { params, form: Type.Object({ password: typed }) },
  ),
};
