import { Type } from 'typebox';
import { choice, cursor, nothing, several, trimmed, typed, whole } from './fields.ts';
import { operation, pagesFor } from './operation.ts';

const person = { scheme: 'session' } as const;
const params = Type.Object({ id: Type.String() });
const receiverParams = Type.Object({ id: Type.String(), receiver: Type.String() });
const noFields = Type.Object({});
/** What the form before has done. */
const done = choice([
  ...(['extended', 'added', 'resent', 'corrected', 'revoked', 'password'] as const),
  ...(['linkMade', 'linkRevoked'] as const),
]);
const linkParams = Type.Object({ id: Type.String(), link: Type.String() });

/** What can be done to several drops at once. */
const manyAct = choice(['extend', 'remind', 'withdraw']);

const page = pagesFor(person);

/** The pages on which people follow what they sent. */
export const sentOperations = {
  list: page('GET /app/sent', 'Lists what the person sent, newest first.', {
    /** `q`: a text to look for. `order`: of what is live. */
    query: Type.Object({
      filter: choice(['all', 'live', 'ending', 'problems', 'ended']),
      order: choice(['newest', 'ending']),
      q: trimmed(200),
      after: cursor,
    }),
  }),
  csv: operation({
    summary: 'All that the person sent, with a row for each receiver.',
    on: 'GET /app/sent.csv',
    access: person,
    cost: 'request',
    input: nothing,
    answer: 'file',
  }),
  askForMany: page('GET /app/sent/many', 'Asks about an act on several drops at once.', {
    query: Type.Object({ act: manyAct, id: several }),
  }),
  actOnMany: page('POST /app/sent/many', 'Acts on several drops, one after the other.', {
    /** `days`: from now, to extend by. */
    form: Type.Object({ act: manyAct, id: several, days: whole(1, 3650) }),
  }),
  show: page('GET /app/sent/:id', 'Shows a drop, its files, and how far its receivers are.', {
    /** `after`: where the receivers begin. `files`: where the files begin. */
    params,
    query: Type.Object({ after: cursor, files: cursor, done }),
  }),
  live: page(
    'GET /app/sent/:id/live',
    'The part of the page of a drop that changes while it is looked at.',
    { params, query: Type.Object({ after: cursor }) },
  ),
  receipt: operation({
    summary: 'Who has which file of a drop, signed: one part a line.',
    on: 'GET /app/sent/:id/receipt',
    access: person,
    cost: 'request',
    input: { params },
    answer: 'file',
  }),
  deletion: operation({
    summary: 'That the files of a drop were deleted, signed: one part a line.',
    on: 'GET /app/sent/:id/deletion',
    access: person,
    cost: 'request',
    input: { params },
    answer: 'file',
  }),
  extend: page('POST /app/sent/:id/extend', 'Gives a drop another end.', {
    /** `until`: in milliseconds since 1970. */
    params,
    form: Type.Object({ until: whole() }),
  }),
  setPassword: page('POST /app/sent/:id/password', 'Gives a drop another password.', {
    params,
    form: Type.Object({ password: typed }),
  }),
  again: page('POST /app/sent/:id/again', 'Begins a draft with the files of a drop.', {
    params,
    form: noFields,
  }),
  askToRevoke: page('GET /app/sent/:id/revoke', 'Asks whether a drop is to end for everyone.', {
    params,
  }),
  revoke: page('POST /app/sent/:id/revoke', 'Ends a drop for everyone.', {
    params,
    form: noFields,
  }),
  addReceiver: page('POST /app/sent/:id/receivers', 'Sends a drop to one more receiver.', {
    params,
    form: Type.Object({ email: typed }),
  }),
  makeAnyoneLink: page('POST /app/sent/:id/anyone', 'Makes a link for anyone to a drop.', {
    params,
    form: noFields,
  }),
  revokeAnyoneLink: page('POST /app/sent/:id/anyone/:link/revoke', 'Ends a link for anyone.', {
    params: linkParams,
    form: noFields,
  }),
  showAnyoneLink: page(
    'POST /app/sent/:id/anyone/:link/link',
    'Shows a link for anyone, as a text and as a QR code.',
    { params: linkParams, form: noFields },
  ),
  showReceiver: page(
    'GET /app/sent/:id/receivers/:receiver',
    'Shows how far a receiver of a drop is.',
    { params: receiverParams, query: Type.Object({ done }) },
  ),
  resend: page(
    'POST /app/sent/:id/receivers/:receiver/resend',
    'Mails the link to a receiver once more.',
    { params: receiverParams, form: noFields },
  ),
  correctAddress: page(
    'POST /app/sent/:id/receivers/:receiver/address',
    'Ends the link of a receiver, and sends the drop to the correct address.',
    { params: receiverParams, form: Type.Object({ email: typed }) },
  ),
  revokeReceiver: page(
    'POST /app/sent/:id/receivers/:receiver/revoke',
    'Ends the link of one receiver.',
    { params: receiverParams, form: noFields },
  ),
  revealLink: page(
    'POST /app/sent/:id/receivers/:receiver/link',
    'Shows the link of a receiver, as a text and as a QR code.',
    { params: receiverParams, form: noFields },
  ),
};
