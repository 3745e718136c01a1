import { Type } from 'typebox';
import { choice, cursor, trimmed, typed, whole } from './fields.ts';
import { operation, pagesFor } from './operation.ts';

const person = { scheme: 'session' } as const;
const params = Type.Object({ id: Type.String() });
const linkParams = Type.Object({ id: Type.String(), receiver: Type.String() });
const noFields = Type.Object({});
/** A number as it was typed, which is shown again where it is none. */
const typedNumber = trimmed(100);

const page = pagesFor(person);

/** The pages on which people ask others for files. */
export const requestsOperations = {
  list: page('GET /app/requests', 'Lists the requests for files of the person, newest first.', {
    /** `state`: those that have ended, in place of the open ones. */
    query: Type.Object({ after: cursor, state: choice(['ended']) }),
  }),
  form: page('GET /app/requests/new', 'Shows the form with which files are asked for.', {
    /** `to`: an address that is asked. */
    query: Type.Object({ to: trimmed(255) }),
  }),
  ask: page(
    'POST /app/requests/new',
    'Asks people for files by mail, or makes links to hand out.',
    {
      form: Type.Object({
        way: choice(['mail', 'link']),
        receivers: typed,
        links: typedNumber,
        title: typed,
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
  ),
  show: page('GET /app/requests/:id', 'Shows a request, its links, and what came through them.', {
    params,
    /** `done`: what the form before has done. `count`: to how many. */
    query: Type.Object({
      done: choice(['asked', 'reminded', 'extended', 'closed', 'linkEnded']),
      count: whole(0, 999_999),
    }),
  }),
  close: page('POST /app/requests/:id/close', 'Ends a request: no link of it works any longer.', {
    params,
    form: noFields,
  }),
  extend: page(
    'POST /app/requests/:id/extend',
    'Gives a request another end, so many days from now.',
    { params, form: Type.Object({ days: whole(0, 99_999) }) },
  ),
  remind: page(
    'POST /app/requests/:id/remind',
    'Mails the link once more to everyone who has sent nothing.',
    { params, form: noFields },
  ),
  endLink: page('POST /app/requests/:id/links/:receiver/end', 'Ends one link of a request.', {
    params: linkParams,
    form: noFields,
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
