import type { Language } from '../../i18n/language.ts';
import { html } from '../pages/html.ts';
import { renderPage } from '../pages/layout.ts';
import { frameTexts } from './page-parts.ts';
import { receiveTexts } from './texts/texts.ts';

/** `ended`: the link leads nowhere, for whatever reason. `wait`: it may, but not just now. */
export type Notice = 'ended' | 'wait';

interface NoticeView {
  notice: Notice;
  language: Language;
  serviceName: string;
}

/** What a receiver sees instead of files. It tells nothing about the link that was opened. */
export function renderNoticePage({ notice, language, serviceName }: NoticeView): string {
  const texts = receiveTexts[language];
  const { title, sentences } = {
    ended: { title: texts.endedTitle, sentences: [texts.endedReason, texts.endedAdvice] },
    wait: { title: texts.waitTitle, sentences: [texts.waitAdvice] },
  }[notice];
  const body = html`<section class="notice">
    <h1>${title}</h1>
    ${sentences.map((sentence) => html`<p>${sentence}</p>`)}
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
