import type { ServiceNames } from '../../domain/model/appearance.ts';
import type { Delivery } from '../../domain/model/dispatch.ts';
import type { InboxToken, Randomness } from '../../domain/model/ids.ts';
import { newId } from '../../domain/model/ids.ts';
import type { Clock } from '../../domain/model/clock.ts';
import type { ForeseenDrop, PreviewMail } from '../../domain/ports/mail-preview.ts';
import { chooseLanguage } from '../../i18n/language.ts';
import type { Translations } from '../../i18n/texts/translation.ts';
import { findMailFacts, languageOf } from './find-mail-facts.ts';
import type { OwnAccent } from './messages/render-html.ts';
import { mailAccent } from './messages/render-html.ts';
import { renderMail } from './messages/render-mail.ts';

interface Dependencies {
  clock: Clock;
  randomness: Randomness;
  /** The operator's language, for readers whose own is unknown. */
  language: string;
  timeZone: string;
  /** The address for complaints, where it is another than the one for all readers. */
  abuseAddress: string | undefined;
  translations: Translations;
  /** How the service is called and looks now. */
  brand: () => ServiceNames & { accent: OwnAccent | undefined };
}

/** Renders the mail of a drop that does not exist yet, as delivery will. */
export function createMailPreview(dependencies: Dependencies): PreviewMail {
  const { clock, timeZone, translations } = dependencies;

  return (drop, origin) => {
    const delivery = imagine(drop, dependencies);
    const facts = findMailFacts({
      ...delivery,
      kind: 'download',
      createdAt: delivery.dispatch.createdAt,
      files: drop.files.map((file) => ({
        ...file,
        id: newId(dependencies.randomness),
        folder: '',
      })),
      downloads: [],
      now: clock.now(),
      code: undefined,
      link: `${origin}/d/example`,
      refusalLink: `${origin}/no-mail/example`,
      accountPage: origin,
      dropPage: undefined,
      grant: undefined,
      requestTitle: undefined,
    });
    if (facts === undefined) throw new Error('A drop that was just made has a mail');
    const language = chooseLanguage(
      languageOf(delivery.receiver, delivery.sender),
      dependencies.language,
    );
    const { say } = translations[language];
    const { serviceName, supportAddress: address, accent } = dependencies.brand();
    const supportAddress = dependencies.abuseAddress ?? address;
    const reader = { language, timeZone, serviceName, supportAddress, say };
    return Promise.resolve(renderMail(facts, { ...reader, accent: mailAccent(accent) }));
  };
}

/** What delivery would read from the database. */
function imagine(drop: ForeseenDrop, { clock, randomness }: Dependencies): Delivery {
  const { sender, receiver, title, message, expiresAt, secondFactor, hasPassword } = drop;
  const inboxToken = newId<InboxToken>(randomness);
  const link = { linkHash: Buffer.alloc(0), linkGeneration: 0, inboxToken };
  return {
    dispatch: {
      id: newId(randomness),
      accountId: sender.id,
      kind: 'drop',
      createdAt: clock.now(),
      ...{ expiresAt, ttl: '', ttlUnit: undefined, message, secondFactor, origin: undefined },
      ...(title === undefined ? {} : { title }),
      ...(hasPassword ? { passwordHash: '' } : {}),
    },
    endedAt: undefined,
    receiver: { ...receiver, ...link, id: newId(randomness) },
    sender,
  };
}
