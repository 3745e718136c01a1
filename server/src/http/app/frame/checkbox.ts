import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';

/** A box to tick; ticked, its field is `yes`. */
export function checkbox(name: string, label: string, isChecked: boolean): Html {
  return html`<label class="choice" for="${name}">
    ${
      isChecked
        ? html`<input id="${name}" name="${name}" type="checkbox" value="yes" checked />`
        : html`<input id="${name}" name="${name}" type="checkbox" value="yes" />`
    }
    <span>${label}</span>
  </label>`;
}
