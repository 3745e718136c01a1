import { Type } from 'typebox';
import { choice, cursor, nothing, ticked, trimmed, typed, whole } from './fields.ts';
import { pagesFor } from './operation.ts';

const admin = { scheme: 'session', role: 'admin' } as const;

const params = Type.Object({ id: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }) });
const noFields = Type.Object({});
const oneOnly = { params, form: noFields };

/** Of accounts and e-mails: what was done on the page before. */
const accountDone = choice([
  'invited',
  'disabled',
  'enabled',
  'link',
  'sessions',
  'keys',
  'factor',
  'quota',
  'role',
  'name',
]);
const dropDone = choice(['ended', 'extended', 'resent']);
const mailDone = choice(['retried', 'withdrawn', 'tested']);

/** To everybody but administrators none of the section exists. */
const page = pagesFor(admin);
/** What is done by a form of one of the pages, after a recent proof. */
const act = pagesFor({ ...admin, proof: 'recent' });

/** The same for a form with a file, which cannot be repeated: its page is shown again after the proof. */
const onItsPage = pagesFor({ ...admin, proof: 'recent', afterProof: 'page' });

/** The section of administrators. */
export const adminOperations = {
  root: page('GET /app/admin', 'Leads to the section of administrators.', nothing),
  overview: page('GET /app/admin/', 'Shows what needs attention, and figures.', nothing),

  accounts: page('GET /app/admin/accounts', 'Lists accounts.', {
    query: Type.Object({
      address: trimmed(254),
      role: choice(['api', 'user', 'admin']),
      state: choice(['active', 'disabled']),
      after: cursor,
      done: choice(['removed']),
    }),
  }),
  invite: act('POST /app/admin/accounts/invite', 'Invites a person.', {
    form: Type.Object({ email: typed, number: typed, role: choice(['user', 'admin']) }),
  }),
  account: page('GET /app/admin/accounts/:id', 'Shows an account.', {
    params,
    query: Type.Object({ done: accountDone }),
  }),
  disable: act('POST /app/admin/accounts/:id/disable', 'Disables an account.', oneOnly),
  enable: act('POST /app/admin/accounts/:id/enable', 'Enables an account.', oneOnly),
  sendLink: act(
    'POST /app/admin/accounts/:id/link',
    'Mails a link to set a password to the owner of an account.',
    oneOnly,
  ),
  endSessions: act(
    'POST /app/admin/accounts/:id/sessions',
    'Ends the sessions of an account.',
    oneOnly,
  ),
  endKeys: act('POST /app/admin/accounts/:id/keys', 'Revokes the API keys of an account.', oneOnly),
  removeFactorPage: page(
    'GET /app/admin/accounts/:id/second-factor',
    'Asks before the authenticator app of an account is removed.',
    { params },
  ),
  removeFactor: act(
    'POST /app/admin/accounts/:id/second-factor/remove',
    'Removes the authenticator app of an account.',
    oneOnly,
  ),
  setQuota: act(
    'POST /app/admin/accounts/:id/quota',
    'Sets how much the unsent files of an account may take.',
    { params, form: Type.Object({ quota: trimmed(20) }) },
  ),
  setMailLimit: act(
    'POST /app/admin/accounts/:id/mail-limit',
    'Sets how many e-mails an account may send in a day.',
    { params, form: Type.Object({ mails: trimmed(20) }) },
  ),

  setRole: act('POST /app/admin/accounts/:id/role', 'Changes the role of a person.', {
    params,
    form: Type.Object({ role: choice(['user', 'admin']) }),
  }),
  setName: act('POST /app/admin/accounts/:id/name', 'Changes the name of a person.', {
    params,
    form: Type.Object({ name: trimmed(200) }),
  }),
  removePage: page('GET /app/admin/accounts/:id/remove', 'Asks before an account is removed.', {
    params,
  }),
  remove: act('POST /app/admin/accounts/:id/remove', 'Removes an account.', {
    params,
    /** The address of the account, which confirms it. */
    form: Type.Object({ address: trimmed(254) }),
  }),

  invitations: page('GET /app/admin/invitations', 'Lists open invitations.', {
    query: Type.Object({ after: cursor, done: choice(['recalled']) }),
  }),
  /** A file cannot be kept while a proof is asked for: the page asks first. */
  inviteManyPage: act(
    'GET /app/admin/invitations/file',
    'Asks for a file of people to invite.',
    nothing,
  ),
  inviteMany: act('POST /app/admin/invitations/file', 'Invites the people of a file.', {
    multipart: Type.Object({ file: typed }),
  }),
  showInvitation: act(
    'POST /app/admin/invitations/:id/show',
    'Shows the link of an invitation, of somebody who never had a way to sign in.',
    oneOnly,
  ),
  recallInvitation: act(
    'POST /app/admin/invitations/:id/recall',
    'Ends an invitation, and removes the account that was made for it.',
    oneOnly,
  ),

  /** As with a file of invitations, the page asks for the proof before a logo is chosen. */
  appearance: act('GET /app/admin/appearance', 'Shows how the service is called and looks.', {
    query: Type.Object({ done: choice(['saved']) }),
  }),
  setAppearance: onItsPage(
    'POST /app/admin/appearance',
    'Sets how the service is called and looks, or shows how that would be.',
    {
      multipart: Type.Object({
        ...{ serviceName: typed, accentColor: typed, supportAddress: typed, file: typed },
        /** A logo that was chosen for a preview, in Base64: a page cannot choose a file again. */
        chosenLogo: typed,
        /** Whether the logo of now goes. */
        withoutLogo: ticked,
        act: choice(['preview', 'save']),
      }),
    },
  ),
  resetAppearance: act(
    'POST /app/admin/appearance/reset',
    'Takes back what administrators chose of how the service is called and looks.',
    { form: noFields },
  ),
  previewSheet: {
    ...page(
      'GET /app/admin/appearance/preview.css',
      'Styles the preview in the shades of a colour.',
      { query: Type.Object({ color: trimmed(7) }) },
    ),
    answer: 'file' as const,
  },

  drops: page('GET /app/admin/drops', 'Lists drops, requests and files received, in figures.', {
    query: Type.Object({
      sender: trimmed(254),
      state: choice(['live', 'ended']),
      after: cursor,
    }),
  }),

  drop: page('GET /app/admin/drops/:id', 'Shows a drop in figures.', {
    params,
    query: Type.Object({ done: dropDone }),
  }),
  endDropPage: page('GET /app/admin/drops/:id/end', 'Asks before a drop is ended.', { params }),
  endDrop: act('POST /app/admin/drops/:id/end', 'Ends a drop for everyone.', oneOnly),
  extendDrop: act('POST /app/admin/drops/:id/extend', 'Gives a drop a later end.', {
    params,
    form: Type.Object({ until: whole() }),
  }),
  resendDrop: act(
    'POST /app/admin/drops/:id/resend',
    'Mails new links to those who have not downloaded everything.',
    oneOnly,
  ),

  outbox: page('GET /app/admin/outbox', 'Lists e-mails by their delivery.', {
    query: Type.Object({
      state: choice(['waiting', 'refused', 'abandoned', 'withdrawn', 'suppressed']),
      after: cursor,
      done: mailDone,
    }),
  }),
  retryAll: act('POST /app/admin/outbox/retry', 'Sends all e-mails again that failed.', {
    form: noFields,
  }),
  testMail: act('POST /app/admin/outbox/test', 'Sends a test mail to the administrator.', {
    form: noFields,
  }),
  mail: page('GET /app/admin/outbox/:id', 'Shows the delivery of an e-mail.', {
    params,
    query: Type.Object({ done: mailDone }),
  }),
  retryMail: act('POST /app/admin/outbox/:id/retry', 'Sends an e-mail again that failed.', oneOnly),
  withdrawMail: act(
    'POST /app/admin/outbox/:id/withdraw',
    'Withdraws an e-mail that waits.',
    oneOnly,
  ),

  audit: page('GET /app/admin/audit', 'Searches the audit trail, the newest records first.', {
    /** `from`, `until`: days, as a browser writes them. */
    query: Type.Object({
      who: trimmed(254),
      action: trimmed(64),
      object: trimmed(254),
      from: typed,
      until: typed,
      after: cursor,
      done: choice(['checking']),
    }),
  }),
  trailCheck: page(
    'GET /app/admin/audit/check',
    'Says how far the verification of the audit trail is.',
    nothing,
  ),
  verify: act('POST /app/admin/audit/verify', 'Begins to verify the audit trail.', {
    form: noFields,
  }),
  export: {
    ...act('POST /app/admin/audit/export', 'Sends the whole audit trail as a file.', {
      form: Type.Object({ format: choice(['csv', 'json']) }),
    }),
    answer: 'file' as const,
  },

  storage: page('GET /app/admin/storage', 'Shows what files take, and when they expire.', nothing),
};
