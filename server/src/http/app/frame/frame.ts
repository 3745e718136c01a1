import type { ServiceNames } from '../../../domain/model/appearance.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ValiseError } from '../../../domain/model/valise-error.ts';
import type { Instant } from '../../../domain/model/clock.ts';
import { formatsOf } from '../../../i18n/formats.ts';
import type { Formats } from '../../../i18n/formats.ts';
import type { Language } from '../../../i18n/language.ts';
import { chooseLanguage, findLanguage } from '../../../i18n/language.ts';
import type { Say, Translations } from '../../../i18n/texts/translation.ts';
import { sendWhole } from '../../connection/send-whole.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { frameTexts, renderAppPage } from '../../html/layout.ts';
import { renderNotice } from '../../html/notice.ts';
import { renderVisitorPage } from '../../link-pages/page-parts.ts';
import { findBrowserZone } from '../../routing/browser-zone.ts';
import { appStart } from '../../routing/operation.ts';
import { queryText } from '../../routing/read-input.ts';
import type { Person, Route, Services } from '../../routing/route.ts';
import type { NavigationEntry } from './navigation.ts';
import { entriesFor, entriesOf, renderNavigation } from './navigation.ts';

export interface FrameOptions {
  brand: () => ServiceNames;
  translations: Translations;
  /** The operator's language and time zone, for readers whose own are unknown. */
  language: string;
  timeZone: string;
  publicUrl: string | undefined;
  /** Whether browsers may install the pages below `/app/` as an application. */
  isInstallable: boolean;
  services: Pick<Services, 'clock' | 'inboxItems'>;
}

/** Who reads a page: texts and formats are theirs. */
export interface PageReader {
  language: Language;
  say: Say;
  timeZone: string;
  formats: Formats;
  now: () => Instant;
}

/** What a page of the application shows. */
export interface AppPage {
  title: string;
  /** With the page's `h1`. */
  body: Html;
  /** Left out, 200. A form with problems is 422. */
  status?: number;
  /** The element that loads a module of `/assets/`; the page works without it. */
  script?: Html;
  /** How many items of the inbox are not opened, where the page has counted them; left out, the frame does. */
  unopened?: number;
}

export type Frame = ReturnType<typeof createFrame>;

/** What all pages for people with accounts share: layout, navigation, language, errors. */
export function createFrame(options: FrameOptions) {
  const { brand, translations, services } = options;
  let entries: readonly NavigationEntry[] = [];

  function readerIn(language: Language, timeZone: string): PageReader {
    const { say } = translations[language];
    const formats = formatsOf({ language, timeZone });
    return { language, say, timeZone, formats, now: () => services.clock.now() };
  }

  /** Times are in the zone of the account, else in that of the browser, else in the operator's. */
  function readerOf({ account }: Pick<Person, 'account'>, request: FastifyRequest): PageReader {
    const language = chooseLanguage(account.language, options.language);
    const timeZone = account.timeZone ?? findBrowserZone(request) ?? options.timeZone;
    return readerIn(language, timeZone);
  }

  /** Somebody who is not signed in: the language of the address counts, then that of the browser. */
  function visitorOf(request: FastifyRequest): PageReader {
    const language = chooseLanguage(
      findLanguage(queryText(request, 'lang') ?? ''),
      request.headers['accept-language'],
      options.language,
    );
    return readerIn(language, findBrowserZone(request) ?? options.timeZone);
  }

  function send(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
    return sendWhole(request, reply.type('text/html; charset=utf-8'), text);
  }

  function sendToVisitor(
    request: FastifyRequest,
    reply: FastifyReply,
    page: AppPage,
    reader = visitorOf(request),
  ): FastifyReply {
    const { language, say } = reader;
    const { serviceName } = brand();
    const script = html`${pageScript}${page.script}`;
    const text = renderVisitorPage(language, say, { ...page, serviceName, script });
    return send(request, reply.code(page.status ?? 200), text);
  }

  function sendWithCount(
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
    page: AppPage,
    unopened: number,
  ): FastifyReply {
    const { language, say, formats } = readerOf(person, request);
    const { account, csrfToken } = person;
    const { serviceName } = brand();
    const text = renderAppPage({
      ...page,
      serviceName,
      frame: frameTexts(language, say),
      isInstallable: options.isInstallable && request.route.startsWith(appStart),
      navigation: renderNavigation({
        serviceName,
        entries: entriesFor(entries, account),
        route: request.route,
        account,
        csrfToken,
        unopened,
        say,
        formats,
      }),
      script: html`${personScript}${page.script}`,
    });
    return send(request, reply.code(page.status ?? 200), text);
  }

  /** Sends a page whose navigation has the number of unopened items. */
  async function sendToPerson(
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
    page: AppPage,
  ): Promise<FastifyReply> {
    const unopened = page.unopened ?? (await services.inboxItems.countNew(person.account));
    return sendWithCount(person, request, reply, page, unopened);
  }

  return {
    ...options,
    readerOf,
    visitorOf,
    sendToVisitor,
    sendToPerson,

    /** The entries of the navigation are those that these routes have pages for. */
    showRoutes(routes: readonly Route[]): void {
      entries = entriesOf(routes);
    },

    /** Sends a page to whoever asks, signed in or not, without asking the database: it may be away. */
    sendTo(request: FastifyRequest, reply: FastifyReply, page: AppPage): FastifyReply {
      return request.person === null
        ? sendToVisitor(request, reply, page)
        : sendWithCount(request.person, request, reply, page, 0);
    },

    /** Answers a form: the browser asks for the next page with a GET. */
    redirect(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
      return sendWhole(request, reply.code(303).header('location', path), '');
    },

    /** The reader of a request, signed in or not. */
    readerFor: (request: FastifyRequest): PageReader =>
      request.person === null ? visitorOf(request) : readerOf(request.person, request),
  };
}

/** Loads a page again that the browser shows from its memory: its session may have ended. */
const pageScript = html`<script type="module" src="/assets/app-page.js"></script>`;

/** The same for people who are signed in, and what refreshes parts of a page, and takes files anywhere. */
const personScript = html`<script type="module" src="/assets/signed-in.js"></script>`;

/** How an error is explained, by its code. */
const explanations: Partial<Record<ValiseError['code'], ErrorName>> = {
  not_found: 'notFound',
  csrf: 'formExpired',
  forbidden: 'formExpired',
  signed_out: 'signedOut',
  too_many_requests: 'tooMany',
  mail_quota: 'tooMany',
  too_large: 'tooLarge',
  unavailable: 'busy',
  insufficient_storage: 'busy',
  method_not_allowed: 'notFound',
};

type ErrorName =
  'notFound' | 'formExpired' | 'signedOut' | 'tooMany' | 'tooLarge' | 'busy' | 'failed';

/** The page of an error, in the reader's language. */
export function errorPage(
  error: ValiseError,
  status: number,
  { say }: PageReader,
  { requestId, page }: { requestId: string; page: string },
): AppPage {
  const name = explanations[error.code] ?? 'failed';
  const isLimit = error.code === 'download_limit';
  const title = isLimit ? say('download.limitTitle') : say(`app.errors.${name}.title`);
  const way =
    name === 'signedOut'
      ? html`<a class="button primary" href="/sign-in?next=${encodeURIComponent(page)}"
          >${say('signIn.title')}</a
        >`
      : html`<a href="/app/">${say('app.backHome')}</a>`;
  const text = isLimit ? say('download.limitAdvice') : say(`app.errors.${name}.text`);
  const reference = status >= 500 ? { label: say('app.reference'), id: requestId } : undefined;
  return { title, body: renderNotice({ title, sentences: [text, way], reference }), status };
}
