import type { Language } from '../../i18n/language.ts';
import { html } from '../html/html.ts';
import { renderPage } from '../html/layout.ts';
import { frameTexts, reportTo } from './page-parts.ts';
import type { DownloadPageTexts } from '../download-page/texts/download-page-texts.ts';

/** `ended`: the link leads nowhere, for whatever reason. `wait`: it may, but not just now. */
export type Notice = 'ended' | 'wait';

interface NoticeView {
  notice: Notice;
  language: Language;
  texts: DownloadPageTexts;
  serviceName: string;
  supportAddress: string | undefined;
}

/** What a receiver sees instead of files. It tells nothing about the link that was opened. */
export function renderNoticePage(view: NoticeView): string {
  const { notice, language, texts, serviceName, supportAddress } = view;
  const { title, sentences } = {
    ended: { title: texts.endedTitle, sentences: [texts.endedReason, texts.endedAdvice] },
    wait: { title: texts.waitTitle, sentences: [texts.waitAdvice] },
  }[notice];
  const body = html`<section class="notice">
    <h1>${title}</h1>
    ${sentences.map((sentence) => html`<p>${sentence}</p>`)} ${reportTo(supportAddress, texts)}
  </section>`;
  return renderPage({
    title,
    serviceName,
    locale: language,
    width: 'narrow',
    body,
    frame: frameTexts(language, texts),
  });
}
