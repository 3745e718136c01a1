import type { Language } from '../../i18n/language.ts';
import type { PageTexts } from '../link-pages/page-texts.ts';
import { html } from '../html/html.ts';
import { renderPage } from '../html/layout.ts';
import { frameTexts, reportTo } from '../link-pages/page-parts.ts';

interface EndedView {
  language: Language;
  texts: PageTexts;
  serviceName: string;
  supportAddress: string | undefined;
}

/** For a link that leads nowhere: it was never good, its time is over, or it was taken back. */
export function renderEndedPage(view: EndedView): string {
  const { serviceName, supportAddress, language, texts } = view;
  const { title, text } = texts.upload.ended;
  const body = html`<section class="notice">
    <h1>${title}</h1>
    <p>${text}</p>
    ${reportTo(supportAddress, texts.download)}
  </section>`;
  return renderPage({
    title,
    serviceName,
    locale: language,
    width: 'narrow',
    body,
    frame: frameTexts(language, texts.download),
  });
}
