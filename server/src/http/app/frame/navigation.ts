import { mostCounted } from '../../../domain/dispatches/inbox-items.ts';
import type { Account } from '../../../domain/model/account.ts';
import type { Formats } from '../../../i18n/formats.ts';
import type { Say } from '../../../i18n/texts/translation.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { Route } from '../../routing/route.ts';
import { csrfField } from './forms.ts';

/** An entry: what follows `/app/` in its address, and its text. It is shown once there is such a route. */
const entries = [
  { page: '', text: 'app.home' },
  { page: 'send', text: 'app.send' },
  { page: 'sent', text: 'app.sent' },
  { page: 'requests', text: 'app.requests' },
  { page: 'inbox', text: 'app.inbox' },
  { page: 'contacts', text: 'app.contacts' },
  { page: 'settings', text: 'app.settings' },
  { page: 'security', text: 'app.security' },
  { page: 'admin/', text: 'app.admin', role: 'admin' },
] as const;

export type NavigationEntry = (typeof entries)[number];

/** The entries that have a page with a GET. */
export function entriesOf(routes: readonly Route[]): NavigationEntry[] {
  const pages = new Set(
    routes.filter(({ methods }) => methods.GET !== undefined).map(({ path }) => path),
  );
  return entries.filter(({ page }) => pages.has(`/app/${page}`));
}

/** The entries that an account sees. */
export function entriesFor(all: readonly NavigationEntry[], { role }: Account): NavigationEntry[] {
  return all.filter((entry) => !('role' in entry) || entry.role === role);
}

interface NavigationView {
  entries: readonly NavigationEntry[];
  /** The pattern of the current route. */
  route: string;
  account: Account;
  csrfToken: string;
  /** Items of the inbox that were not opened. */
  unopened: number;
  say: Say;
  formats: Formats;
}

/** How often the number of unopened items is asked for again: in the inbox together with its list. */
const refreshSeconds = { inbox: 5, elsewhere: 30 };

export function renderNavigation(view: NavigationView): Html {
  const { account, csrfToken, say } = view;
  const current = currentEntry(view.entries, view.route);
  return html`<nav class="app-nav" aria-label="${say('app.navigation')}">
    <ul>
      ${view.entries.map(
        (entry) =>
          html`<li>
            <a href="/app/${entry.page}" aria-current="${entry === current ? 'page' : 'false'}"
              >${say(entry.text)}${entry.page === 'inbox' && renderPlace(view, entry === current)}</a
            >
          </li>`,
      )}
    </ul>
    <form class="app-account" method="post" action="/sign-out">
      ${csrfField(csrfToken)}
      <span class="app-account-name">${account.email}</span>
      <button class="button" type="submit">${say('app.signOut')}</button>
    </form>
  </nav>`;
}

function renderPlace(view: NavigationView, isCurrent: boolean): Html {
  const seconds = isCurrent ? refreshSeconds.inbox : refreshSeconds.elsewhere;
  return html`<span data-live="/app/inbox/count" data-every="${seconds}"
    >${renderUnopened(view.unopened, view)}</span
  >`;
}

/** Nothing where there are none. */
export function renderUnopened(
  count: number,
  { say, formats }: Pick<NavigationView, 'say' | 'formats'>,
): Html | undefined {
  if (count === 0) return undefined;
  const shown = count < mostCounted ? formats.number(count) : `${formats.number(mostCounted - 1)}+`;
  return html`<span class="badge badge-live"
    ><span class="visually-hidden">${say('inbox.new')} </span>${shown}</span
  >`;
}

/** The entry whose page is the current one, or above it. */
function currentEntry(all: readonly NavigationEntry[], route: string): NavigationEntry | undefined {
  const [, area = ''] = /^\/app\/([^/]*)/.exec(route) ?? [];
  return all.find(({ page }) => page.split('/', 1)[0] === area);
}
