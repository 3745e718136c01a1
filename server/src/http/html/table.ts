import type { Html } from './html.ts';
import { html } from './html.ts';

export interface Column<Row> {
  label: string;
  cell: (row: Row) => Html | string | undefined;
  /** A column without its own width takes its share of the rest. */
  width?: 'small' | 'medium' | 'large';
  /** Numbers are aligned at their end. */
  numeric?: boolean;
}

/**
 * A table that a small screen shows as one card a row, each value under its column's label. The roles
 * repeat what the elements are, because a change of `display` removes the semantics in browsers.
 */
export function renderTable<Row>(
  caption: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Html {
  return html`<table class="table" role="table">
    <caption class="visually-hidden">
      ${caption}
    </caption>
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map(renderHeading)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map((row) => renderRow(columns, row))}
    </tbody>
  </table>`;
}

function renderHeading<Row>(column: Column<Row>): Html {
  const classes = cellClasses(column);
  return html`<th role="columnheader" scope="col" class="${classes}">${column.label}</th>`;
}

function renderRow<Row>(columns: readonly Column<Row>[], row: Row): Html {
  const cells = columns.map((column) => {
    const content = column.cell(row);
    const classes = cellClasses(column);
    return html`<td role="cell" class="${classes}" data-label="${column.label}">${content}</td>`;
  });
  return html`<tr role="row">
    ${cells}
  </tr>`;
}

function cellClasses({ width, numeric = false }: Pick<Column<never>, 'width' | 'numeric'>): string {
  const classes = ['cell'];
  if (width !== undefined) classes.push(`cell-${width}`);
  if (numeric) classes.push('cell-numeric');
  return classes.join(' ');
}
