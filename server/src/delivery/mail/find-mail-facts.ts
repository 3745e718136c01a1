import type { Account } from '../../domain/model/account.ts';
import type { Clock, Instant } from '../../domain/model/clock.ts';
import { day } from '../../domain/model/clock.ts';
import { firstNoticeDays } from '../../domain/notices/key-endings.ts';
import type { Repositories } from '../../domain/model/database.ts';
import type { Delivery, DispatchFile } from '../../domain/model/dispatch.ts';
import type { Download } from '../../domain/model/download.ts';
import type { MailId, ReceiverId } from '../../domain/model/ids.ts';
import type { AccountLink } from '../../domain/model/person.ts';
import { readChange } from '../../domain/model/account-change.ts';
import { isGuarded } from '../../domain/model/receiver-code.ts';
import type { KindAboutReceiver } from '../../domain/model/mail-kinds.ts';
import { isAbout, rowOf } from '../../domain/model/mail-kinds.ts';
import type { OutboxEntry } from '../../domain/model/outbox.ts';
import { findLanguage } from '../../i18n/language.ts';
import type { FileFact, Person } from './messages/letter.ts';
import type { AccountLinkFacts, KeyEndingFacts } from './messages/letters-to-owners.ts';
import type { OfferedFiles } from './messages/letters-to-receivers.ts';
import type { UndeliveredFacts, UnfetchedManyFacts } from './messages/letters-to-senders.ts';
import type { MailFacts } from './messages/render-mail.ts';

type Database = Pick<
  Repositories,
  'accounts' | 'accountLinks' | 'apiKeys' | 'dispatches' | 'outbox'
>;

/** What links to set a password are made with. */
export interface LinkMaking {
  accountLinkSecret: (link: Pick<AccountLink, 'id' | 'accountId' | 'kind'>) => string;
  /** The start of every link: scheme, host and port. */
  origin: () => string;
  clock: Clock;
}

/** The content of a mail that is about no single receiver; undefined for every other mail. */
export async function findAccountNews(
  database: Database,
  entry: OutboxEntry,
  making: LinkMaking,
): Promise<MailFacts | undefined> {
  const { kind, to, createdAt, digest } = entry;
  if (isAbout(kind, 'notice')) return { kind, email: to, at: createdAt };
  // A mail about one receiver has more details.
  if (kind === 'unfetched' && digest !== undefined && digest.count !== 1) {
    const receivers = await listReceivers(database, digest.ids);
    return { kind: 'unfetched_many', receivers, count: digest.count };
  }
  if (!isAbout(kind, 'account')) return undefined;
  switch (kind) {
    case 'key_ending':
      return await findEndingKeys(database, entry, making);
    case 'invitation':
    case 'reset':
      return await findAccountLink(database, entry, making);
    case 'accounts_changed':
      return (
        digest && {
          ...{ kind, changes: digest.ids.flatMap(readChange) },
          ...{ count: digest.count, at: createdAt },
        }
      );
    case 'undelivered':
      return digest && { kind, mails: await listMails(database, digest.ids), count: digest.count };
  }
}

/** Undefined once none of the keys ends soon: they were revoked, or have ended. */
async function findEndingKeys(
  { apiKeys }: Database,
  { accountId, to }: OutboxEntry,
  { clock }: LinkMaking,
): Promise<KeyEndingFacts | undefined> {
  const now = clock.now();
  const keys = (await apiKeys.listNamed(accountId)).flatMap(({ name, expiresAt }) =>
    expiresAt !== undefined && expiresAt > now && expiresAt <= now + firstNoticeDays * day
      ? [{ name, expiresAt }]
      : [],
  );
  if (keys.length === 0) return undefined;
  return { kind: 'key_ending', email: to, keys: keys.sort((a, b) => a.expiresAt - b.expiresAt) };
}

/** Undefined once the link was used, replaced or has expired. */
async function findAccountLink(
  { accounts, accountLinks }: Database,
  { id, to }: OutboxEntry,
  { accountLinkSecret, origin, clock }: LinkMaking,
): Promise<AccountLinkFacts | undefined> {
  const link = await accountLinks.findByMail(id);
  if (link === undefined || link.expiresAt <= clock.now()) return undefined;
  const { kind, expiresAt, invitedBy } = link;
  const path = kind === 'invitation' ? 'join' : 'reset';
  const address = `${origin()}/${path}/${accountLinkSecret(link)}`;
  const inviter = invitedBy && (await accounts.find(invitedBy));
  return { kind, email: to, link: address, expiresAt, inviter: inviter && asShown(inviter) };
}

async function listMails(
  { outbox }: Database,
  ids: readonly string[],
): Promise<UndeliveredFacts['mails']> {
  const mails = await Promise.all(ids.map((id) => outbox.find(id as MailId)));
  return mails.flatMap((mail) =>
    mail === undefined
      ? []
      : [{ to: mail.to, reason: mail.state === 'suppressed' ? undefined : mail.lastError }],
  );
}

async function listReceivers(
  { dispatches }: Database,
  ids: readonly string[],
): Promise<UnfetchedManyFacts['receivers']> {
  const deliveries = await Promise.all(
    ids.map((id) => dispatches.findByReceiver(id as ReceiverId)),
  );
  return deliveries.flatMap((delivery) => {
    if (delivery === undefined) return [];
    const { nick, email } = delivery.receiver;
    return [{ nick, email, expiresAt: delivery.dispatch.expiresAt }];
  });
}

/** Everything that is known when a mail is composed. */
export interface MailContext extends Delivery {
  kind: KindAboutReceiver;
  /** When the mail was written. */
  createdAt: Instant;
  /** All that were sent. */
  files: readonly DispatchFile[];
  downloads: readonly Download[];
  now: Instant;
  /** For a mail with a code that is still valid. */
  code: { digits: string; expiresAt: Instant } | undefined;
  /** The receiver's own link. */
  link: string;
  /** The page where the receiver can refuse further mails. */
  refusalLink: string;
  /** The page where the account sees what has arrived. */
  accountPage: string;
  /** The page where the sender follows a drop; undefined for a program. */
  dropPage: string | undefined;
  /** Of a mail to the sender of a return: the grant that it came through. */
  grant: Delivery | undefined;
  /** Of a mail about a return: what the account calls the request; undefined where a code hides it. */
  requestTitle: string | undefined;
}

/** The facts of the mail; undefined when there is nothing left to say. */
export function findMailFacts(context: MailContext): MailFacts | undefined {
  if (isOver(context) && rowOf(context.kind).endsWithDispatch === true) return undefined;
  const { dispatch, receiver, link, refusalLink } = context;
  const { title, message, expiresAt } = dispatch;
  const sender = asShown(context.sender);
  const files = context.files.map(asFileFact);
  const isLocked = isGuarded(dispatch);
  const shown = isLocked
    ? { title: undefined, message: undefined, files: [] }
    : { title, message, files };
  const meant = { sender, receiver: receiver.email, link, refusalLink, expiresAt };
  const unfetched = unfetchedFiles(context);
  switch (context.kind) {
    case 'download':
      return { kind: 'download', ...meant, ...shown, isLocked, needs: needsOf(dispatch) };
    case 'upload':
      return { kind: 'upload', ...meant, title: shown.title, message: shown.message };
    case 'reminder':
      if (unfetched.length === 0) return undefined;
      return {
        kind: 'reminder',
        ...{ ...meant, title: shown.title },
        files: isLocked ? [] : unfetched,
        isLocked,
        needs: needsOf(dispatch),
      };
    case 'receipt':
      return {
        kind: 'receipt',
        dropId: dispatch.id,
        title: shown.title,
        reference: dispatch.reference,
        receiver,
        files,
        completedAt: lastCompletion(context),
        link: context.dropPage,
      };
    case 'received': {
      const contact = dispatch.origin ?? {};
      const isPerson = context.sender.role !== 'api';
      const inbox = { link: context.accountPage, isPerson };
      const asked = context.requestTitle;
      return { kind: 'received', contact, title: asked, message, files, ...inbox, expiresAt };
    }
    case 'returned': {
      if (context.grant === undefined) return undefined;
      const isHidden = context.grant.dispatch.secondFactor !== 'off';
      return {
        kind: 'returned',
        receiver: sender,
        title: context.requestTitle,
        files: isHidden ? [] : files,
        count: isHidden ? undefined : files.length,
        at: dispatch.createdAt,
        refusalLink,
      };
    }
    case 'unfetched':
      if (unfetched.length === 0) return undefined;
      return { kind: 'unfetched', receiver, title: shown.title, files: unfetched, expiresAt };
    case 'codes_refused':
    case 'codes_used_up':
      return { kind: context.kind, receiver, at: context.createdAt };
    case 'revoked': {
      const isForOne = context.endedAt === undefined;
      return {
        kind: 'revoked',
        receiver: isForOne ? receiver : undefined,
        title: shown.title,
        sentAt: dispatch.createdAt,
        files,
      };
    }
    case 'extended':
    case 'resent':
      return { kind: context.kind, sentAt: dispatch.createdAt, expiresAt, files };
    case 'code':
      if (context.code === undefined) return undefined;
      return {
        kind: 'code',
        sender,
        code: context.code.digits,
        expiresAt: context.code.expiresAt,
      };
  }
}

/** What its receivers enter before they see anything. */
function needsOf({
  secondFactor,
  passwordHash,
}: Delivery['dispatch']): NonNullable<OfferedFiles['needs']> {
  if (passwordHash === undefined) return 'code';
  return secondFactor === 'off' ? 'password' : 'codeAndPassword';
}

/** For this receiver: by time, or by the operator. */
function isOver({ dispatch, receiver, endedAt, now }: MailContext): boolean {
  const isLinkDead = dispatch.kind !== 'return' && receiver.linkHash === undefined;
  return endedAt !== undefined || dispatch.expiresAt <= now || isLinkDead;
}

function unfetchedFiles({ files, downloads }: MailContext): FileFact[] {
  const completed = new Set(
    downloads.flatMap(({ fileId, completedAt }) => (completedAt === undefined ? [] : [fileId])),
  );
  return files.filter(({ id }) => !completed.has(id)).map(asFileFact);
}

function lastCompletion({ downloads, now }: MailContext): Instant {
  const instants = downloads.flatMap(({ completedAt }) => completedAt ?? []);
  return instants.length === 0 ? now : Math.max(...instants);
}

function asFileFact({ name, sizeBytes }: FileFact): FileFact {
  return { name, sizeBytes };
}

function asShown({ email, displayName, visibility }: Account): Person {
  return {
    ...(visibility.nick && displayName !== '' ? { nick: displayName } : {}),
    ...(visibility.email ? { email } : {}),
  };
}

/**
 * Somebody of whom no language is known is written to in that of the person who sends; programs speak for an operator.
 */
export function languageOf({ language }: Delivery['receiver'], sender: Delivery['sender']): string {
  return sender.role === 'api' || findLanguage(language) !== undefined ? language : sender.language;
}
