import { errorText } from './error-texts.ts';
import { html } from '../html/html.ts';
import { renderPage } from '../html/layout.ts';
import { userText } from '../html/user-text.ts';

export interface ErrorView {
  status: number;
  /** Left out, the page has a title of its own for the status. */
  title?: string;
  /** A sentence for people, as the error carries it. */
  message: string;
  requestId: string;
  serviceName: string;
  locale: string;
}

/** What a browser gets instead of a page: what happened, what to do, and a reference to quote. */
export function renderErrorPage(view: ErrorView): string {
  const text = errorText(view.status);
  const title = view.title ?? text.title;
  const body = html`<section class="notice">
    <h1>${title}</h1>
    ${!saysTheSame(view.message, title) && html`<p>${userText(view.message)}</p>`}
    <p>${text.nextStep}</p>
    <p class="reference">
      <span>Reference</span>
      <code>${view.requestId}</code>
    </p>
  </section>`;
  return renderPage({
    title,
    serviceName: view.serviceName,
    locale: view.locale,
    width: 'narrow',
    body,
  });
}

/** A title has no full stop. */
function saysTheSame(message: string, title: string): boolean {
  return message.replace(/\.$/, '') === title;
}
