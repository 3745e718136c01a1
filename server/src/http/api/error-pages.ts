import type { ServiceNames } from '../../domain/model/appearance.ts';
import { retryOf, wireErrorCodes, wireErrorMeanings } from '#protocol/errors.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { Translations } from '../../i18n/texts/translation.ts';
import { errorStatus } from '../error-pages/error-status.ts';
import { titleOf } from '../error-pages/problem-document.ts';
import { operations } from '../generated/operations.js';
import { html } from '../html/html.ts';
import { renderNoticePage } from '../html/notice.ts';
import { route } from '../routing/operation.ts';
import type { Route } from '../routing/route.ts';

interface Options {
  brand: () => ServiceNames;
  translations: Translations;
}

const advice = {
  never: 'The same request fails again, unless its retry says later. Change it first.',
  later: 'The same request may succeed later. Retry-After says when, where the answer has it.',
  same_key:
    'It may have been done. Repeat the request with the same Idempotency-Key, which does it once.',
} as const;

/** The page that the `type` of a problem leads to. It is for programmers, and in English as the API is. */
export function errorPageRoutes({ brand, translations }: Options): Route[] {
  return [
    route(operations.api.errorPage, (_who, { params }, { reply }) => {
      const code = wireErrorCodes.find((known) => known === params.code);
      if (code === undefined) throw new ValiseError('not_found', 'There is no error of this code.');
      const notice = {
        title: titleOf(code),
        sentences: [
          html`<code>${code}</code>, HTTP ${String(errorStatus[code])}`,
          wireErrorMeanings[code].replaceAll('`', ''),
          advice[retryOf(code)],
        ],
      };
      const { serviceName } = brand();
      const frame = { serviceName, language: 'en', say: translations.en.say } as const;
      return reply.type('text/html; charset=utf-8').send(renderNoticePage(notice, frame));
    }),
  ];
}
