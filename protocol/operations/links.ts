import { Type } from 'typebox';
import { choice, ticked, trimmed, typed, whole } from './fields.ts';
import { operation, pagesFor } from './operation.ts';

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
const password = Type.Object({ password: typed });

const optOut = Type.Object({ receiver: Type.String(), token: Type.String() });

const press = pagesFor(download);
const downloadCode = pagesFor({ scheme: 'link', to: 'download code', ownPage: true });
const uploadCode = pagesFor({ scheme: 'link', to: 'upload code', ownPage: true });
const reminder = pagesFor({ scheme: 'link', to: 'reminder' });

export const linkOperations = {
  downloadPage: pagesFor({ ...download, locked: 'page' })(
    'GET /d/:secret',
    'Shows a receiver what was sent to them. Looking changes nothing.',
    {
      /**
       * `asked`: the page follows a form that sets a cookie. `tried`: it follows a wrong password. `page` and `find`:
       * which files of a long list are shown.
       */
      query: Type.Object({
        ...pageQuery,
        asked: ticked,
        tried: ticked,
        page: whole(0, 999_999),
        find: trimmed(255),
      }),
    },
  ),
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
  askForFile: press(
    'POST /d/:secret/files/:fileId/:name',
    'The button of one file: leads to its content, with a ticket that makes the download count.',
    { params: file, query: downloadQuery },
  ),
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
  askForAll: press(
    'POST /d/:secret/all.zip',
    'The button of the ZIP archive: leads to it, with a ticket that makes the download count.',
    { query: downloadQuery },
  ),
  askDownloadCode: downloadCode('POST /d/:secret/code', 'Sends the receiver a code.', {
    query: formQuery,
    form: channel,
  }),
  enterDownloadCode: downloadCode(
    'POST /d/:secret/verify',
    'Opens the page with the code that was sent.',
    { query: formQuery, form: code },
  ),
  enterDownloadPassword: downloadCode(
    'POST /d/:secret/password',
    'Opens the page with the password that the sender set.',
    { query: formQuery, form: password },
  ),
  reminderPage: reminder(
    'GET /no-reminder/:receiver/:token',
    'Asks the reader of a mail whether they want no more reminders.',
    { params: optOut, query: formQuery },
  ),
  noReminder: reminder(
    'POST /no-reminder/:receiver/:token',
    'Ends the reminders of one drop. Mail programs call it, too (RFC 8058).',
    { params: optOut, query: formQuery },
  ),
  mailPage: pagesFor({ scheme: 'link', to: 'mail' })(
    'GET /no-mail/:receiver/:token',
    'Asks the reader of a mail whose mails they refuse.',
    { params: optOut, query: formQuery },
  ),
  noMail: pagesFor({ scheme: 'link', to: 'mail', ownPage: true })(
    'POST /no-mail/:receiver/:token',
    'Refuses further mails, from the sender or from everyone.',
    {
      params: optOut,
      query: formQuery,
      form: Type.Object({ from: choice(['sender', 'all']) }),
    },
  ),
  uploadPage: pagesFor({ ...upload, locked: 'page' })(
    'GET /u/:secret',
    'Shows a contact the page to send files.',
    { query: Type.Object({ ...pageQuery, asked: ticked }) },
  ),
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
  askUploadCode: uploadCode('POST /u/:secret/code', 'Sends the contact a code.', {
    query: formQuery,
    form: channel,
  }),
  enterUploadCode: uploadCode(
    'POST /u/:secret/verify',
    'Opens the page with the code that was sent.',
    { query: formQuery, form: code },
  ),
};
