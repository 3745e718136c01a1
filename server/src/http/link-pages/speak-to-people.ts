import type { FastifyReply, FastifyRequest } from 'fastify';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { chooseLanguage } from '../../i18n/language.ts';
import { namesHtml } from '../error-pages/error-answer.ts';
import { errorStatus, wireCodeOf } from '../error-pages/error-status.ts';
import type { Translations } from '../../i18n/texts/translation.ts';
import type { PublicHandler } from '../routing/route.ts';
import type { Notice } from './notice-page.ts';
import { renderNoticePage } from './notice-page.ts';

interface Options {
  serviceName: string;
  supportAddress: string | undefined;
  language: string;
  translations: Translations;
}

const notices: Record<string, Notice> = {
  not_found: 'ended',
  too_many_requests: 'wait',
  unavailable: 'wait',
};

const usualWaitSeconds = 5;

/** Answers a browser whose link cannot be served in words of its reader; programs get the error. */
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
    if (status >= 500) request.log.error({ err: error }, 'request failed');
    if (notice === 'wait') {
      reply.header('retry-after', error.retryAfterSeconds ?? usualWaitSeconds);
    }
    const { lang } = request.query as { lang?: unknown };
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
