import type { Format } from '../html/format.ts';
import type { PluralForms } from '../../i18n/texts/texts.ts';
import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';
import type { IndexView } from './index-view.ts';

interface Figure {
  value: number;
  label: PluralForms;
  /** The part of the page that tells more. */
  leadsTo: string;
}

export function glanceSection(view: IndexView, format: Format): Html {
  const figures: Figure[] = [
    {
      value: view.liveDrops,
      label: { one: 'live drop', other: 'live drops' },
      leadsTo: 'history',
    },
    {
      value: view.tray.total,
      label: { one: 'file in the tray', other: 'files in the tray' },
      leadsTo: 'tray',
    },
    {
      value: view.contacts.total + view.sharedContacts.total,
      label: { one: 'contact', other: 'contacts' },
      leadsTo: 'contacts',
    },
    {
      value: view.inbox.total,
      label: { one: 'delivery in the inbox', other: 'deliveries in the inbox' },
      leadsTo: 'inbox',
    },
  ];
  return html`<nav aria-label="At a glance">
    <ul class="glance">
      ${figures.map((figure) => renderFigure(figure, format))}
    </ul>
  </nav>`;
}

function renderFigure({ value, label, leadsTo }: Figure, format: Format): Html {
  return html`<li>
    <a class="figure" href="#${leadsTo}">
      <span class="figure-value">${format.number(value)}</span>
      <span class="figure-label">${format.noun(value, label)}</span>
    </a>
  </li>`;
}
