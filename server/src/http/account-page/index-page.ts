import type { TextKey } from '../../i18n/texts/texts.ts';
import type { Format } from '../html/format.ts';
import { createFormat } from '../html/format.ts';
import type { Html } from '../html/html.ts';
import { html, userText } from '../html/html.ts';
import { frameTexts, renderPage } from '../html/layout.ts';
import { contactsSection, receiversSection, traySection } from './contacts-section.ts';
import { historySection, inboxSection } from './history-section.ts';
import type { AccountView, IndexView } from './index-view.ts';

export type { IndexView } from './index-view.ts';

/** The page of an account at /{user}/: what it has, and what it can do next. */
export function renderIndexPage(view: IndexView): string {
  const timeZone = view.timeZone ?? 'UTC';
  const { language, say } = view;
  const format = createFormat({ language, timeZone, now: view.now });
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
    title: say('account.title'),
    serviceName: view.serviceName,
    width: 'wide',
    body: html`${tokenField(view.csrfToken)}${sections}`,
    footnote: html`<p>${say('account.timeZone', { zone: timeZone })}</p>`,
    frame: frameTexts(language, say),
  });
}

/**
 * Clients find the token with a pattern, not a parser: every character outside the value is part of the
 * contract, the field has its own line, and comes before untrusted text.
 */
function tokenField(token: string): Html {
  // prettier-ignore
  return html`\n<input type="hidden" id="csrftoken" name="csrftoken" value="${token}">\n`;
}

interface Figure {
  value: number;
  label: string;
  /** The section with the details. */
  leadsTo: string;
}

function glanceSection(view: IndexView, format: Format): Html {
  const { say } = view;
  const contacts = view.contacts.total + view.sharedContacts.total;
  const figures: Figure[] = [
    { value: view.liveDrops, label: say('account.live'), leadsTo: 'history' },
    { value: view.tray.total, label: say('account.tray'), leadsTo: 'tray' },
    { value: contacts, label: say('contacts.title'), leadsTo: 'contacts' },
    { value: view.inbox.total, label: say('inbox.title'), leadsTo: 'inbox' },
  ];
  return html`<nav aria-label="${say('account.glance')}">
    <ul class="glance">
      ${figures.map((figure) => renderFigure(figure, format))}
    </ul>
  </nav>`;
}

function renderFigure({ value, label, leadsTo }: Figure, format: Format): Html {
  return html`<li>
    <a class="figure" href="#${leadsTo}">
      <span class="figure-value">${format.number(value)}</span>
      <span class="figure-label">${label}</span>
    </a>
  </li>`;
}

const roles = {
  api: 'admin.account.roleApi',
  user: 'admin.account.roleUser',
  admin: 'admin.account.roleAdmin',
} as const satisfies Record<AccountView['role'], TextKey>;

function accountSection(view: IndexView): Html {
  const { say } = view;
  const { email, number, role } = view.account;
  return html`<section class="account">
    <h1>${say('account.title')}</h1>
    <dl class="facts">
      <div>
        <dt>${say('contacts.email')}</dt>
        <dd>${userText(email)}</dd>
      </div>
      <div>
        <dt>${say('contacts.number')}</dt>
        <dd>${userText(number)}</dd>
      </div>
      <div>
        <dt>${say('admin.account.role')}</dt>
        <dd>${say(roles[role])}</dd>
      </div>
    </dl>
    <details class="help">
      <summary>${say('account.programHelp')}</summary>
      <p>${say('account.tokenHelp')}</p>
      ${tokenHint(view)}
    </details>
  </section>`;
}

/** How a program calls an operation of the account. */
export function curlHint(view: IndexView, operation: string, ...options: string[]): Html {
  const lines = [
    `curl -u ${shellQuote(view.account.email)} -H "CSRF-Token: $TOKEN"`,
    ...options,
    shellQuote(`${view.accountUrl}${operation}`),
  ];
  return html`<pre class="hint"><code>${lines.join(' \\\n')}</code></pre>`;
}

/** How a program reads its token from the page. */
function tokenHint(view: IndexView): Html {
  const lines = [
    `TOKEN=$(curl -s -u ${shellQuote(view.account.email)} ${shellQuote(view.accountUrl)}`,
    `| sed -n 's/.*type="hidden".* value="\\([^"]*\\)".*/\\1/p')`,
  ];
  return html`<pre class="hint"><code>${lines.join(' \\\n')}</code></pre>`;
}

/** Quotes a text as one word of a shell command. */
function shellQuote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
