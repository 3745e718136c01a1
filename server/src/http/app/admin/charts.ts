import type { DayFigure } from '../../../domain/administration/day-figures.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { renderTable } from '../../html/table.ts';
import type { PageReader } from '../frame/frame.ts';

/** Of the drawing, in its own units. */
const [width, height] = [300, 72];

export interface ChartView {
  reader: PageReader;
  /** What is counted. */
  name: string;
  figures: readonly DayFigure[];
  /** How a value is written. */
  write: (value: number) => string;
}

/** One bar for each day, the last one apart. */
export function barChart(view: ChartView): Chart {
  const { figures } = view;
  const step = width / Math.max(1, figures.length);
  const most = Math.max(1, ...figures.map(({ value }) => value));
  return withTable(
    view,
    html`${figures.map(({ value }, index) => {
      const tall = (value / most) * height;
      const isLast = index === figures.length - 1;
      return html`<rect
        class="bar ${isLast && 'bar-now'}"
        x="${round(index * step + step * 0.14)}"
        y="${round(height - tall)}"
        width="${round(step * 0.72)}"
        height="${round(tall)}"
        rx="1.5"
      />`;
    })}`,
  );
}

/** A line over the days, and the ground below it. */
export function lineChart(view: ChartView): Chart {
  const { figures } = view;
  const most = Math.max(1, ...figures.map(({ value }) => value));
  const step = width / Math.max(1, figures.length - 1);
  const points = figures
    .map(
      ({ value }, index) =>
        `${round(index * step)} ${round(height - 2 - (value / most) * (height - 8))}`,
    )
    .join(' ');
  const end = round((figures.length - 1) * step);
  return withTable(
    view,
    html`<path class="area" d="M${points} ${end} ${height} 0 ${height}z" /><path
        class="line"
        d="M${points}"
      />`,
  );
}

/** Parts of a whole on one bar, from its start; a part of nothing is left out. `text` says it. */
export function shareChart(
  text: string,
  parts: readonly (readonly [tone: 'good' | 'warn' | 'quiet', count: number])[],
): Chart {
  const shown = parts.filter(([, count]) => count > 0);
  const whole = shown.reduce((sum, [, count]) => sum + count, 0);
  const gap = 3;
  const room = width - gap * (shown.length - 1);
  let from = 0;
  const drawing = html`<svg
    class="chart"
    viewBox="0 0 ${width} ${height}"
    role="img"
    aria-label="${text}"
  >
    ${shown.map(([tone, count]) => {
      const x = from;
      const wide = (count / whole) * room;
      from += wide + gap;
      return html`<rect
        class="part-${tone}"
        x="${round(x)}"
        y="28"
        width="${round(wide)}"
        height="16"
        rx="3"
      />`;
    })}
  </svg>`;
  return { drawing };
}

/** What a card has of a chart: the drawing, which says in a sentence what it shows, and all its values as a table. */
export interface Chart {
  drawing: Html;
  values?: Html;
}

function withTable({ reader, name, figures, write }: ChartView, shapes: Html): Chart {
  const { say, formats } = reader;
  const values = figures.map(({ value }) => value);
  const text = say('admin.chart.text', {
    name,
    least: write(Math.min(...values)),
    most: write(Math.max(...values)),
    now: write(values.at(-1) ?? 0),
  });
  const drawing = html`<svg
    class="chart"
    viewBox="0 0 ${width} ${height}"
    role="img"
    aria-label="${text}"
  >
    ${shapes}
  </svg>`;
  return {
    drawing,
    values: html`<details class="more-about">
      <summary>${say('admin.chart.values')}<span class="hidden-text">: ${name}</span></summary>
      ${renderTable<DayFigure>(
        name,
        [
          {
            label: say('admin.room.day'),
            cell: ({ day }) => html`<time datetime="${day}">${formats.utcDay(day)}</time>`,
          },
          { label: name, cell: ({ value }) => write(value), numeric: true },
        ],
        [...figures].reverse(),
      )}
    </details>`,
  };
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}
