import type { Account } from '../../../domain/model/account.ts';
import type { Formats } from '../../../i18n/formats.ts';
import type { Say } from '../../../i18n/texts/translation.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { personMark } from '../../html/people.ts';
import type { Route } from '../../routing/route.ts';
import { countUpTo } from './count-up-to.ts';
import { csrfField } from './forms.ts';

/**
 * An entry: what follows `/app/` in its address, its text, and its picture. It is shown once there is such a route. On
 * a phone, the entries with a `tab` stand at the bottom and the others behind *More*.
 */
const entries = [
  { page: '', text: 'app.home', icon: 'home', place: 'way', tab: true },
  { page: 'inbox', text: 'app.inbox', icon: 'inbox', place: 'way', tab: true },
  { page: 'send', text: 'app.send', icon: 'send', place: 'door', tab: true },
  { page: 'sent', text: 'app.sent', icon: 'sent', place: 'way', tab: true },
  { page: 'requests', text: 'app.requests', icon: 'request', place: 'way', tab: false },
  { page: 'contacts', text: 'app.contacts', icon: 'people', place: 'way', tab: false },
  { page: 'admin/', text: 'app.admin', icon: 'chart', place: 'rest', tab: false, role: 'admin' },
  { page: 'settings', text: 'app.settings', icon: 'sliders', place: 'rest', tab: false },
  { page: 'security', text: 'app.security', icon: 'shield', place: 'account', tab: false },
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
  serviceName: string;
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

/**
 * The way beside the work: a bar on a wide window, a rail on a narrower one, and on a phone a bar above and tabs below.
 * *Send* is a button there and a tab here, so it is in the page twice, and one of the two is shown.
 */
export function renderNavigation(view: NavigationView): Html {
  const { say } = view;
  const at = (place: NavigationEntry['place']) =>
    view.entries.filter((each) => each.place === place);
  const behindMore = view.entries.filter((each) => !each.tab && each.place !== 'account');
  return html`<header class="side">
    <a class="brand" href="/app/"
      ><img class="brand-mark" src="/assets/logo" alt="" /><span>${view.serviceName}</span></a
    >
    ${at('door').map(
      ({ page, icon: picture }) =>
        html`<a class="button primary side-send" href="/app/${page}"
          >${icon(picture)}${say('send.title')}</a
        >`,
    )}
    <nav aria-label="${say('app.navigation')}">
      <ul class="way">
        ${view.entries
          .filter(({ place }) => place === 'way' || place === 'door')
          .map((entry) => {
            const link = wayLink(entry, view);
            if (entry.place === 'door') return html`<li class="only-phone">${link}</li>`;
            return entry.tab ? html`<li>${link}</li>` : html`<li class="not-phone">${link}</li>`;
          })}
        ${
          behindMore.length > 0 &&
          html`<li class="only-phone">
            <details name="menu" class="menu">
              <summary class="way-link">${icon('more')}<span>${say('app.more')}</span></summary>
              <div class="menu-list menu-up">
                ${behindMore.map((entry) => menuItem(entry, view))}
              </div>
            </details>
          </li>`
        }
      </ul>
    </nav>
    <ul class="way way-rest">
      ${at('rest').map((entry) => html`<li>${wayLink(entry, view)}</li>`)}
    </ul>
    ${renderAccount(view, at('account'))}
  </header>`;
}

function wayLink(entry: NavigationEntry, view: NavigationView): Html {
  const isCurrent = entry === currentEntry(view.entries, view.route);
  return html`<a
    class="way-link"
    href="/app/${entry.page}"
    aria-current="${isCurrent ? 'page' : 'false'}"
    >${icon(entry.icon)}<span>${view.say(entry.text)}</span>${
      entry.page === 'inbox' && renderPlace(view, isCurrent)
    }</a
  >`;
}

function menuItem({ page, icon: picture, text }: NavigationEntry, { say }: NavigationView): Html {
  return html`<a class="menu-item" href="/app/${page}">${icon(picture)}${say(text)}</a>`;
}

/** Who is signed in, what belongs to them, and the way out. */
function renderAccount(view: NavigationView, own: readonly NavigationEntry[]): Html {
  const { account, csrfToken, say } = view;
  const { displayName, email } = account;
  const name = displayName === '' ? email : displayName;
  return html`<details name="menu" class="menu account">
    <summary>
      <span class="hidden-text">${say('app.account', { name })}</span>
      ${personMark(displayName, email)}
      <span class="account-name" aria-hidden="true">
        <span class="strong truncate">${name}</span>
        ${name !== email && html`<span class="small quiet truncate" title="${email}">${email}</span>`}
      </span>
      ${icon('down', 'icon-s')}
    </summary>
    <div class="menu-list menu-account">
      ${own.map((entry) => menuItem(entry, view))}
      <form method="post" action="/sign-out">
        ${csrfField(csrfToken)}
        <button class="menu-item" type="submit">${icon('sign-out')}${say('app.signOut')}</button>
      </form>
    </div>
  </details>`;
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
  return html`<span class="way-count"
    ><span class="hidden-text">${say('inbox.new')} </span>${countUpTo(count, formats)}</span
  >`;
}

/** The entry whose page is the current one, or above it. */
function currentEntry(all: readonly NavigationEntry[], route: string): NavigationEntry | undefined {
  const [, area = ''] = /^\/app\/([^/]*)/.exec(route) ?? [];
  // Security is a part of the settings, with a door of its own in the menu of the account.
  const wanted = area === 'security' ? 'settings' : area;
  return all.find(({ page }) => page.split('/', 1)[0] === wanted);
}
