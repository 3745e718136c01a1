import type { Format } from '../html/format.ts';
import type { PluralForms } from '../../i18n/texts/texts.ts';
import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';
import type { Listing } from './index-view.ts';
import type { Column } from '../html/table.ts';
import { renderTable } from '../html/table.ts';

/** A page that grows with its account's years would load slower every month. */
export const shownAtMost = 50;

interface ListingParts<Item> {
  listing: Listing<Item>;
  caption: string;
  columns: readonly Column<Item>[];
  /** What stands in its place when there is nothing. */
  empty: Html;
  /** The sentence that follows the number of items left out. */
  more: PluralForms;
}

/** The head of a list as a table, with a word about what was left out. */
export function renderListing<Item>(parts: ListingParts<Item>, format: Format): Html {
  const shown = parts.listing.items.slice(0, shownAtMost);
  if (shown.length === 0) return parts.empty;
  const hidden = parts.listing.total - shown.length;
  return html`${renderTable(parts.caption, parts.columns, shown)}
  ${hidden > 0 && html`<p class="more">${format.count(hidden, parts.more)}</p>`}`;
}

/** The most items that a cell shows. */
export const fewAtMost = 4;

/** A few items inside a cell; the rest is a number. */
export function renderFew<Item>(
  items: readonly Item[],
  renderItem: (item: Item) => Html,
  format: Format,
): Html | undefined {
  if (items.length === 0) return undefined;
  const shown = items.length > fewAtMost ? items.slice(0, fewAtMost - 1) : items;
  const hidden = items.length - shown.length;
  return html`<ul class="few">
    ${shown.map((item) => html`<li>${renderItem(item)}</li>`)}
    ${hidden > 0 && html`<li class="quiet">and ${format.number(hidden)} more</li>`}
  </ul>`;
}
