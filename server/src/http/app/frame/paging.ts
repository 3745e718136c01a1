import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';

/** Links from one page of a list to the first and to the next, which begins after the entry `last`. */
export function renderPaging(
  isFirst: boolean,
  last: string | undefined,
  area: 'inbox' | 'requests',
  [newest, older]: readonly [string, string],
): Html | undefined {
  if (isFirst && last === undefined) return undefined;
  return html`<p class="pages">
    ${isFirst ? html`<span></span>` : html`<a class="button short" href="/app/${area}">${newest}</a>`}
    ${
      last !== undefined &&
      html`<a class="button short" href="/app/${area}?after=${last}" rel="next"
        >${older}${icon('next', 'icon-s icon-turns')}</a
      >`
    }
  </p>`;
}
