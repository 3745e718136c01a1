import type { Html } from './html.ts';
import { html } from './html.ts';
import { pageLanguage } from './page-language.ts';

export interface Page {
  title: string;
  serviceName: string;
  /** The language the reader asked for; the page answers in the nearest one it speaks. */
  locale: string;
  /** Public pages are narrow; an account's lists need room. */
  width: 'narrow' | 'wide';
  body: Html;
  footnote?: Html;
}

/** The frame around every page, as a whole document. */
export function renderPage({ title, serviceName, locale, width, body, footnote }: Page): string {
  const document = html`<!doctype html>
    <html lang="${pageLanguage(locale)}">
      <head>
        <meta charset="utf-8" />
        <title>${title} · ${serviceName}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <link rel="icon" type="image/svg+xml" href="/assets/logo.svg" />
        <link rel="stylesheet" href="/assets/valise.css" />
      </head>
      <body class="frame frame-${width}">
        <a class="skip-link" href="#main">Skip to the content</a>
        <header class="frame-header">
          <img src="/assets/logo.svg" alt="" width="32" height="32" />
          <span class="frame-name">${serviceName}</span>
        </header>
        <main id="main" tabindex="-1">${body}</main>
        <footer class="frame-footer">
          ${footnote}
          <p>Files are kept encrypted, and are erased when their time is over.</p>
        </footer>
      </body>
    </html> `;
  return document.toString();
}
