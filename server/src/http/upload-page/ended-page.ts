import type { Language } from '../../i18n/language.ts';
import type { Say } from '../../i18n/texts/translation.ts';
import { html } from '../html/html.ts';
import { renderPage } from '../html/layout.ts';
import { frameTexts, reportTo } from '../link-pages/page-parts.ts';

interface EndedView {
  language: Language;
  say: Say;
  serviceName: string;
  supportAddress: string | undefined;
}

/** For a link that leads nowhere: it was never good, its time is over, or it was taken back. */
export function renderEndedPage(view: EndedView): string {
  const { serviceName, supportAddress, language, say } = view;
  const title = say('upload.ended.title');
  const body = html`<section class="notice">
    <h1>${title}</h1>
    <p>${say('upload.ended.text')}</p>
    ${reportTo(supportAddress, say)}
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
