import { formatsOf } from '../../i18n/formats.ts';
import type { Language } from '../../i18n/language.ts';
import type { TextKey } from '../../i18n/texts/texts.ts';
import type { Say } from '../../i18n/texts/translation.ts';
import { renderCard } from '../html/cards.ts';
import type { Html } from '../html/html.ts';
import { html, userText } from '../html/html.ts';
import { frameTexts, renderPage } from '../html/layout.ts';

/** What the page of an API account shows. */
export interface IndexView {
  /** The reader's, and its texts. */
  language: Language;
  say: Say;
  serviceName: string;
  /** The public address of this page, percent-encoded, with its final slash. */
  accountUrl: string;
  csrfToken: string;
  account: { email: string; number: string; role: 'api' | 'user' | 'admin' };
  liveDrops: number;
  trayFiles: number;
  /** Chosen for the next transfer. */
  receivers: number;
  /** How long a file that is not sent stays in the tray. */
  trayLifetimeMs: number;
  /** The account's own and those of the operator. */
  contacts: number;
  /** What others sent and the key may read. */
  inbox: number;
}

/** The page of an account at /{user}/: its token, what it has, and how a program uses it. */
export function renderIndexPage(view: IndexView): string {
  const { language, say, serviceName, csrfToken } = view;
  return renderPage({
    title: say('account.title'),
    serviceName,
    body: html`${tokenField(csrfToken)}
      <div class="stack">${accountSection(view)}${figures(view)}${commands(view)}</div>`,
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

const roles = {
  api: 'admin.account.roleApi',
  user: 'admin.account.roleUser',
  admin: 'admin.account.roleAdmin',
} as const satisfies Record<IndexView['account']['role'], TextKey>;

function accountSection({ say, account: { email, number, role } }: IndexView): Html {
  return html`<section class="stack stack-s">
    <h1 class="display">${say('account.title')}</h1>
    <dl class="who-facts">
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
  </section>`;
}

function figures(view: IndexView): Html {
  const { say } = view;
  const shown = [
    [view.liveDrops, say('account.live')],
    [view.trayFiles, say('account.tray')],
    [view.receivers, say('sent.drop.receivers')],
    [view.contacts, say('contacts.title')],
    [view.inbox, say('inbox.title')],
  ] as const;
  return html`<ul class="glance" aria-label="${say('account.glance')}">
    ${shown.map(
      ([value, label]) =>
        html`<li class="card figure">
          <span class="figure-value">${numbers(view).number(value)}</span>
          <span class="figure-name">${label}</span>
        </li>`,
    )}
  </ul>`;
}

/** The commands of a first transfer, in the order in which a program needs them. */
function commands(view: IndexView): Html {
  const { say, trayLifetimeMs } = view;
  const time = numbers(view).timeLeft(trayLifetimeMs);
  const steps: [text: string, ...commands: Html[]][] = [
    [say('account.tokenHelp'), tokenHint(view)],
    [
      say('account.contactsHint'),
      curlHint(view, 'contacts_add', `--json '[{"email": "bob@example.com", "nick": "Bob"}]'`),
    ],
    [
      say('account.receiversHint'),
      curlHint(view, 'receivers_set', `--json '[{"email": "bob@example.com"}]'`),
    ],
    [
      say('account.uploadHint', { time }),
      curlHint(view, 'upload', '-F do=upload -F file=@report.pdf'),
    ],
    [
      say('account.sendHint'),
      curlHint(view, 'get_files'),
      curlHint(view, 'createdrop', `--json '{"ddmessage": "Hello"}'`),
    ],
    [say('account.readHint'), curlHint(view, 'get_history')],
  ];
  return renderCard({
    id: 'commands',
    title: say('account.programHelp'),
    isPadded: true,
    body: html`<ol class="guide">
      ${steps.map(
        ([text, ...hints]) =>
          html`<li>
            <p>${text}</p>
            ${hints}
          </li>`,
      )}
    </ol>`,
  });
}

/** The page tells numbers and durations, and no time of day. */
function numbers({ language }: IndexView) {
  return formatsOf({ language, timeZone: 'UTC' });
}

/** How a program calls an operation of the account. */
function curlHint(view: IndexView, operation: string, ...options: string[]): Html {
  return hint(
    `curl -u ${shellQuote(view.account.email)} -H "CSRF-Token: $TOKEN"`,
    ...options,
    shellQuote(`${view.accountUrl}cgi/${operation}.cgi`),
  );
}

/** How a program reads its token from the page. */
function tokenHint({ account, accountUrl }: IndexView): Html {
  return hint(
    `TOKEN=$(curl -s -u ${shellQuote(account.email)} ${shellQuote(accountUrl)}`,
    `| sed -n 's/.*type="hidden".* value="\\([^"]*\\)".*/\\1/p')`,
  );
}

function hint(...lines: string[]): Html {
  return html`<pre class="command" tabindex="0"><code>${lines.join(' \\\n')}</code></pre>`;
}

/** Quotes a text as one word of a shell command. */
function shellQuote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
