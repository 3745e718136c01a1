import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';

/** Links from one page of a list to the first and to the next, which begins after the entry `last`. */
export function renderPaging(
  isFirst: boolean,
  last: string | undefined,
  area: 'inbox' | 'requests',
  [newest, older]: readonly [string, string],
): Html | undefined {
  if (isFirst && last === undefined) return undefined;
  return html`<p class="paging">
    ${!isFirst && html`<a href="/app/${area}">${newest}</a>`}
    ${last !== undefined && html`<a href="/app/${area}?after=${last}" rel="next">${older}</a>`}
  </p>`;
}
