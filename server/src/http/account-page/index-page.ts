import type { PluralForms } from '../../i18n/texts/texts.ts';
import type { Format } from '../html/format.ts';
import { createFormat } from '../html/format.ts';
import type { Html } from '../html/html.ts';
import { html, userText } from '../html/html.ts';
import { renderPage } from '../html/layout.ts';
import { contactsSection, receiversSection, traySection } from './contacts-section.ts';
import { historySection, inboxSection } from './history-section.ts';
import type { AccountView, IndexView } from './index-view.ts';

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
 * Clients find the token with a pattern, not a parser: every character outside the value is part of the
 * contract, the field has its own line, and comes before untrusted text.
 */
function tokenField(token: string): Html {
  // prettier-ignore
  return html`\n<input type="hidden" id="csrftoken" name="csrftoken" value="${token}">\n`;
}

interface Figure {
  value: number;
  label: PluralForms;
  /** The section with the details. */
  leadsTo: string;
}

function glanceSection(view: IndexView, format: Format): Html {
  const figures: Figure[] = [
    {
      value: view.liveDrops,
      label: { one: 'live drop', other: 'live drops' },
      leadsTo: 'history',
    },
    {
      value: view.tray.total,
      label: { one: 'file in the tray', other: 'files in the tray' },
      leadsTo: 'tray',
    },
    {
      value: view.contacts.total + view.sharedContacts.total,
      label: { one: 'contact', other: 'contacts' },
      leadsTo: 'contacts',
    },
    {
      value: view.inbox.total,
      label: { one: 'delivery in the inbox', other: 'deliveries in the inbox' },
      leadsTo: 'inbox',
    },
  ];
  return html`<nav aria-label="At a glance">
    <ul class="glance">
      ${figures.map((figure) => renderFigure(figure, format))}
    </ul>
  </nav>`;
}

function renderFigure({ value, label, leadsTo }: Figure, format: Format): Html {
  return html`<li>
    <a class="figure" href="#${leadsTo}">
      <span class="figure-value">${format.number(value)}</span>
      <span class="figure-label">${format.noun(value, label)}</span>
    </a>
  </li>`;
}

const roles: Record<AccountView['role'], string> = {
  api: 'Program (API account)',
  user: 'Person',
  admin: 'Administrator',
};

function accountSection(view: IndexView): Html {
  const { email, number, role } = view.account;
  const [name = email] = email.split('@');
  return html`<section class="account">
    <h1>Welcome, ${userText(name)}</h1>
    <dl class="facts">
      <div>
        <dt>E-mail</dt>
        <dd>${userText(email)}</dd>
      </div>
      <div>
        <dt>Mobile number</dt>
        <dd>${userText(number)}</dd>
      </div>
      <div>
        <dt>Role</dt>
        <dd>${roles[role]}</dd>
      </div>
    </dl>
    ${role === 'api' && programHelp(view)}
  </section>`;
}

function programHelp(view: IndexView): Html {
  return html`<details class="help">
    <summary>How a program uses this account</summary>
    <p>
      Every operation needs the header <code>CSRF-Token</code>. Its value stands in a hidden field
      of this page, and stays good as long as it is used. The commands on this page ask for the API
      key and read the token from <code>$TOKEN</code>:
    </p>
    ${tokenHint(view)}
  </details>`;
}

export interface WelcomeView {
  serviceName: string;
  locale: string;
}

/** The start page for visitors without an account. */
export function renderWelcomePage({ serviceName, locale }: WelcomeView): string {
  const body = html`<section class="notice">
    <h1>Send and receive files safely</h1>
    <p>
      ${serviceName} carries files that are too large or too private for a mail. They are encrypted
      while they are kept here, and erased when their time is over.
    </p>
    <h2>You got a mail with a link</h2>
    <p>
      Open the link exactly as it stands in the mail. It is meant for you alone, so please do not
      pass it on. If you do not know the sender, do not open it, and ask them in another way first.
    </p>
    <h2>You have an account</h2>
    <p>
      Your page is at this address, followed by your e-mail address and a slash, for example
      <code>/anna.berg@clinic.example/</code>
    </p>
    <h2>You would like an account</h2>
    <p>Accounts are given by whoever runs this service for you. There is no sign-up here.</p>
  </section>`;
  return renderPage({ title: 'Welcome', serviceName, locale, width: 'narrow', body });
}

/** How a program calls an operation of its account; nothing for people, who sign in differently. */
export function curlHint(
  view: IndexView,
  operation: string,
  ...options: string[]
): Html | undefined {
  if (view.account.role !== 'api') return undefined;
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
