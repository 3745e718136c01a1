import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageQuery } from '#protocol/schemas/pages.ts';
import { shownSender } from '../../domain/model/account.ts';
import type { Instant } from '../../domain/model/clock.ts';
import type { Delivery } from '../../domain/model/dispatch.ts';
import type { Actor } from '../../domain/model/principal.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { LockedDelivery } from '../../domain/second-factor/second-factor.ts';
import { browserLifetimeMs } from '../../domain/second-factor/second-factor.ts';
import type { Language } from '../../i18n/language.ts';
import { chooseLanguage, findLanguage } from '../../i18n/language.ts';
import type { Translations } from '../../i18n/texts/translation.ts';
import { readForm } from '../connection/json-body.ts';
import { sendWhole } from '../connection/response-headers.ts';
import { pageChecks } from '../generated/checks.js';
import { sourceOf } from '../connection/requests.ts';
import { refuseForeignPage, strangerOf, createLinkMisses } from '../routing/guard.ts';
import type { PublicHandler, Route, Services } from '../routing/route.ts';
import { renderCodePage } from './code-page.ts';
import { pathOf, secretOf } from './link-page.ts';
import type { CookieKind, CookiePlace } from './page-cookies.ts';
import { readPageCookie, setPageCookie } from './page-cookies.ts';

/** The delivery or grant of a link once its receiver has entered a code, or needs none. */
interface OpenDelivery extends Delivery {
  isLocked: false;
}

interface Options<Open extends OpenDelivery> {
  serviceName: string;
  supportAddress: string | undefined;
  translations: Translations;
  /** The operator's language, for readers whose own is unknown. */
  language: string;
  publicUrl: string | undefined;
  /** Which page is behind the gate. */
  page: 'd' | 'u';
  links: {
    /** The target of a link, for a browser that may have entered a code, and may have been seen before. */
    findByLink(
      secret: string,
      session?: string,
      browser?: string,
    ): Promise<Open | LockedDelivery | undefined>;
  };
}

export interface CodeGate<Open extends OpenDelivery> {
  /** Where codes are requested and entered. */
  routes: Route[];
  /** The target of a request's link, locked or not. Unknown links are counted. */
  find: (request: FastifyRequest) => Promise<Open | LockedDelivery | undefined>;
  /**
   * Distinguishes this browser from others with the same link, until `until`. Returns what it is recognised by, and
   * whether that is new.
   */
  knowBrowser: (
    request: FastifyRequest,
    reply: FastifyReply,
    until: Instant,
  ) => { browser: string; isNew: boolean };
  /** Counts a request with a malformed link. Throws `too_many_requests` when there were too many. */
  countMiss: (request: FastifyRequest) => Promise<void>;
  /** Asks for a code in place of the requested page. */
  sendPage: (
    request: FastifyRequest,
    reply: FastifyReply,
    delivery: LockedDelivery,
  ) => Promise<FastifyReply>;
}

/**
 * Query parameter of a page after a form, which expects the cookie of the browser that requested a code.
 */
const askedMark = 'asked';

/** The result of a form. */
interface FormResult {
  /** Whether the next page works only in a browser that keeps the page's cookie. */
  expectsCookie: boolean;
}

/** Guards a page and everything on it: closed until its receiver has entered a code. */
export function createCodeGate<Open extends OpenDelivery>(
  services: Services,
  options: Options<Open>,
): CodeGate<Open> {
  const { secondFactor, hasher, clock } = services;
  const { serviceName, supportAddress, publicUrl, page } = options;
  const misses = createLinkMisses(services, page === 'd' ? 'download' : 'upload');

  function placeOf(request: FastifyRequest): CookiePlace {
    const isSecure = publicUrl?.startsWith('https:') ?? request.protocol === 'https';
    return { path: pathOf({ page, secret: secretOf(request) }), isSecure };
  }

  function readCookie(request: FastifyRequest, kind: CookieKind): string | undefined {
    return readPageCookie(request, hasher, placeOf(request), kind);
  }

  function setBrowserCookie(
    request: FastifyRequest,
    reply: FastifyReply,
    secret: string,
    lifetimeMs: number,
  ): void {
    setPageCookie(reply, hasher, placeOf(request), {
      kind: 'browser',
      secret,
      maxAgeSeconds: Math.ceil(lifetimeMs / 1000),
    });
  }

  async function find(request: FastifyRequest): Promise<Open | LockedDelivery | undefined> {
    const stranger = strangerOf(request);
    const delivery = await options.links.findByLink(
      secretOf(request),
      readCookie(request, 'session'),
      readCookie(request, 'browser'),
    );
    if (delivery === undefined) await misses.count(stranger);
    return delivery;
  }

  function languageFor(request: FastifyRequest, { receiver }: Delivery): Language {
    return chooseLanguage(
      chosenLanguage(request),
      receiver.language,
      request.headers['accept-language'],
      options.language,
    );
  }

  /** Every form redirects to the page itself, which shows the state, also on a reload. */
  function goBack(
    request: FastifyRequest,
    reply: FastifyReply,
    expectsCookie: boolean,
  ): FastifyReply {
    const language = chosenLanguage(request);
    const query = new URLSearchParams({
      ...(language !== undefined && { lang: language }),
      ...(expectsCookie && { [askedMark]: '1' }),
    }).toString();
    const { path } = placeOf(request);
    reply.code(303).header('location', query === '' ? path : `${path}?${query}`);
    return sendWhole(request, reply, '');
  }

  async function ask(
    request: FastifyRequest,
    actor: Actor,
    delivery: Delivery,
    reply: FastifyReply,
  ): Promise<FormResult> {
    const form = await readForm(request.raw, pageChecks.ask_for_code.body);
    if (form === undefined) throw new ValiseError('bad_request', 'There is no such channel.');
    const { channel } = form;
    const known = readCookie(request, 'browser');
    const browser = known ?? secondFactor.newBrowser();
    const isSent = await secondFactor.ask(actor, delivery, { channel, browser });
    if (!isSent) return { expectsCookie: false };
    setBrowserCookie(request, reply, browser, browserLifetimeMs);
    return { expectsCookie: known === undefined };
  }

  async function verify(
    request: FastifyRequest,
    actor: Actor,
    delivery: Delivery,
    reply: FastifyReply,
  ): Promise<FormResult> {
    const { code: written = '' } = (await readForm(request.raw, pageChecks.enter_code.body)) ?? {};
    const browser = readCookie(request, 'browser');
    if (browser === undefined) return { expectsCookie: true };
    const session = await secondFactor.verify(actor, delivery, { written, browser });
    if (session === undefined) return { expectsCookie: false };
    setPageCookie(reply, hasher, placeOf(request), {
      kind: 'session',
      secret: session.secret,
      maxAgeSeconds: Math.floor((session.expiresAt - clock.now()) / 1000),
    });
    return { expectsCookie: false };
  }

  /** A form of the code page. Where nothing is locked it does nothing: the page itself says why. */
  function form(act: typeof verify): PublicHandler {
    return async (request, reply) => {
      refuseForeignPage(request, publicUrl);
      const source = sourceOf(request);
      const delivery = await find(request);
      if (delivery?.isLocked !== true) return goBack(request, reply, false);
      const actor = { name: delivery.receiver.email, source, requestId: request.id };
      const { expectsCookie } = await act(request, actor, delivery, reply);
      return goBack(request, reply, expectsCookie);
    };
  }

  /** A form under a malformed link is answered as one under an unknown link. */
  async function explainForm(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseForeignPage(request, publicUrl);
    await misses.count(strangerOf(request));
    return goBack(request, reply, false);
  }

  const base = `/${page}/:secret`;
  const routes: Route[] = [
    {
      path: `${base}/code`,
      access: 'public',
      cost: 'request',
      methods: {
        POST: {
          body: 'form',
          schema: pageChecks.ask_for_code,
          explain: explainForm,
          handle: form(ask),
        },
      },
    },
    {
      path: `${base}/verify`,
      access: 'public',
      cost: 'request',
      methods: {
        POST: {
          body: 'form',
          schema: pageChecks.enter_code,
          explain: explainForm,
          handle: form(verify),
        },
      },
    },
  ];

  return {
    routes,
    find,
    knowBrowser(request, reply, until) {
      const known = readCookie(request, 'browser');
      const browser = known ?? secondFactor.newBrowser();
      setBrowserCookie(request, reply, browser, until - clock.now());
      return { browser, isNew: known === undefined };
    },
    countMiss: (request) => misses.count(strangerOf(request)),
    async sendPage(request, reply, delivery) {
      const language = languageFor(request, delivery);
      const browser = readCookie(request, 'browser');
      const text = renderCodePage({
        ...(await secondFactor.describe(delivery, { source: sourceOf(request), browser })),
        lacksCookie: browser === undefined && isExpectingCookie(request),
        language,
        say: options.translations[language].say,
        serviceName,
        supportAddress,
        page,
        secret: secretOf(request),
        sender: shownSender(delivery.sender),
      });
      return sendWhole(request, reply.type('text/html; charset=utf-8'), text);
    },
  };
}

/** The language of the link that was followed; undefined where it names none that we have. */
function chosenLanguage(request: FastifyRequest): Language | undefined {
  const { lang } = request.query as PageQuery;
  return typeof lang === 'string' ? findLanguage(lang) : undefined;
}

/** Whether the page follows a form that works only with the cookie of a browser that requested a code. */
function isExpectingCookie(request: FastifyRequest): boolean {
  return askedMark in (request.query as object);
}

/** For programs, which cannot enter a code. */
export function codeNeeded(): ValiseError {
  return new ValiseError('code_needed', 'Open the link in a browser and enter a code first.');
}
