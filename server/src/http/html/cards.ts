import type { Html } from './html.ts';
import { html } from './html.ts';
import type { IconName } from './icons.ts';
import { icon } from './icons.ts';

/** The heading of a page. The link above it is made by `crumb`. */
export function renderHead(
  title: Html | string,
  more: { above?: Html | undefined; lead?: Html | undefined; acts?: Html | undefined } = {},
): Html {
  const { above, lead, acts } = more;
  return html`<div class="head">
    <div class="head-words">
      ${above}
      <h1>${title}</h1>
      ${lead}
    </div>
    ${acts !== undefined && html`<div class="acts">${acts}</div>`}
  </div>`;
}

/** The way back to the page above, which is below `/app/`. */
export function crumb(path: string, text: Html | string): Html {
  return html`<a class="crumb" href="/app/${path}">${icon('back', 'icon-s icon-turns')}${text}</a>`;
}

export interface Card {
  id: string;
  title: Html | string;
  /** The number of its items, formatted. */
  count?: string | undefined;
  /** Beside the title. */
  acts?: Html | undefined;
  body: Html;
  /** A list or table goes to the edge; a form or a text does not. */
  isPadded?: boolean;
}

/** One titled section of a page. */
export function renderCard({ id, title, count, acts, body, isPadded = false }: Card): Html {
  const counter = count !== undefined && html` <span class="count">${count}</span>`;
  return html`<section class="card" id="${id}" aria-labelledby="${id}-title">
    <div class="card-head">
      <h2 id="${id}-title">${title}${counter}</h2>
      ${acts}
    </div>
    ${isPadded ? html`<div class="card-pad stack stack-s">${body}</div>` : body}
  </section>`;
}

/** Facts with a dot between them. They hold no links: the line is clipped at its start. */
export function factsLine(facts: readonly (Html | string | false | undefined)[]): Html {
  return html`<span class="facts-line"
    >${facts.flatMap((fact) => (fact === undefined || fact === false ? [] : [html`<span>${fact}</span>`]))}</span
  >`;
}

/** Names and values, one below the other, each with its picture. */
export function slipFacts(
  facts: readonly (readonly [IconName, string, Html | string] | undefined)[],
): Html {
  return html`<dl class="slip-facts">
    ${facts.map(
      (fact) =>
        fact &&
        html`<div>
          <dt>${icon(fact[0])}${fact[1]}</dt>
          <dd>${fact[2]}</dd>
        </div>`,
    )}
  </dl>`;
}

/** Names and values without pictures. */
export function renderFacts(
  rows: readonly (readonly [string, Html | string | undefined] | undefined)[],
): Html {
  return html`<dl class="facts">
    ${rows.map(
      (row) =>
        row &&
        html`<div>
          <dt>${row[0]}</dt>
          <dd>${row[1]}</dd>
        </div>`,
    )}
  </dl>`;
}

/** What goes where until when: parts on one slip, with a perforation between them. */
export function renderSlip(label: string, parts: readonly (Html | undefined)[]): Html {
  return html`<section class="slip" aria-label="${label}">
    ${parts.map((part) => part && html`<div class="slip-part">${part}</div>`)}
  </section>`;
}
