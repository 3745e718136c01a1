import type { Language } from '../../i18n/language.ts';
import type { Say } from '../../i18n/texts/translation.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';

/** The texts of the layout in the language of its page. */
export interface FrameTexts {
  language: string;
  skipToContent: string;
  /** What readers find on every page. */
  promise: string;
}

export interface Page {
  title: string;
  serviceName: string;
  /** Public pages are narrow; an account's lists need space. */
  width: 'narrow' | 'wide';
  body: Html;
  frame: FrameTexts;
  /** At the end of the header. */
  tools?: Html;
  /** Below the header. */
  navigation?: Html;
  /** The element that loads a module of `/assets/`; the page works without it. */
  script?: Html;
}

export function frameTexts(language: Language, say: Say): FrameTexts {
  return {
    language,
    skipToContent: say('download.skipToContent'),
    promise: say('download.promise'),
  };
}

/** The layout of every page, as a whole document. */
export function renderPage(page: Page): string {
  const { title, serviceName, width, body, frame, tools, navigation, script } = page;
  const document = html`<!doctype html>
    <html lang="${frame.language}">
      <head>
        <meta charset="utf-8" />
        <title>${title} · ${serviceName}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <link rel="icon" href="/assets/logo" />
        <link rel="stylesheet" href="/assets/valise.css" />
        ${script}
      </head>
      <body class="frame frame-${width}">
        <a class="skip-link" href="#main">${frame.skipToContent}</a>
        <header class="frame-header">
          <img src="/assets/logo" alt="" height="32" />
          <span class="frame-name">${serviceName}</span>
          ${tools}
        </header>
        ${navigation}
        <main id="main" tabindex="-1">${body}</main>
        <footer class="frame-footer">
          <p>${frame.promise}</p>
        </footer>
      </body>
    </html> `;
  return document.toString();
}

export interface Panel {
  id: string;
  title: string;
  /** The number of its items, formatted. */
  count?: string;
  body: Html;
}

/** One titled section of a page. */
export function renderPanel({ id, title, count, body }: Panel): Html {
  const counter = count !== undefined && html` <span class="panel-count">${count}</span>`;
  return html`<section class="panel" id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}${counter}</h2>
    ${body}
  </section>`;
}

/** The text of an empty list: that it is empty, and how items get into it. */
export function renderEmpty(fact: string, nextStep: Html): Html {
  return html`<div class="empty">
    <p class="empty-fact">${fact}</p>
    <p>${nextStep}</p>
  </div>`;
}
