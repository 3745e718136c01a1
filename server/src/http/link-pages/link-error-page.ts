import type { ServiceNames } from '../../domain/model/appearance.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ValiseError } from '../../domain/model/valise-error.ts';
import { chooseLanguage } from '../../i18n/language.ts';
import type { Say, Translations } from '../../i18n/texts/translation.ts';
import { sendWhole } from '../connection/send-whole.ts';
import { namesHtml } from '../error-pages/error-answer.ts';
import type { Notice } from '../html/notice.ts';
import { renderNoticePage } from '../html/notice.ts';
import { queryText } from '../routing/read-input.ts';
import { wantsJson } from './link-page.ts';
import { languageMenu, reportTo } from './page-parts.ts';

interface Options {
  brand: () => ServiceNames;
  language: string;
  translations: Translations;
}

/**
 * `ended`, `uploadEnded`: the link is invalid, for any reason. `limit`: it was used as often as the sender allows.
 * `wait`: it may be valid, but not now.
 */
type Kind = 'ended' | 'uploadEnded' | 'limit' | 'wait';

const kinds: Record<string, Kind> = {
  not_found: 'ended',
  download_limit: 'limit',
  too_many_requests: 'wait',
  unavailable: 'wait',
};

/** Tells a person whose link cannot be served so, in their language; undefined for what is no matter of links. */
export function createLinkErrorPage({ brand, translations, language: usual }: Options) {
  return (
    { code }: ValiseError,
    request: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply | undefined => {
    const kind = kindOf(code, request);
    if (kind === undefined) return undefined;
    const language = chooseLanguage(
      queryText(request, 'lang'),
      request.headers['accept-language'],
      usual,
    );
    const { say } = translations[language];
    const { serviceName, supportAddress } = brand();
    const notice = { ...noticeOf(kind, say), report: reportTo(supportAddress, say) };
    // It stays what it is: the page can be asked for once more, in another language.
    const hasEnded = kind === 'ended' || kind === 'uploadEnded';
    const tools = hasEnded ? languageMenu(language, say('download.language')) : undefined;
    const page = renderNoticePage(notice, { serviceName, language, say, tools });
    return sendWhole(request, reply.type('text/html; charset=utf-8'), page);
  };
}

function kindOf(code: ValiseError['code'], request: FastifyRequest): Kind | undefined {
  // The form of an upload page is for people unless its sender says otherwise.
  if (request.route === '/u/:secret' && code === 'not_found') {
    return wantsJson(request) ? undefined : 'uploadEnded';
  }
  return namesHtml(request) ? kinds[code] : undefined;
}

/** What a receiver sees instead of files. It reveals nothing about the link. */
export function noticeOf(kind: Kind, say: Say): Notice {
  return {
    ended: {
      title: say('download.endedTitle'),
      sentences: [say('download.endedReason'), say('download.endedAdvice')],
    },
    uploadEnded: { title: say('upload.ended.title'), sentences: [say('upload.ended.text')] },
    limit: { title: say('download.limitTitle'), sentences: [say('download.limitAdvice')] },
    wait: { title: say('download.waitTitle'), sentences: [say('download.waitAdvice')] },
  }[kind];
}
