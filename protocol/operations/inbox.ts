import { Type } from 'typebox';
import { choice, cursor, nothing, typed, whole } from './fields.ts';
import { operation } from './operation.ts';

const person = { scheme: 'session' } as const;
const params = Type.Object({ token: Type.String() });

/** The pages on which people read what was sent to them. */
export const inboxOperations = {
  list: operation({
    summary: 'Lists what was sent to the person, newest first.',
    on: 'GET /app/inbox',
    access: person,
    cost: 'request',
    /** `done`: an item was just deleted. */
    input: { query: Type.Object({ after: cursor, done: choice(['deleted']) }) },
    answer: 'page',
  }),
  live: operation({
    summary: 'Shows the newest items, for the page that is open.',
    on: 'GET /app/inbox/live',
    access: person,
    cost: 'request',
    input: nothing,
    answer: 'page',
  }),
  count: operation({
    summary: 'Shows how many items were not opened, for the navigation.',
    on: 'GET /app/inbox/count',
    access: person,
    cost: 'request',
    input: nothing,
    answer: 'page',
  }),
  item: operation({
    summary: 'Shows an item and its files, or asks for its code.',
    on: 'GET /app/inbox/:token',
    access: person,
    cost: 'request',
    /** `page`: of the list of files. */
    input: { params, query: Type.Object({ page: whole(1, 999_999) }) },
    answer: 'page',
  }),
  remove: operation({
    summary: 'Deletes an item.',
    on: 'POST /app/inbox/:token/delete',
    access: person,
    cost: 'request',
    input: { params, form: Type.Object({}) },
    answer: 'page',
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
  askForCode: operation({
    summary: 'Sends the person a code for an item.',
    on: 'POST /app/inbox/:token/code',
    access: person,
    cost: 'request',
    input: { params, form: Type.Object({ channel: choice(['sms', 'email']) }) },
    answer: 'page',
  }),
  enterCode: operation({
    summary: 'Opens an item with its code, in this browser.',
    on: 'POST /app/inbox/:token/verify',
    access: person,
    cost: 'request',
    input: { params, form: Type.Object({ code: typed }) },
    answer: 'page',
  }),
};
