import type { Html } from './html.ts';
import { html } from './html.ts';
import { icon } from './icons.ts';

/** Acts behind three dots. It opens without a script; `label` names it, as in `More for Anna`. */
export function renderMenu(label: string, items: readonly (Html | undefined)[]): Html {
  return html`<details name="menu" class="menu">
    <summary class="button quiet-button icon-button short" aria-label="${label}">
      ${icon('more')}
    </summary>
    <div class="menu-list">${items}</div>
  </details>`;
}
