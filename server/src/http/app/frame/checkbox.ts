import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';

/** A box to tick; ticked, its field is `yes`. */
export function checkbox(name: string, label: string, isChecked: boolean): Html {
  return html`<label class="choice" for="${name}">
    ${box(name, isChecked)}
    <span>${label}</span>
  </label>`;
}

/** The same for what is on or off by itself, not one of several to choose from. */
export function switchBox(name: string, label: string, isOn: boolean): Html {
  return html`<label class="switch" for="${name}"><span>${label}</span>${box(name, isOn)}</label>`;
}

function box(name: string, isChecked: boolean): Html {
  return isChecked
    ? html`<input id="${name}" name="${name}" type="checkbox" value="yes" checked />`
    : html`<input id="${name}" name="${name}" type="checkbox" value="yes" />`;
}
