import type { IncomingHttpHeaders } from 'node:http';

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LinkParams, PageQuery } from '#protocol/schemas/pages.ts';
import type { Grant } from '../../domain/grants/grant-upload.ts';
import { isBareLink } from '../../domain/grants/commands.ts';
import type { Actor } from '../../domain/model/principal.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { chooseLanguage } from '../../i18n/language.ts';
import type { Translations } from '../../i18n/texts/translation.ts';
import type { RefusalLog } from '../error-pages/error-answer.ts';
import { namesHtml, errorStatus, logFailure, wireCodeOf } from '../error-pages/error-answer.ts';
import { sourceOf } from '../connection/requests.ts';
import { refuseForeignPage } from '../routing/guard.ts';
import type { PublicHandler } from '../routing/route.ts';
import type { CodeGate } from './code-gate.ts';
import { codeNeeded } from './code-gate.ts';
import type { Notice } from './page-parts.ts';
import { renderNoticePage } from './page-parts.ts';

/** The page of a link: `d` for downloads, `u` for uploads, and the secret of the link. */
export interface LinkPage {
  page: 'd' | 'u';
  secret: string;
}

export function pathOf({ page, secret }: LinkPage): string {
  return `/${page}/${encodeURIComponent(secret)}`;
}

/** The secret of a request's link. */
export function secretOf(request: FastifyRequest): string {
  return (request.params as LinkParams).secret;
}

/** Whether a browser says that this is a prefetch. */
export function isPrefetch(headers: IncomingHttpHeaders): boolean {
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /\b(?:prefetch|prerender|preview)\b/i.test(String(headers[name] ?? '')),
  );
}

/** The grant of a request's link. Throws `not_found`, or `code_needed` where it is locked. */
export type GetGrant = (request: FastifyRequest) => Promise<Grant>;

/** Authorises requests of programs under an upload page's address. */
export function createGrantGetter({ find }: CodeGate<Grant>): GetGrant {
  return async (request) => {
    const grant = await find(request);
    if (grant === undefined) throw noGrant();
    if (grant.isLocked) throw codeNeeded();
    return grant;
  };
}

/** The grant of a request from its own page, and the contact who sends it. */
export function createSenderGetter(getGrant: GetGrant, publicUrl: string | undefined) {
  return async (request: FastifyRequest): Promise<{ owner: Grant; actor: Actor }> => {
    refuseForeignPage(request, publicUrl);
    const grant = await getGrant(request);
    return { owner: grant, actor: actorOf(grant, request) };
  };
}

/** The contact with the page; nobody by name where the link has no address. */
export function actorOf({ receiver }: Grant, request: FastifyRequest): Actor {
  const name = isBareLink(receiver) ? 'anonymous' : receiver.email;
  return { name, source: sourceOf(request), requestId: request.id };
}

/** The answer to a program about an unknown link. */
export function noGrant(): ValiseError {
  return new ValiseError('not_found', 'The page to send files to is no longer open.');
}

/** Enough of an address or a number for its owner to recognise it, and not enough to learn it. */
export function mask(to: string): string {
  const at = to.lastIndexOf('@');
  if (at < 0) return `••• ${to.slice(-2)}`;
  const first = at > 2 ? (Array.from(to)[0] ?? '') : '';
  return `${first}•••${to.slice(at)}`;
}

interface Options {
  refusals: RefusalLog;
  serviceName: string;
  supportAddress: string | undefined;
  language: string;
  translations: Translations;
}

const notices: Record<string, Notice> = {
  not_found: 'ended',
  download_limit: 'limit',
  too_many_requests: 'wait',
  unavailable: 'wait',
};

const usualWaitSeconds = 5;

/** Answers a browser whose link cannot be served in the reader's language; programs get the error. */
export function speakToPeople(handler: PublicHandler, options: Options): PublicHandler {
  return async (request, reply) => {
    try {
      return await handler(request, reply);
    } catch (error) {
      const notice = error instanceof ValiseError ? notices[error.code] : undefined;
      if (notice === undefined || !namesHtml(request)) throw error;
      return await answer(request, reply, notice, error as ValiseError);
    }
  };

  function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    notice: Notice,
    error: ValiseError,
  ): FastifyReply {
    const status = errorStatus[wireCodeOf(error.code)];
    if (status >= 500) logFailure(request, error, options.refusals);
    if (notice === 'wait') {
      reply.header('retry-after', error.retryAfterSeconds ?? usualWaitSeconds);
    }
    const { lang } = request.query as PageQuery;
    const language = chooseLanguage(
      typeof lang === 'string' ? lang : undefined,
      request.headers['accept-language'],
      options.language,
    );
    const { serviceName, supportAddress } = options;
    const { say } = options.translations[language];
    const page = renderNoticePage({ notice, language, say, serviceName, supportAddress });
    return reply.code(status).type('text/html; charset=utf-8').send(page);
  }
}
