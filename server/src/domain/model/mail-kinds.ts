import type { EventAction } from './event.ts';

/** What is known of all mails of a kind. */
interface MailRow {
  /** When it is written, for docs/mails.md. */
  what: string;
  /** Who reads it. */
  to: 'receiver' | 'account';
  /**
   * What its facts come from: the drop, grant or return of one receiver; the account; or nothing but the
   * entry itself, for a notice that something happened to the account.
   */
  about: 'receiver' | 'account' | 'notice';
  /** The events that it follows, to the owner of their account. The acts of other events say which mails follow. */
  follows?: readonly EventAction[];
  /** Whether it brings the receiver's link, or repeats it. Limits count those that bring one. */
  link?: 'brought' | 'repeated';
  /** Whether it can be about many things at once. */
  isDigest?: true;
  /** Whether it offers what no longer exists once its drop or grant has ended: it is withdrawn then. */
  endsWithDispatch?: true;
  /** Who can do without it: a receiver refuses mail, an account chooses its notices. Left out: nobody. */
  refusedBy?: 'receiver' | 'account';
}

function noticeThat(happened: string, ...follows: readonly EventAction[]) {
  return { what: `${happened}.`, to: 'account', about: 'notice', follows } as const;
}

/** The mails that Valise sends. Types, delivery, letters, samples and docs/mails.md derive from this table. */
const mailTable = {
  download: {
    what: 'Files wait behind the link.',
    ...{ to: 'receiver', about: 'receiver', link: 'brought' },
    ...{ endsWithDispatch: true, refusedBy: 'receiver' },
  },
  upload: {
    what: 'An account asks for files.',
    ...{ to: 'receiver', about: 'receiver', link: 'brought' },
    ...{ endsWithDispatch: true, refusedBy: 'receiver' },
  },
  reminder: {
    what: 'Files were not downloaded yet, and expire soon. The account can do without reminders, too.',
    ...{ to: 'receiver', about: 'receiver', link: 'repeated' },
    ...{ endsWithDispatch: true, refusedBy: 'receiver' },
  },
  returned: {
    what: 'The files that a contact sent back have arrived.',
    ...{ to: 'receiver', about: 'receiver', refusedBy: 'receiver' },
  },
  code: {
    what: 'A receiver asked for a code. It goes by e-mail or by SMS, before all other mails.',
    ...{ to: 'receiver', about: 'receiver', endsWithDispatch: true },
  },
  receipt: {
    what: 'A receiver downloaded every file.',
    ...{ to: 'account', about: 'receiver', refusedBy: 'account' },
  },
  received: {
    what: 'A contact sent files back.',
    ...{ to: 'account', about: 'receiver' },
  },
  unfetched: {
    what: 'Drops have expired, and receivers had not downloaded all files.',
    ...{ to: 'account', about: 'receiver', isDigest: true, refusedBy: 'account' },
  },
  undelivered: {
    what: 'Mails to receivers could not be delivered.',
    ...{ to: 'account', about: 'account', isDigest: true },
  },
  codes_refused: {
    what: 'Wrong codes were entered at the link of a receiver.',
    ...{ to: 'account', about: 'receiver' },
  },
  codes_used_up: {
    what: 'So many codes were asked for at the link of a receiver that it gets none for a while.',
    ...{ to: 'account', about: 'receiver', endsWithDispatch: true },
  },
  revoked: {
    what: 'The operator or an administrator ended a drop or grant.',
    ...{ to: 'account', about: 'receiver' },
  },
  extended: {
    what: 'The operator or an administrator changed when a drop or grant ends.',
    ...{ to: 'account', about: 'receiver' },
  },
  resent: {
    what: 'The operator or an administrator had new links mailed to receivers.',
    ...{ to: 'account', about: 'receiver' },
  },
  key_rotated: noticeThat(
    'The account has a new API key',
    'account.key_rotated',
    'account.key_made',
  ),
  key_ending: {
    what: 'API keys of a person end soon.',
    ...{ to: 'account', about: 'account', follows: ['key.expiring'] },
  },
  password_changed: noticeThat('The password was changed', 'person.password_set'),
  passkey_added: noticeThat('A passkey was added', 'passkey.added'),
  passkey_removed: noticeThat('A passkey was removed', 'passkey.removed'),
  identity_linked: noticeThat('An identity of a provider was linked', 'identity.linked'),
  identity_unlinked: noticeThat('An identity of a provider was unlinked', 'identity.unlinked'),
  authenticator_added: noticeThat('An authenticator app was added', 'person.authenticator_added'),
  authenticator_removed: noticeThat(
    'The authenticator app was removed',
    'person.authenticator_removed',
  ),
  recovery_codes_made: noticeThat('New recovery codes were made', 'person.recovery_codes_made'),
  sign_in_codes_refused: noticeThat('Wrong codes were entered after a right password'),
  sign_in_attempts: noticeThat('Many wrong passwords were entered', 'password.guessed'),
  second_factor_removed: noticeThat(
    'An administrator removed the second factor',
    'account.second_factor_removed',
  ),
  role_changed: noticeThat('An administrator changed the role', 'account.role_set'),
  name_changed: noticeThat('An administrator changed the name', 'account.name_set'),
  account_removed: noticeThat('An administrator removed the account'),
  accounts_changed: {
    what: 'Administrators changed roles and names, or removed accounts. It goes to all administrators.',
    ...{ to: 'account', about: 'account', isDigest: true },
  },
  appearance_changed: noticeThat(
    'An administrator changed how the service is called or looks. It goes to all administrators',
  ),
  mail_tested: noticeThat('An administrator had a test mail sent to themselves', 'mail.tested'),
  webhook_parked: noticeThat('A webhook could not be delivered to', 'webhook.parked'),
  account_disabled: noticeThat('The account was disabled', 'account.disabled'),
  account_enabled: noticeThat('The account was enabled again', 'account.enabled'),
  invitation: {
    what: 'A person is invited, with a link to set a password.',
    ...{ to: 'account', about: 'account' },
  },
  reset: {
    what: 'Somebody asked for a link to set a new password.',
    ...{ to: 'account', about: 'account' },
  },
} as const satisfies Record<string, MailRow>;

export type MailKind = keyof typeof mailTable;
export const mailKinds = Object.keys(mailTable) as MailKind[];

type KindWith<Row extends Partial<MailRow>> = {
  [Kind in MailKind]: (typeof mailTable)[Kind] extends Row ? Kind : never;
}[MailKind];

export type KindAboutReceiver = KindWith<{ about: 'receiver' }>;
export type NoticeKind = KindWith<{ about: 'notice' }>;
type FollowingKind = KindWith<{ follows: readonly EventAction[] }>;
export type DigestKind = KindWith<{ isDigest: true }>;

/** Of a kind that a newer version wrote: nothing is known, and such a mail is withdrawn. */
const unknownMail: MailRow = { what: '', to: 'account', about: 'account' };

export function rowOf(kind: MailKind): MailRow {
  return Object.hasOwn(mailTable, kind) ? mailTable[kind] : unknownMail;
}

export function isAbout<About extends MailRow['about']>(
  kind: MailKind,
  about: About,
): kind is KindWith<{ about: About }> {
  return rowOf(kind).about === about;
}

export function isToReceiver(kind: MailKind): boolean {
  return rowOf(kind).to === 'receiver';
}

const notices = new Map<EventAction, FollowingKind[]>();
for (const kind of mailKinds) {
  for (const action of rowOf(kind).follows ?? []) {
    notices.set(action, [...noticesOf(action), kind as FollowingKind]);
  }
}

/** The mails to the owner of an account that follow from an event. */
export function noticesOf(action: EventAction): readonly FollowingKind[] {
  return notices.get(action) ?? [];
}

/** The mails that bring a receiver the link. */
export const linkMailKinds = mailKinds.filter((kind) => rowOf(kind).link === 'brought');

/** The whole of docs/mails.md. */
export function mailsAsMarkdown(): string {
  const rows = mailKinds.map((kind) => {
    const { what, to, refusedBy } = rowOf(kind);
    const off = { receiver: 'by its receiver', account: 'by the account' };
    return `| \`${kind}\` | ${to} | ${what} | ${refusedBy === undefined ? 'no' : off[refusedBy]} |`;
  });
  return `<!-- Made from server/src/domain/model/mail-kinds.ts by \`npm run docs\`. Change it there. -->

# Mails

Every kind of mail that Valise sends. [texts.md](texts.md) says how their texts are changed.

| kind | goes to | when | can be turned off |
|---|---|---|---|
${rows.join('\n')}
`;
}
