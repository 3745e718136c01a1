import type { Html } from './html.ts';
import { html } from './html.ts';
import { icon } from './icons.ts';

/**
 * Acts behind three dots. It opens without a script; `label` names it, as in `More for Anna`. `kind`: the classes of
 * its button. Beside buttons it is one of them.
 */
export function renderMenu(
  label: string,
  items: readonly (Html | undefined)[],
  kind = 'quiet-button icon-button short',
): Html {
  return html`<details name="menu" class="menu">
    <summary class="button ${kind}" aria-label="${label}">${icon('more')}</summary>
    <div class="menu-list">${items}</div>
  </details>`;
}
