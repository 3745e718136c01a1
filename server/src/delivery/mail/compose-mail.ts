import type { ServiceNames } from '../../domain/model/appearance.ts';
import type { Clock } from '../../domain/model/clock.ts';
import type { Delivery } from '../../domain/model/dispatch.ts';
import type { MailId, ReceiverId } from '../../domain/model/ids.ts';
import type { KindAboutReceiver } from '../../domain/model/mail-kinds.ts';
import { isAbout, isToReceiver, rowOf } from '../../domain/model/mail-kinds.ts';
import type { OutboxEntry } from '../../domain/model/outbox.ts';
import { laneOf } from '../../domain/model/outbox.ts';
import type { OutgoingSms } from '../../domain/ports/sms-provider.ts';
import type { Repositories } from '../../domain/model/database.ts';
import { chooseLanguage } from '../../i18n/language.ts';
import type { Translations } from '../../i18n/texts/translation.ts';
import { findAccountNews, findMailFacts, languageOf } from './find-mail-facts.ts';
import type { LinkMaking, MailContext } from './find-mail-facts.ts';
import type { OutgoingMail } from './mail-transport.ts';
import type { OwnAccent } from './messages/render-html.ts';
import { mailAccent } from './messages/render-html.ts';
import type { MailFacts } from './messages/render-mail.ts';
import { renderMail, renderSms } from './messages/render-mail.ts';
import { isForReceiver } from './deliver-mail.ts';
import { writeMime } from './mime.ts';

/** How the service is called in mails, and looks there. */
interface MailBrand extends ServiceNames {
  /** Undefined for the built-in one. */
  accent: OwnAccent | undefined;
}

interface Dependencies {
  database: Pick<
    Repositories,
    | 'accountLinks'
    | 'accounts'
    | 'apiKeys'
    | 'dispatches'
    | 'downloads'
    | 'outbox'
    | 'receiverCodes'
    | 'suppressions'
  >;
  clock: Clock;
  /** The secret of a receiver's link: the same each time for the same receiver and generation. */
  linkSecret: (receiverId: ReceiverId, generation: number) => string;
  /** The token with which a receiver stops the reminder. */
  noReminderToken: (receiverId: ReceiverId) => string;
  /** The token with which a receiver refuses further mails. */
  noMailToken: (receiverId: ReceiverId) => string;
  /** The code in a message: the same each time for the same message. */
  codeFor: (id: MailId) => string;
  /** The secret of an invitation or a reset: the same each time for the same link. */
  accountLinkSecret: LinkMaking['accountLinkSecret'];
  /** The start of every link: scheme, host and port. */
  origin: () => string;
  from: string;
  /** The operator's language, for readers whose own is unknown. */
  language: string;
  timeZone: string;
  /** The address for complaints of receivers, where it is another than the one for all readers. */
  abuseAddress: string | undefined;
  translations: Translations;
  /** How the service is called and looks now. */
  brand: () => Promise<MailBrand>;
}

/** Why a message is not sent: its subject is over, or its receiver refuses mail. */
export type Unsent = 'withdrawn' | 'suppressed';

/** A message that can be sent now, and what it tells of. */
export type Outgoing = ({ by: 'mail'; mail: OutgoingMail } | { by: 'sms'; sms: OutgoingSms }) & {
  delivery?: Delivery | undefined;
};

/** Composes the message of an outbox entry from the current state; `withdrawn` when it is no longer needed. */
export function createMailComposer(dependencies: Dependencies) {
  const { database, clock, linkSecret, codeFor, origin, from, timeZone } = dependencies;

  function linkTo({ dispatch, receiver }: Delivery): string {
    const page = dispatch.kind === 'grant' ? 'u' : 'd';
    return `${origin()}/${page}/${linkSecret(receiver.id, receiver.linkGeneration)}`;
  }

  function noReminderLink({ receiver: { id } }: Delivery): string {
    return `${origin()}/no-reminder/${id}/${dependencies.noReminderToken(id)}`;
  }

  /** The code of an entry, if it is its browser's last one and still valid. */
  async function findCode({ id }: OutboxEntry): Promise<MailContext['code']> {
    const code = await database.receiverCodes.findByMail(id);
    if (code === undefined || code.expiresAt <= clock.now()) return undefined;
    return { digits: codeFor(id), expiresAt: code.expiresAt };
  }

  /** The grant of a return whose sender gets this mail. Another program may have written the address. */
  async function findGrant(
    { kind, to }: OutboxEntry,
    { dispatch }: Delivery,
  ): Promise<Delivery | undefined> {
    if (kind !== 'returned' || dispatch.origin === undefined) return undefined;
    const grant = await database.dispatches.findByReceiver(dispatch.origin.grantReceiverId);
    return grant?.receiver.email === to ? grant : undefined;
  }

  /** What the account calls the request that a return came through, unless a code hides it. */
  async function findRequestTitle({ dispatch: { origin } }: Delivery): Promise<string | undefined> {
    if (origin === undefined) return undefined;
    const request = await database.dispatches.findByReceiver(origin.grantReceiverId);
    return request?.dispatch.secondFactor === 'off' ? request.dispatch.title : undefined;
  }

  /** People open what has arrived; programs fetch it, and their page only shows it. */
  function accountPageOf({ sender, receiver }: Delivery): string {
    return sender.role === 'api'
      ? `${origin()}/${pathSegment(sender.email)}/`
      : `${origin()}/app/inbox/${receiver.inboxToken}`;
  }

  /** A program has no page of what it sent. */
  function dropPageOf({ sender, dispatch }: Delivery): string | undefined {
    return sender.role === 'api' ? undefined : `${origin()}/app/sent/${dispatch.id}`;
  }

  /** The content of a mail about one receiver. */
  async function tellOfReceiver(
    entry: OutboxEntry,
    kind: KindAboutReceiver,
  ): Promise<Telling | undefined> {
    const { receiverId } = entry;
    if (receiverId === undefined) return undefined;
    const delivery = await database.dispatches.findByReceiver(receiverId);
    if (delivery === undefined || !isForReceiver(entry, delivery)) return undefined;
    const grant = await findGrant(entry, delivery);
    const { receiver } = grant ?? delivery;
    const { sender } = delivery;
    const facts = findMailFacts({
      ...delivery,
      kind,
      createdAt: entry.createdAt,
      files: await database.dispatches.listFiles(delivery.dispatch.id),
      downloads: await database.downloads.listFor(receiverId),
      now: clock.now(),
      code: await findCode(entry),
      link: linkTo(delivery),
      refusalLink: `${origin()}/no-mail/${receiver.id}/${dependencies.noMailToken(receiver.id)}`,
      accountPage: accountPageOf(delivery),
      dropPage: dropPageOf(delivery),
      grant,
      requestTitle: await findRequestTitle(delivery),
    });
    return (
      facts && {
        facts,
        delivery,
        language: isToReceiver(kind) ? languageOf(receiver, sender) : sender.language,
        ...(isToReceiver(kind) ? {} : { timeZone: sender.timeZone }),
        ...(isToReceiver(kind) && sender.visibility.email ? { replyTo: sender.email } : {}),
        unsubscribeLink: kind === 'download' ? noReminderLink(delivery) : undefined,
      }
    );
  }

  /** The person who opened the link has just requested a code. */
  async function isUnwanted({ kind, to, accountId }: OutboxEntry): Promise<boolean> {
    return rowOf(kind).refusedBy === 'receiver' && (await database.suppressions.has(to, accountId));
  }

  async function tell(entry: OutboxEntry): Promise<Telling | undefined> {
    const facts = await findAccountNews(database, entry, dependencies);
    if (facts === undefined && isAbout(entry.kind, 'receiver')) {
      return await tellOfReceiver(entry, entry.kind);
    }
    if (facts === undefined) return undefined;
    const account = await database.accounts.findByEmail(entry.to);
    // Of somebody whose account was removed, nothing is known but the address.
    if (account === undefined && entry.kind !== 'account_removed') return undefined;
    const { language, timeZone } = account ?? { language: dependencies.language };
    return { facts, language, timeZone };
  }

  return async function composeMail(entry: OutboxEntry): Promise<Outgoing | Unsent> {
    if (await isUnwanted(entry)) return 'suppressed';
    const telling = await tell(entry);
    if (telling === undefined) return 'withdrawn';
    const { facts, delivery, unsubscribeLink } = telling;
    const language = chooseLanguage(telling.language, dependencies.language);
    const { serviceName, supportAddress, accent } = await dependencies.brand();
    const reader = {
      language,
      timeZone: telling.timeZone ?? timeZone,
      serviceName,
      supportAddress: isToReceiver(entry.kind)
        ? (dependencies.abuseAddress ?? supportAddress)
        : supportAddress,
      say: dependencies.translations[language].say,
      accent: mailAccent(accent),
    };
    if (laneOf(entry) === 'sms') {
      return { by: 'sms', sms: { id: entry.id, to: entry.to, text: renderSms(facts, reader) } };
    }
    const content = renderMail(facts, reader);
    const raw = await writeMime(
      {
        id: entry.id,
        from: { name: serviceName, address: from },
        to: entry.to,
        replyTo: telling.replyTo,
        at: entry.createdAt,
        host: new URL(origin()).hostname,
        ...(facts.kind === 'receipt' && { dropId: facts.dropId, reference: facts.reference }),
        unsubscribeLink,
      },
      content,
    );
    const mail = { id: entry.id, envelope: { from, to: entry.to }, raw, content };
    return { by: 'mail', mail, delivery };
  };
}

/** The content of a mail, and its language. */
interface Telling {
  facts: MailFacts;
  /** The receiver that it is about, and their dispatch. */
  delivery?: Delivery;
  language: string;
  /** Of a reader with an account; undefined: that of the server's setting. */
  timeZone?: string | undefined;
  /** Who gets the answer to a mail that a receiver got. */
  replyTo?: string | undefined;
  unsubscribeLink?: string | undefined;
}

/** An address is easier to read with its @ unescaped, which a path may contain. */
function pathSegment(email: string): string {
  return encodeURIComponent(email).replaceAll('%40', '@');
}
