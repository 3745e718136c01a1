import { chooseEnglishLocale } from '../../i18n/language.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';

/** What the frame says in the language of its page. */
export interface FrameTexts {
  language: string;
  skipToContent: string;
  /** What readers can rely on, whatever page they are on. */
  promise: string;
}

export interface Page {
  title: string;
  serviceName: string;
  /** The language the reader asked for; the page answers in the nearest one it speaks. */
  locale: string;
  /** Public pages are narrow; an account's lists need room. */
  width: 'narrow' | 'wide';
  body: Html;
  footnote?: Html;
  /** Pages that speak more than English bring the frame's words along. */
  frame?: FrameTexts;
  /** Stands at the end of the header. */
  tools?: Html;
  /** The element that loads a module of `/assets/`; the page works without it. */
  script?: Html;
}

function englishFrame(locale: string): FrameTexts {
  return {
    language: chooseEnglishLocale(locale),
    skipToContent: 'Skip to the content',
    promise: 'Files are kept encrypted, and are erased when their time is over.',
  };
}

/** The frame around every page, as a whole document. */
export function renderPage(page: Page): string {
  const { title, serviceName, width, body, footnote, tools, script } = page;
  const frame = page.frame ?? englishFrame(page.locale);
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
        <main id="main" tabindex="-1">${body}</main>
        <footer class="frame-footer">
          ${footnote}
          <p>${frame.promise}</p>
        </footer>
      </body>
    </html> `;
  return document.toString();
}

export interface Panel {
  id: string;
  title: string;
  /** How many things it holds, ready to be read. */
  count?: string;
  body: Html;
}

/** One titled part of the account's page. */
export function renderPanel({ id, title, count, body }: Panel): Html {
  const counter = count !== undefined && html` <span class="panel-count">${count}</span>`;
  return html`<section class="panel" id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}${counter}</h2>
    ${body}
  </section>`;
}

/** What stands where a list is empty: that it is, and how something gets into it. */
export function renderEmpty(fact: string, nextStep: Html, hint?: Html): Html {
  return html`<div class="empty">
    <p class="empty-fact">${fact}</p>
    <p>${nextStep}</p>
    ${hint}
  </div>`;
}
