import type { Language } from '../../i18n/language.ts';
import type { Say } from '../../i18n/texts/translation.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import { frameTexts, renderPage } from './layout.ts';
import { emptyArt } from './notes.ts';

/** What a person reads in place of the page that they asked for. */
export interface Notice {
  title: string;
  /** What happened, and what to do. */
  sentences: readonly (Html | string)[];
  /** The id of the request, to quote, where that helps. */
  reference?: { label: string; id: string } | undefined;
  /** Whom to ask. */
  report?: Html | undefined;
}

/** The body of the page of every error. */
export function renderNotice({ title, sentences, reference, report }: Notice): Html {
  return html`<div class="narrow">
    <section class="card empty">
      ${emptyArt('search')}
      <h1>${title}</h1>
      ${sentences.map((sentence) => html`<p>${sentence}</p>`)} ${report}
      ${
        reference &&
        html`<p class="small"><span>${reference.label}</span> <code>${reference.id}</code></p>`
      }
    </section>
  </div>`;
}

interface Frame {
  serviceName: string;
  language: Language;
  say: Say;
  /** At the end of the head of the page. */
  tools?: Html | undefined;
}

/** The same as a whole document, for who is not signed in. */
export function renderNoticePage(
  notice: Notice,
  { serviceName, language, say, tools }: Frame,
): string {
  return renderPage({
    title: notice.title,
    serviceName,
    body: renderNotice(notice),
    frame: frameTexts(language, say),
    ...(tools !== undefined && { tools }),
  });
}
