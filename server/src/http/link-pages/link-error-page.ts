import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ValiseError } from '../../domain/model/valise-error.ts';
import { chooseLanguage } from '../../i18n/language.ts';
import type { Translations } from '../../i18n/texts/translation.ts';
import { sendWhole } from '../connection/send-whole.ts';
import { namesHtml } from '../error-pages/error-answer.ts';
import { queryText } from '../routing/read-input.ts';
import { wantsJson } from './link-page.ts';
import type { Notice } from './page-parts.ts';
import { renderNoticePage } from './page-parts.ts';

interface Options {
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

/** Tells a person whose link cannot be served so, in their language; undefined for what is no matter of links. */
export function createLinkErrorPage(options: Options) {
  const { serviceName, supportAddress } = options;
  return (
    { code }: ValiseError,
    request: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply | undefined => {
    const notice = noticeFor(code, request);
    if (notice === undefined) return undefined;
    const language = chooseLanguage(
      queryText(request, 'lang'),
      request.headers['accept-language'],
      options.language,
    );
    const { say } = options.translations[language];
    const page = renderNoticePage({ notice, language, say, serviceName, supportAddress });
    return sendWhole(request, reply.type('text/html; charset=utf-8'), page);
  };
}

function noticeFor(code: ValiseError['code'], request: FastifyRequest): Notice | undefined {
  // The form of an upload page is for people unless its sender says otherwise.
  if (request.route === '/u/:secret' && code === 'not_found') {
    return wantsJson(request) ? undefined : 'uploadEnded';
  }
  return namesHtml(request) ? notices[code] : undefined;
}
