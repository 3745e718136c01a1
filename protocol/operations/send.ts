import { Type } from 'typebox';
import { nothing, trimmed, typed } from './fields.ts';
import { operation, pagesFor } from './operation.ts';

const person = { scheme: 'session' } as const;

const draftParams = Type.Object({ draft: Type.String() });
/** `discarded`: the draft that was discarded on the page before. */
const discardedQuery = Type.Object({ discarded: typed });

const page = pagesFor(person);

/** The page on which people prepare a drop and send it. Its script asks for JSON at the same addresses. */
export const sendOperations = {
  newDraft: page(
    'GET /app/send',
    'Shows an empty draft. Nothing is stored until there is something to keep.',
    /** `to`: the address of the first receiver. */
    { query: Type.Object({ discarded: typed, to: typed }) },
  ),
  lookAtNew: operation({
    summary: 'Whether the page is there.',
    on: 'HEAD /app/send',
    access: person,
    cost: 'request',
    input: nothing,
    answer: 'none',
  }),
  suggest: operation({
    summary: 'Suggests receivers: contacts, groups and addresses that were used before.',
    on: 'GET /app/send/suggest',
    access: person,
    cost: 'request',
    input: { query: Type.Object({ q: trimmed(255) }) },
    /** `members`: how many a group has. */
    answer: Type.Object({
      suggestions: Type.Array(
        Type.Object({
          receiver: Type.String(),
          nick: Type.String(),
          members: Type.Optional(Type.Integer()),
        }),
      ),
    }),
  }),
  show: page(
    'GET /app/send/:draft',
    'Shows a draft; to its script, the files of the draft and whether it was sent.',
    { params: draftParams, query: discardedQuery },
  ),
  preview: page(
    'GET /app/send/:draft/preview',
    'Shows the mail that a draft would send to its first receiver.',
    { params: draftParams },
  ),
  previewedMail: operation({
    summary: 'The mail itself, for a frame that runs and loads nothing.',
    on: 'GET /app/send/:draft/preview/mail',
    access: person,
    cost: 'request',
    input: { params: draftParams },
    answer: 'file',
  }),
  showLink: page(
    'POST /app/send/:draft/link',
    'Shows the page of a draft that was sent, with the link of a receiver.',
    { params: draftParams, form: Type.Object({ receiver: typed }) },
  ),
  change: operation({
    summary: 'Saves a draft with the files of its form, and sends it where the form says so.',
    on: 'POST /app/send/:draft',
    access: person,
    cost: 'transfer',
    /**
     * `ticket`: that of a draft that is not stored yet. `version` and `page`: what the page was made from, and its id.
     * `back`: the next page. `remove`: which file. `chosen`: a list of files, and `keys` of their keys, as JSON.
     * `without`: how many may be left out.
     * `password`: of what is sent; it is never saved. `file` is the content of a file, and may be repeated.
     */
    input: {
      params: draftParams,
      multipart: Type.Object({
        ticket: typed,
        version: typed,
        page: typed,
        back: typed,
        act: typed,
        remove: typed,
        chosen: typed,
        keys: typed,
        without: typed,
        receivers: typed,
        title: typed,
        message: typed,
        lifetime: typed,
        date: typed,
        secondFactor: typed,
        wantsPassword: typed,
        password: typed,
        anyone: typed,
        downloadLimit: typed,
        receipts: typed,
        mailLanguage: typed,
        file: Type.Optional(Type.Unknown()),
      }),
    },
    answer: 'page',
  }),
};
