import type { Clock } from '../domain/clock.ts';
import type { Delivery } from '../domain/dispatch.ts';
import type { ReceiverId } from '../domain/ids.ts';
import type { OutboxEntry } from '../domain/outbox.ts';
import type { Repositories } from '../domain/store.ts';
import type { Language } from '../i18n/language.ts';
import { chooseLanguage } from '../i18n/language.ts';
import { findMailFacts } from './find-mail-facts.ts';
import type { OutgoingMail } from './mail-transport.ts';
import { renderMail } from './messages/render-mail.ts';
import type { MailTexts } from './messages/texts/mail-texts.ts';
import { writeMime } from './write-mime.ts';

interface Dependencies {
  store: Pick<Repositories, 'dispatches' | 'downloads'>;
  clock: Clock;
  /** The secret of a receiver's link: the same for the same receiver and generation each time. */
  linkSecret: (receiverId: ReceiverId, generation: number) => string;
  /** What lets a receiver do without the reminder. */
  noReminderToken: (receiverId: ReceiverId) => string;
  /** What every link starts with: scheme, host and port. */
  origin: () => string;
  from: string;
  serviceName: string;
  /** The operator's, for readers whose own is unknown. */
  language: string;
  timeZone: string;
  supportAddress: string | undefined;
  texts: Readonly<Record<Language, { mail: MailTexts }>>;
}

/** Makes the mail of an outbox entry, as things stand now; `withdrawn` when it has nothing to say any more. */
export function createMailComposer(dependencies: Dependencies) {
  const { store, clock, linkSecret, origin, from, serviceName, timeZone } = dependencies;

  function linkTo({ dispatch, receiver }: Delivery): string {
    const page = dispatch.kind === 'grant' ? 'u' : 'd';
    return `${origin()}/${page}/${linkSecret(receiver.id, receiver.linkGeneration)}`;
  }

  function noReminderLink({ receiverId }: OutboxEntry): string {
    return `${origin()}/no-reminder/${receiverId}/${dependencies.noReminderToken(receiverId)}`;
  }

  return async function composeMail(entry: OutboxEntry): Promise<OutgoingMail | 'withdrawn'> {
    const delivery = await store.dispatches.findByReceiver(entry.receiverId);
    const overview = delivery && (await store.dispatches.find(delivery.dispatch.id));
    if (delivery === undefined || overview === undefined) return 'withdrawn';
    const facts = findMailFacts({
      ...delivery,
      kind: entry.kind,
      overview,
      downloads: await store.downloads.listFor(entry.receiverId),
      now: clock.now(),
      link: linkTo(delivery),
      accountPage: `${origin()}/${pathSegment(delivery.sender.email)}/`,
    });
    if (facts === undefined) return 'withdrawn';

    const language = chooseLanguage(languageOf(entry, delivery), dependencies.language);
    const content = renderMail(facts, {
      language,
      timeZone,
      serviceName,
      supportAddress: dependencies.supportAddress,
      texts: dependencies.texts[language].mail,
    });
    const raw = await writeMime(
      {
        id: entry.id,
        from: { name: serviceName, address: from },
        to: entry.to,
        at: entry.createdAt,
        host: new URL(origin()).hostname,
        unsubscribeLink: entry.kind === 'download' ? noReminderLink(entry) : undefined,
      },
      content,
    );
    return { id: entry.id, envelope: { from, to: entry.to }, raw };
  };
}

/** The reader's own. */
function languageOf({ kind }: OutboxEntry, { receiver, sender }: Delivery): string {
  const isToAccount = kind === 'receipt' || kind === 'received' || kind === 'unfetched';
  return isToAccount ? sender.language : receiver.language;
}

/** An address is read more easily with its @ as it is, which a path may hold. */
function pathSegment(email: string): string {
  return encodeURIComponent(email).replaceAll('%40', '@');
}
