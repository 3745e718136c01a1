import type { ServiceNames } from '../../domain/model/appearance.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { shownSender } from '../../domain/model/account.ts';
import type { Instant } from '../../domain/model/clock.ts';
import type { Delivery } from '../../domain/model/dispatch.ts';
import { isBareLink } from '../../domain/model/dispatch.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type {
  LockedDelivery,
  ShownSessions,
} from '../../domain/second-factor/receiver-sessions.ts';
import { browserLifetimeMs } from '../../domain/second-factor/second-factor.ts';
import type { Language } from '../../i18n/language.ts';
import { chooseLanguage, findLanguage } from '../../i18n/language.ts';
import type { Translations } from '../../i18n/texts/translation.ts';
import { sendWhole } from '../connection/send-whole.ts';
import { sourceOf } from '../connection/source-of.ts';
import { strangerOf } from '../routing/stranger.ts';
import { createLinkMisses } from '../routing/link-misses.ts';
import type { OpenedLink } from '../routing/link-guard.ts';
import type { OpenExchange } from '../routing/operation.ts';
import { paramOf, queryText } from '../routing/read-input.ts';
import type { Services } from '../routing/route.ts';
import { renderCodePage } from './code-page.ts';
import { pathOf } from './link-page.ts';
import { renderPasswordPage, tooManyPasswords } from './password-page.ts';
import type { CookieKind, CookiePlace } from './page-cookies.ts';
import { readPageCookie, setPageCookie } from './page-cookies.ts';

/** The delivery or grant of a link once its receiver has entered what is demanded, or needs nothing. */
interface OpenDelivery extends Delivery {
  isLocked: false;
}

export interface GateOptions<Open extends OpenDelivery> {
  brand: () => ServiceNames;
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
      shown?: ShownSessions,
      browser?: string,
    ): Promise<Open | LockedDelivery | undefined>;
    /** The same for a browser that has only now become known. Left out: nobody is distinguished by it. */
    asVisitor?<Any extends Delivery>(delivery: Any, browser: string): Any;
  };
}

export interface CodeGate<Open extends OpenDelivery> {
  /** The target of a request's link, locked or not. Unknown and malformed links are counted. */
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
  /** The target as this browser uses it from now on, where strangers share the link. */
  recognise: <Any extends Delivery>(
    { request, reply }: Pick<OpenExchange, 'request' | 'reply'>,
    delivery: Any,
  ) => Any;
  /** Asks for a code, or for the password, in place of the requested page. */
  sendPage: (
    request: FastifyRequest,
    reply: FastifyReply,
    delivery: LockedDelivery,
  ) => Promise<FastifyReply>;
  /** Sends a code, and leads back to the page. */
  ask: CodeForm<{ channel?: 'sms' | 'email' }>;
  /** Opens the page for this browser if the code is right, and leads back to it. */
  enter: CodeForm<{ code?: string }>;
  /** Opens the page for this browser if the password is right, and leads back to it. */
  enterPassword: CodeForm<{ password?: string }>;
}

/** A form of the code page. Where nothing is locked it does nothing: the page itself says why. */
type CodeForm<Fields> = (
  link: OpenedLink<LockedDelivery | undefined>,
  input: { form: Fields },
  exchange: OpenExchange,
) => Promise<FastifyReply>;

/**
 * Query parameter of a page after a form, which expects the cookie that the form has set.
 */
const askedMark = 'asked';
/** Query parameter of a page after a wrong password. */
const triedMark = 'tried';

const secretPattern = /^[A-Za-z0-9_-]{43}$/;

/** Guards a page and everything on it: closed until its receiver has entered what the sender demands. */
export function createCodeGate<Open extends OpenDelivery>(
  services: Services,
  options: GateOptions<Open>,
): CodeGate<Open> {
  const { secondFactor, passwordEntry, hasher, clock } = services;
  const { brand, publicUrl, page } = options;
  const misses = createLinkMisses(services, page === 'd' ? 'download' : 'upload');

  function placeOf(request: FastifyRequest): CookiePlace {
    const isSecure = publicUrl?.startsWith('https:') ?? request.protocol === 'https';
    return { path: pathOf({ page, secret: paramOf(request, 'secret') }), isSecure };
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
    const secret = paramOf(request, 'secret');
    const hasCookies = request.headers.cookie !== undefined;
    const shown: ShownSessions = hasCookies
      ? { code: readCookie(request, 'session'), password: readCookie(request, 'password') }
      : {};
    const browser = hasCookies ? readCookie(request, 'browser') : undefined;
    const delivery = secretPattern.test(secret)
      ? await options.links.findByLink(secret, shown, browser)
      : undefined;
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
    mark?: typeof askedMark | typeof triedMark,
  ): FastifyReply {
    const language = chosenLanguage(request);
    const query = new URLSearchParams({
      ...(language !== undefined && { lang: language }),
      ...(mark !== undefined && { [mark]: '1' }),
    }).toString();
    const { path } = placeOf(request);
    reply.code(303).header('location', query === '' ? path : `${path}?${query}`);
    return sendWhole(request, reply, '');
  }

  const knowBrowser: CodeGate<Open>['knowBrowser'] = (request, reply, until) => {
    const known = readCookie(request, 'browser');
    const browser = known ?? secondFactor.newBrowser();
    setBrowserCookie(request, reply, browser, until - clock.now());
    return { browser, isNew: known === undefined };
  };

  const recognise: CodeGate<Open>['recognise'] = ({ request, reply }, delivery) => {
    if (!isBareLink(delivery.receiver)) return delivery;
    const { browser } = knowBrowser(request, reply, delivery.dispatch.expiresAt);
    return options.links.asVisitor?.(delivery, browser) ?? delivery;
  };

  const ask: CodeGate<Open>['ask'] = async ({ target, actor }, { form }, { request, reply }) => {
    if (target?.lacks !== 'code') return goBack(request, reply);
    const { channel } = form;
    if (channel === undefined) throw new ValiseError('bad_request', 'There is no such channel.');
    const known = readCookie(request, 'browser');
    const browser = known ?? secondFactor.newBrowser();
    const isSent = await secondFactor.ask(actor, target, { channel, browser });
    if (isSent) setBrowserCookie(request, reply, browser, browserLifetimeMs);
    // The next page works only in a browser that keeps the page's cookie.
    return goBack(request, reply, isSent && known === undefined ? askedMark : undefined);
  };

  const enter: CodeGate<Open>['enter'] = async ({ target, actor }, { form }, exchange) => {
    const { request, reply } = exchange;
    if (target?.lacks !== 'code') return goBack(request, reply);
    const browser = readCookie(request, 'browser');
    if (browser === undefined) return goBack(request, reply, askedMark);
    const written = form.code ?? '';
    const session = await secondFactor.verify(actor, target, { written, browser });
    if (session !== undefined) {
      setPageCookie(reply, hasher, placeOf(request), {
        kind: 'session',
        secret: session.secret,
        maxAgeSeconds: Math.floor((session.expiresAt - clock.now()) / 1000),
      });
    }
    return goBack(request, reply);
  };

  const enterPassword: CodeGate<Open>['enterPassword'] = async (link, { form }, exchange) => {
    const { target, actor } = link;
    const { request, reply } = exchange;
    if (target?.lacks !== 'password') return goBack(request, reply);
    const visitor = recognise(exchange, target);
    const entered = await passwordEntry.enter(actor, visitor, form.password ?? '');
    if (entered.kind === 'blocked') throw tooManyPasswords(entered);
    if (entered.kind === 'wrong') return goBack(request, reply, triedMark);
    const { secret, expiresAt } = entered;
    setPageCookie(reply, hasher, placeOf(request), {
      kind: 'password',
      secret,
      maxAgeSeconds: Math.floor((expiresAt - clock.now()) / 1000),
    });
    // The next page is open only in a browser that keeps the page's cookie.
    return goBack(request, reply, askedMark);
  };

  return {
    find,
    ask,
    enter,
    enterPassword,
    knowBrowser,
    recognise,
    async sendPage(request, reply, delivery) {
      const language = languageFor(request, delivery);
      const shown = {
        language,
        say: options.translations[language].say,
        ...brand(),
        page,
        secret: paramOf(request, 'secret'),
        ...shownSender(delivery.sender),
      };
      const isAsked = queryText(request, askedMark) !== undefined;
      const browser = readCookie(request, 'browser');
      const text =
        delivery.lacks === 'password'
          ? renderPasswordPage({
              ...shown,
              isWrong: queryText(request, triedMark) !== undefined,
              lacksCookie: isAsked && readCookie(request, 'password') === undefined,
            })
          : renderCodePage({
              ...shown,
              ...(await secondFactor.describe(delivery, { source: sourceOf(request), browser })),
              lacksCookie: isAsked && browser === undefined,
            });
      return sendWhole(request, reply.type('text/html; charset=utf-8'), text);
    },
  };
}

/** The language of the link that was followed; undefined where it names none that we have. */
function chosenLanguage(request: FastifyRequest): Language | undefined {
  return findLanguage(queryText(request, 'lang') ?? '');
}
