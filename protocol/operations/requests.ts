import { Type } from 'typebox';
import { choice, cursor, nothing, trimmed, typed, whole } from './fields.ts';
import { operation } from './operation.ts';

const person = { scheme: 'session' } as const;
const params = Type.Object({ id: Type.String() });
const linkParams = Type.Object({ id: Type.String(), receiver: Type.String() });
const noFields = Type.Object({});
/** A number as it was typed, which is shown again where it is none. */
const typedNumber = trimmed(100);

/** The pages on which people ask others for files. */
export const requestsOperations = {
  list: operation({
    summary: 'Lists the requests for files of the person, newest first.',
    on: 'GET /app/requests',
    access: person,
    cost: 'request',
    input: { query: Type.Object({ after: cursor }) },
    answer: 'page',
  }),
  form: operation({
    summary: 'Shows the form with which files are asked for.',
    on: 'GET /app/requests/new',
    access: person,
    cost: 'request',
    input: nothing,
    answer: 'page',
  }),
  ask: operation({
    summary: 'Asks people for files by mail, or makes links to hand out.',
    on: 'POST /app/requests/new',
    access: person,
    cost: 'request',
    input: {
      form: Type.Object({
        way: choice(['mail', 'link']),
        emails: typed,
        links: typedNumber,
        message: typed,
        days: typed,
        maxFiles: typedNumber,
        maxBytes: typedNumber,
        maxFileBytes: typedNumber,
        maxReturns: typedNumber,
        /** The same in each copy of one form, so that sending it twice asks once. */
        key: typed,
      }),
    },
    answer: 'page',
  }),
  show: operation({
    summary: 'Shows a request, its links, and what came through them.',
    on: 'GET /app/requests/:id',
    access: person,
    cost: 'request',
    input: {
      params,
      /** `done`: what the form before has done. `count`: to how many. */
      query: Type.Object({
        done: choice(['asked', 'reminded', 'extended', 'closed', 'linkEnded']),
        count: whole(0, 999_999),
      }),
    },
    answer: 'page',
  }),
  close: operation({
    summary: 'Ends a request: no link of it works any longer.',
    on: 'POST /app/requests/:id/close',
    access: person,
    cost: 'request',
    input: { params, form: noFields },
    answer: 'page',
  }),
  extend: operation({
    summary: 'Gives a request another end, so many days from now.',
    on: 'POST /app/requests/:id/extend',
    access: person,
    cost: 'request',
    input: { params, form: Type.Object({ days: whole(0, 99_999) }) },
    answer: 'page',
  }),
  remind: operation({
    summary: 'Mails the link once more to everyone who has sent nothing.',
    on: 'POST /app/requests/:id/remind',
    access: person,
    cost: 'request',
    input: { params, form: noFields },
    answer: 'page',
  }),
  endLink: operation({
    summary: 'Ends one link of a request.',
    on: 'POST /app/requests/:id/links/:receiver/end',
    access: person,
    cost: 'request',
    input: { params: linkParams, form: noFields },
    answer: 'page',
  }),
  linkCode: operation({
    summary: 'The QR code of one link of a request, as a picture.',
    on: 'GET /app/requests/:id/links/:receiver/qr.svg',
    access: person,
    cost: 'request',
    input: { params: linkParams },
    answer: 'file',
  }),
};
