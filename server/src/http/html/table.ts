import type { Html } from './html.ts';
import { html } from './html.ts';

export interface Column<Row> {
  label: string;
  cell: (row: Row) => Html | string | undefined;
  /** Numbers are aligned at their end. */
  numeric?: boolean;
  /** Where a card shows the value, which needs no label there; the others stand below each other, with theirs. */
  place?: 'to' | 'done' | 'state' | 'end' | 'acts';
  /** Whether the label is for screen readers only. */
  isLabelHidden?: boolean;
}

/**
 * A table that a narrow stage shows as one card a row: the first column heads it. The roles repeat what the elements
 * are, because a change of `display` removes the semantics in browsers.
 */
export function renderTable<Row>(
  caption: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Html {
  return renderGroups(caption, columns, [{ rows }]);
}

/** The same as a card of its own. */
export function renderTableCard<Row>(
  caption: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Html {
  return html`<div class="card table-card">${renderTable(caption, columns, rows)}</div>`;
}

/** Rows that belong together, such as those of one day. */
interface Group<Row> {
  title?: string;
  rows: readonly Row[];
}

/** The same in groups, each below its title. */
export function renderGroups<Row>(
  caption: string,
  columns: readonly Column<Row>[],
  groups: readonly Group<Row>[],
): Html {
  return html`<table class="table table-cards" role="table">
    <caption class="hidden-text">
      ${caption}
    </caption>
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map(renderHeading)}
      </tr>
    </thead>
    ${groups.map(
      ({ title, rows }) =>
        html`<tbody role="rowgroup">
          ${
            title !== undefined &&
            html`<tr class="day" role="row">
              <th role="rowheader" scope="rowgroup" colspan="${columns.length}">${title}</th>
            </tr>`
          }
          ${rows.map((row) => renderRow(columns, row))}
        </tbody>`,
    )}
  </table>`;
}

function renderHeading<Row>(column: Column<Row>): Html {
  const label =
    column.isLabelHidden === true
      ? html`<span class="hidden-text">${column.label}</span>`
      : column.label;
  return html`<th role="columnheader" scope="col" class="${cellClasses(column)}">${label}</th>`;
}

function renderRow<Row>(columns: readonly Column<Row>[], row: Row): Html {
  const cells = columns.map((column) => {
    const content = column.cell(row);
    const classes = cellClasses(column);
    const label = column.place === undefined ? column.label : '';
    return html`<td role="cell" class="${classes}" data-label="${label}">${content}</td>`;
  });
  return html`<tr role="row">
    ${cells}
  </tr>`;
}

function cellClasses({ place, numeric = false }: Pick<Column<never>, 'place' | 'numeric'>): string {
  const classes = ['cell'];
  if (place !== undefined) classes.push(`cell-${place}`);
  if (numeric) classes.push('num');
  return classes.join(' ');
}
