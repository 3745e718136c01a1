import { Type } from 'typebox';
import { choice, cursor, nothing, trimmed, typed, whole } from './fields.ts';
import { operation } from './operation.ts';

const person = { scheme: 'session' } as const;
const params = Type.Object({ id: Type.String() });
const receiverParams = Type.Object({ id: Type.String(), receiver: Type.String() });
const noFields = Type.Object({});
/** What the form before has done. */
const done = choice(['extended', 'added', 'resent', 'corrected', 'revoked']);

/** The pages on which people follow what they sent. */
export const sentOperations = {
  list: operation({
    summary: 'Lists what the person sent, newest first.',
    on: 'GET /app/sent',
    access: person,
    cost: 'request',
    /** `q`: a text to look for. */
    input: {
      query: Type.Object({
        filter: choice(['all', 'live', 'ending', 'ended']),
        q: trimmed(200),
        after: cursor,
      }),
    },
    answer: 'page',
  }),
  csv: operation({
    summary: 'All that the person sent, with a row for each receiver.',
    on: 'GET /app/sent.csv',
    access: person,
    cost: 'request',
    input: nothing,
    answer: 'file',
  }),
  show: operation({
    summary: 'Shows a drop, its files, and how far its receivers are.',
    on: 'GET /app/sent/:id',
    access: person,
    cost: 'request',
    /** `after`: where the receivers begin. `files`: where the files begin. */
    input: { params, query: Type.Object({ after: cursor, files: cursor, done }) },
    answer: 'page',
  }),
  live: operation({
    summary: 'The part of the page of a drop that changes while it is looked at.',
    on: 'GET /app/sent/:id/live',
    access: person,
    cost: 'request',
    input: { params, query: Type.Object({ after: cursor }) },
    answer: 'page',
  }),
  extend: operation({
    summary: 'Gives a drop another end.',
    on: 'POST /app/sent/:id/extend',
    access: person,
    cost: 'request',
    /** `until`: in milliseconds since 1970. */
    input: { params, form: Type.Object({ until: whole() }) },
    answer: 'page',
  }),
  again: operation({
    summary: 'Begins a draft with the files of a drop.',
    on: 'POST /app/sent/:id/again',
    access: person,
    cost: 'request',
    input: { params, form: noFields },
    answer: 'page',
  }),
  askToRevoke: operation({
    summary: 'Asks whether a drop is to end for everyone.',
    on: 'GET /app/sent/:id/revoke',
    access: person,
    cost: 'request',
    input: { params },
    answer: 'page',
  }),
  revoke: operation({
    summary: 'Ends a drop for everyone.',
    on: 'POST /app/sent/:id/revoke',
    access: person,
    cost: 'request',
    input: { params, form: noFields },
    answer: 'page',
  }),
  addReceiver: operation({
    summary: 'Sends a drop to one more receiver.',
    on: 'POST /app/sent/:id/receivers',
    access: person,
    cost: 'request',
    input: { params, form: Type.Object({ email: typed }) },
    answer: 'page',
  }),
  showReceiver: operation({
    summary: 'Shows how far a receiver of a drop is.',
    on: 'GET /app/sent/:id/receivers/:receiver',
    access: person,
    cost: 'request',
    input: { params: receiverParams, query: Type.Object({ done }) },
    answer: 'page',
  }),
  resend: operation({
    summary: 'Mails the link to a receiver once more.',
    on: 'POST /app/sent/:id/receivers/:receiver/resend',
    access: person,
    cost: 'request',
    input: { params: receiverParams, form: noFields },
    answer: 'page',
  }),
  correctAddress: operation({
    summary: 'Ends the link of a receiver, and sends the drop to the correct address.',
    on: 'POST /app/sent/:id/receivers/:receiver/address',
    access: person,
    cost: 'request',
    input: { params: receiverParams, form: Type.Object({ email: typed }) },
    answer: 'page',
  }),
  revokeReceiver: operation({
    summary: 'Ends the link of one receiver.',
    on: 'POST /app/sent/:id/receivers/:receiver/revoke',
    access: person,
    cost: 'request',
    input: { params: receiverParams, form: noFields },
    answer: 'page',
  }),
  revealLink: operation({
    summary: 'Shows the link of a receiver, as a text and as a QR code.',
    on: 'POST /app/sent/:id/receivers/:receiver/link',
    access: person,
    cost: 'request',
    input: { params: receiverParams, form: noFields },
    answer: 'page',
  }),
};
