import { createFormat } from '../html/format.ts';
import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';
import type { IndexView } from './index-view.ts';
import { renderPage } from '../html/layout.ts';
import { accountSection } from './account-section.ts';
import { contactsSection } from './contacts-section.ts';
import { glanceSection } from './glance-section.ts';
import { historySection } from './history-section.ts';
import { inboxSection } from './inbox-section.ts';
import { receiversSection } from './receivers-section.ts';
import { traySection } from './tray-section.ts';

export type { IndexView } from './index-view.ts';

/** The page of an account at /{user}/: what it has, and what it can do next. */
export function renderIndexPage(view: IndexView): string {
  const timeZone = view.timeZone ?? 'UTC';
  const format = createFormat({ locale: view.locale, timeZone, now: view.now });
  const sections = [
    accountSection(view),
    glanceSection(view, format),
    inboxSection(view, format),
    traySection(view, format),
    receiversSection(view, format),
    contactsSection(view, format),
    historySection(view, format),
  ];
  return renderPage({
    title: 'Your account',
    serviceName: view.serviceName,
    locale: view.locale,
    width: 'wide',
    body: html`${tokenField(view.csrfToken)}${sections}`,
    footnote: html`<p>Times on this page are in the time zone ${timeZone}.</p>`,
  });
}

/**
 * Clients find the token with a pattern, not a parser: every character outside the value is part
 * of the contract, the field has a line of its own, and comes before what others have typed.
 */
function tokenField(token: string): Html {
  // prettier-ignore
  return html`\n<input type="hidden" id="csrftoken" name="csrftoken" value="${token}">\n`;
}
