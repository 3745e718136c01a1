import type { Language } from '../../../i18n/language.ts';
import type { Say } from '../../../i18n/texts/translation.ts';
import { html } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { frameTexts, renderPage } from '../../html/layout.ts';

interface Reader {
  serviceName: string;
  language: Language;
  say: Say;
}

/** Shown in place of any page, and kept in the browser: it says nothing of the person, and has no form. */
export function renderOfflinePage({ serviceName, language, say }: Reader): string {
  const title = say('app.offline.title');
  return renderPage({
    title,
    serviceName,
    frame: frameTexts(language, say),
    body: html`<div class="narrow">
      <section class="card empty">
        <span class="drop-icon">${icon('offline')}</span>
        <h1>${title}</h1>
        <p>${say('app.offline.text')}</p>
        <a class="button primary" href="">${icon('refresh')}${say('app.offline.again')}</a>
      </section>
    </div>`,
    script: html`<script type="module" src="/assets/offline-page.js"></script>`,
  });
}
