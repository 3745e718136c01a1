import { Type } from 'typebox';
import { choice, ticked, trimmed, typed, whole } from './fields.ts';
import { operation } from './operation.ts';

/** The pages behind links, for people without an account. The link is the only credential. */

/** `lang`: the language that the reader chose. */
const pageQuery = { lang: typed };
const formQuery = Type.Object(pageQuery);

const file = Type.Object({ fileId: Type.String(), name: Type.String() });

/** `ticket`: proves that a person pressed the button. `view`: the file is to be shown, and not saved. */
const downloadQuery = Type.Object({ ...pageQuery, ticket: typed, view: choice(['1']) });

const download = { scheme: 'link', to: 'download' } as const;
/** A prefetch is a transfer that no person requested. */
const fetched = { ...download, noPrefetch: true } as const;
const upload = { scheme: 'link', to: 'upload' } as const;

const channel = Type.Object({ channel: choice(['sms', 'email']) });
const code = Type.Object({ code: typed });

const optOut = Type.Object({ receiver: Type.String(), token: Type.String() });

export const linkOperations = {
  downloadPage: operation({
    summary: 'Shows a receiver what was sent to them. Looking changes nothing.',
    on: 'GET /d/:secret',
    access: { ...download, locked: 'page' },
    cost: 'request',
    /** `asked`: the page follows a form that sets a cookie. `page` and `find`: which files of a long list are shown. */
    input: {
      query: Type.Object({
        ...pageQuery,
        asked: ticked,
        page: whole(0, 999_999),
        find: trimmed(255),
      }),
    },
    answer: 'page',
  }),
  downloadFile: operation({
    summary: 'The content of one file.',
    on: 'GET /d/:secret/files/:fileId/:name',
    access: fetched,
    cost: 'transfer',
    input: { params: file, query: downloadQuery },
    answer: 'file',
  }),
  lookAtFile: operation({
    summary: 'The headers of one file.',
    on: 'HEAD /d/:secret/files/:fileId/:name',
    access: fetched,
    cost: 'request',
    input: { params: file, query: downloadQuery },
    answer: 'file',
  }),
  askForFile: operation({
    summary:
      'The button of one file: leads to its content, with a ticket that makes the download count.',
    on: 'POST /d/:secret/files/:fileId/:name',
    access: download,
    cost: 'request',
    input: { params: file, query: downloadQuery },
    answer: 'page',
  }),
  downloadAll: operation({
    summary: 'All files as a ZIP archive.',
    on: 'GET /d/:secret/all.zip',
    access: fetched,
    cost: 'transfer',
    input: { query: downloadQuery },
    answer: 'file',
  }),
  lookAtAll: operation({
    summary: 'The headers of the ZIP archive.',
    on: 'HEAD /d/:secret/all.zip',
    access: fetched,
    cost: 'request',
    input: { query: downloadQuery },
    answer: 'file',
  }),
  askForAll: operation({
    summary:
      'The button of the ZIP archive: leads to it, with a ticket that makes the download count.',
    on: 'POST /d/:secret/all.zip',
    access: download,
    cost: 'request',
    input: { query: downloadQuery },
    answer: 'page',
  }),
  askDownloadCode: operation({
    summary: 'Sends the receiver a code.',
    on: 'POST /d/:secret/code',
    access: { scheme: 'link', to: 'download code', ownPage: true },
    cost: 'request',
    input: { query: formQuery, form: channel },
    answer: 'page',
  }),
  enterDownloadCode: operation({
    summary: 'Opens the page with the code that was sent.',
    on: 'POST /d/:secret/verify',
    access: { scheme: 'link', to: 'download code', ownPage: true },
    cost: 'request',
    input: { query: formQuery, form: code },
    answer: 'page',
  }),
  reminderPage: operation({
    summary: 'Asks the reader of a mail whether they want no more reminders.',
    on: 'GET /no-reminder/:receiver/:token',
    access: { scheme: 'link', to: 'reminder' },
    cost: 'request',
    input: { params: optOut, query: formQuery },
    answer: 'page',
  }),
  noReminder: operation({
    summary: 'Ends the reminders of one drop. Mail programs call it, too (RFC 8058).',
    on: 'POST /no-reminder/:receiver/:token',
    access: { scheme: 'link', to: 'reminder' },
    cost: 'request',
    input: { params: optOut, query: formQuery },
    answer: 'page',
  }),
  mailPage: operation({
    summary: 'Asks the reader of a mail whose mails they refuse.',
    on: 'GET /no-mail/:receiver/:token',
    access: { scheme: 'link', to: 'mail' },
    cost: 'request',
    input: { params: optOut, query: formQuery },
    answer: 'page',
  }),
  noMail: operation({
    summary: 'Refuses further mails, from the sender or from everyone.',
    on: 'POST /no-mail/:receiver/:token',
    access: { scheme: 'link', to: 'mail', ownPage: true },
    cost: 'request',
    input: {
      params: optOut,
      query: formQuery,
      form: Type.Object({ from: choice(['sender', 'all']) }),
    },
    answer: 'page',
  }),
  uploadPage: operation({
    summary: 'Shows a contact the page to send files.',
    on: 'GET /u/:secret',
    access: { ...upload, locked: 'page' },
    cost: 'request',
    input: { query: Type.Object({ ...pageQuery, asked: ticked }) },
    answer: 'page',
  }),
  sendForm: operation({
    summary: 'Sends the files of a form. Programs that accept JSON get the names of the files.',
    on: 'POST /u/:secret',
    access: { ...upload, ownPage: true },
    cost: 'transfer',
    /** `file` is the content of a file, and may be repeated. */
    input: {
      query: formQuery,
      multipart: Type.Object({
        message: typed,
        from: typed,
        file: Type.Optional(Type.Unknown()),
      }),
    },
    answer: 'page',
  }),
  askUploadCode: operation({
    summary: 'Sends the contact a code.',
    on: 'POST /u/:secret/code',
    access: { scheme: 'link', to: 'upload code', ownPage: true },
    cost: 'request',
    input: { query: formQuery, form: channel },
    answer: 'page',
  }),
  enterUploadCode: operation({
    summary: 'Opens the page with the code that was sent.',
    on: 'POST /u/:secret/verify',
    access: { scheme: 'link', to: 'upload code', ownPage: true },
    cost: 'request',
    input: { query: formQuery, form: code },
    answer: 'page',
  }),
};
