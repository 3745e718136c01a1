import type { Language } from '../../i18n/language.ts';
import { html } from '../html/html.ts';
import { renderPage } from '../html/layout.ts';
import { frameTexts, reportTo } from './page-parts.ts';
import type { Say } from '../../i18n/texts/translation.ts';

/** `ended`: the link leads nowhere, for whatever reason. `wait`: it may, but not just now. */
export type Notice = 'ended' | 'wait';

interface NoticeView {
  notice: Notice;
  language: Language;
  say: Say;
  serviceName: string;
  supportAddress: string | undefined;
}

/** What a receiver sees instead of files. It tells nothing about the link that was opened. */
export function renderNoticePage(view: NoticeView): string {
  const { notice, language, say, serviceName, supportAddress } = view;
  const { title, sentences } = {
    ended: {
      title: say('download.endedTitle'),
      sentences: [say('download.endedReason'), say('download.endedAdvice')],
    },
    wait: { title: say('download.waitTitle'), sentences: [say('download.waitAdvice')] },
  }[notice];
  const body = html`<section class="notice">
    <h1>${title}</h1>
    ${sentences.map((sentence) => html`<p>${sentence}</p>`)} ${reportTo(supportAddress, say)}
  </section>`;
  return renderPage({
    title,
    serviceName,
    locale: language,
    width: 'narrow',
    body,
    frame: frameTexts(language, say),
  });
}
