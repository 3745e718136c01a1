import type { Language } from '../../i18n/language.ts';
import type { Say } from '../../i18n/texts/translation.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import { icon, symbolsIn } from './icons.ts';
import { renderNote } from './notes.ts';

/** The texts of the layout in the language of its page. */
export interface FrameTexts {
  language: string;
  skipToContent: string;
  /** What readers find on every page. */
  promise: string;
  /** What every page of a sandbox says first; empty elsewhere. */
  sandbox: string;
  /** What a page says while files are dragged over it, and what it calls a picture that was pasted. */
  dropToSend: string;
  screenshot: string;
}

export interface Page {
  title: string;
  serviceName: string;
  body: Html;
  frame: FrameTexts;
  /** At the end of the header. */
  tools?: Html;
  /** The element that loads a module of `/assets/`; the page works without it. */
  script?: Html;
}

export function frameTexts(language: Language, say: Say): FrameTexts {
  return {
    language,
    skipToContent: say('download.skipToContent'),
    promise: say('download.promise'),
    sandbox: say('download.sandbox'),
    dropToSend: say('app.dropToSend'),
    screenshot: say('upload.script.screenshot'),
  };
}

export interface AppDocument extends Omit<Page, 'tools'> {
  navigation: Html;
  /** Whether browsers may install the application of which it is a page. */
  isInstallable: boolean;
}

interface Document extends Pick<Page, 'title' | 'serviceName' | 'frame' | 'script'> {
  /** The style sheet of `/assets/`. */
  sheet: 'app' | 'valise';
  /** What the viewport is, beside as wide as the device. */
  viewport?: string;
  bodyClass: string;
  content: Html;
}

/** The ground of pages, which the browser's own bars take: `--page` of `web/styles/tokens.css`. */
const grounds = { light: '#f4f6f7', dark: '#10171a' };

/** What every page is: a document with one style sheet, and the way past what repeats. */
export function renderDocument(given: Document): string {
  const { title, serviceName, frame, script, sheet, viewport = '', bodyClass, content } = given;
  const document = html`<!doctype html>
    <html lang="${frame.language}">
      <head>
        <meta charset="utf-8" />
        <title>${title} · ${serviceName}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1${viewport}" />
        <meta name="color-scheme" content="light dark" />
        ${Object.entries(grounds).map(
          ([scheme, ground]) =>
            html`<meta
              name="theme-color"
              media="(prefers-color-scheme: ${scheme})"
              content="${ground}"
            />`,
        )}
        <meta name="robots" content="noindex, nofollow" />
        <link rel="icon" href="/assets/logo" />
        <link rel="stylesheet" href="/assets/${sheet}.css" />
        ${script}
      </head>
      <body class="${bodyClass}">
        <a class="skip" href="#main">${frame.skipToContent}</a>
        ${content} ${symbolsIn(content)}
      </body>
    </html> `;
  return document.toString();
}

/** The layout of pages for people without an account. */
export function renderPage(page: Page): string {
  const { serviceName, body, frame, tools } = page;
  return renderDocument({
    ...page,
    sheet: 'valise',
    bodyClass: 'public',
    content: html`<header class="public-top">
        ${frame.sandbox !== '' && renderNote('warn', frame.sandbox)}
        <span class="brand"
          ><img class="brand-mark" src="/assets/logo" alt="" /><span>${serviceName}</span></span
        >
        ${tools}
      </header>
      <main id="main" tabindex="-1">${body}</main>
      <footer class="public-end">
        <p>${icon('lock', 'icon-s')}${frame.promise}</p>
      </footer>`,
  });
}

/**
 * It reaches below the notch and the home bar of a phone, where the style sheet keeps clear of them. A keyboard covers
 * the tabs, and leaves what is above it to the work.
 */
const appViewport = ', viewport-fit=cover, interactive-widget=resizes-visual';

/** The layout of pages for people who are signed in: the way beside the work. */
export function renderAppPage(page: AppDocument): string {
  const { body, frame, script, isInstallable } = page;
  return renderDocument({
    ...page,
    script: html`${isInstallable && html`<link rel="manifest" href="/app/manifest.webmanifest" />`}
    ${script}`,
    viewport: appViewport,
    sheet: 'app',
    bodyClass: 'app',
    content: html`${page.navigation}
      <main
        class="stage"
        id="main"
        tabindex="-1"
        data-drop="${frame.dropToSend}"
        data-screenshot="${frame.screenshot}"
      >
        ${frame.sandbox !== '' && html`<p class="note is-warn">${frame.sandbox}</p>`} ${body}
      </main>`,
  });
}
