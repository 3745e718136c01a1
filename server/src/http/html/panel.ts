import type { Html } from './html.ts';
import { html } from './html.ts';

export interface Panel {
  id: string;
  title: string;
  /** How many things it holds, ready to be read. */
  count?: string;
  body: Html;
}

/** One titled part of the account's page. */
export function renderPanel({ id, title, count, body }: Panel): Html {
  const counter = count !== undefined && html` <span class="panel-count">${count}</span>`;
  return html`<section class="panel" id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}${counter}</h2>
    ${body}
  </section>`;
}

/** What stands where a list is empty: that it is, and how something gets into it. */
export function renderEmpty(fact: string, nextStep: Html, hint?: Html): Html {
  return html`<div class="empty">
    <p class="empty-fact">${fact}</p>
    <p>${nextStep}</p>
    ${hint}
  </div>`;
}
