import type { Language } from '../../i18n/language.ts';
import { html } from '../pages/html.ts';
import { renderPage } from '../pages/layout.ts';
import { frameTexts } from '../receive/page-parts.ts';
import { receiveTexts } from '../receive/texts/texts.ts';
import { sendBackTexts } from './texts/send-back-texts.ts';

/** For a link that leads nowhere: it was never good, its time is over, or it was taken back. */
export function renderEndedPage(view: { serviceName: string; language: Language }): string {
  const { serviceName, language } = view;
  const { title, text } = sendBackTexts[language].ended;
  const body = html`<section class="notice">
    <h1>${title}</h1>
    <p>${text}</p>
  </section>`;
  return renderPage({
    title,
    serviceName,
    locale: language,
    width: 'narrow',
    body,
    frame: frameTexts(language, receiveTexts[language]),
  });
}
