import { renderFacts, renderHead } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { breakAfterAt } from '../../link-pages/page-parts.ts';
import { csrfField } from '../frame/forms.ts';
import type { PageReader } from '../frame/frame.ts';

/** The pages of the section, by what follows `/app/admin/`. */
const pages = [
  ['', 'admin.overview'],
  ['accounts', 'admin.accounts'],
  ['drops', 'admin.drops'],
  ['outbox', 'admin.outbox'],
  ['audit', 'admin.audit'],
  ['storage', 'admin.storage'],
  ['appearance', 'admin.appearance.title'],
] as const;

export type AdminPage = (typeof pages)[number][0];

/** What all pages of the section begin with. */
export function adminHead(
  { say }: PageReader,
  current: AdminPage,
  title: string,
  notice: Html | undefined,
): Html {
  return html`${renderHead(html`${breakAfterAt(title)}`)}
    <nav class="segmented segmented-links" aria-label="${say('admin.title')}">
      ${pages.map(
        ([page, text]) =>
          html`<a
            class="segment segment-flat"
            href="/app/admin/${page}"
            aria-current="${page === current ? 'page' : 'false'}"
            >${say(text)}</a
          >`,
      )}
    </nav>
    ${notice}`;
}

/** The form above a list. It is sent by GET: its address can be kept. */
export function filterForm(page: AdminPage, say: PageReader['say'], fields: readonly Html[]): Html {
  return html`<form class="filters" method="get" action="/app/admin/${page}" role="search">
    ${fields}
    <button class="button" type="submit">${say('admin.show')}</button>
  </form>`;
}

/** A button that does one thing. `path` follows `/app/admin/`. */
export function actForm(
  csrfToken: string,
  path: string,
  text: string,
  kind: '' | 'danger' | 'danger-strong' = '',
): Html {
  return html`<form class="acts" method="post" action="/app/admin/${path}">
    ${csrfField(csrfToken)}
    <button class="button ${kind}" type="submit">${text}</button>
  </form>`;
}

/** A link to the same list with other parameters; empty ones are left out. */
export function pageLink(
  page: AdminPage | 'invitations',
  parameters: Readonly<Record<string, string | number | undefined>>,
  text: string,
): Html {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  return html`<p class="pages">
    <span></span>
    <a class="button short" rel="next" href="/app/admin/${page}?${query.toString()}"
      >${text}${icon('next', 'icon-s icon-turns')}</a
    >
  </p>`;
}

/** Names and values, one below the other. */
export function facts(rows: readonly (readonly [string, Html | string])[]): Html {
  return html`<div class="card card-pad">${renderFacts(rows)}</div>`;
}
