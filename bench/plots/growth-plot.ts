import { findStoredDrops } from '../cases/growth.ts';
import type { CaseReport, Report } from '../report/report.ts';
import { element, faint, ink, palette, picture, text } from './svg.ts';

const width = 820;
const height = 400;
const area = { left: 70, top: 30, right: 520, bottom: 340 };

interface Point {
  drops: number;
  milliseconds: number;
}

/** A line for each act over the size of the store; undefined when growth was not measured. */
export function plotGrowth(report: Report): string | undefined {
  const lines = report.cases.map((each) => ({ title: titleOf(each), points: pointsOf(each) }));
  const drawn = lines.filter(({ points }) => points.length > 1);
  if (drawn.length === 0) return undefined;
  const points = drawn.flatMap(({ points: own }) => own);
  const x = logScale(
    points.map(({ drops }) => drops),
    area.left,
    area.right,
  );
  const y = logScale(
    points.map(({ milliseconds }) => milliseconds),
    area.bottom,
    area.top,
  );

  const vertical = x.decades.map(
    (drops) =>
      gridLine(x.place(drops), area.top, x.place(drops), area.bottom) +
      text(x.place(drops), area.bottom + 20, drops.toLocaleString('en'), middle),
  );
  const horizontal = y.decades.map(
    (time) =>
      gridLine(area.left, y.place(time), area.right, y.place(time)) +
      text(area.left - 8, y.place(time) + 4, `${time} ms`, { 'text-anchor': 'end' }),
  );
  const ends = drawn.map(({ points: own }) => y.place(own.at(-1)?.milliseconds ?? 1));
  const labels = spreadApart(ends, labelHeight);
  const curves = drawn.map(({ title, points: own }, index) => {
    const colour = palette[index % palette.length] ?? ink;
    const places = own.map(
      ({ drops, milliseconds }) => [x.place(drops), y.place(milliseconds)] as const,
    );
    const path = places.map(([left, top]) => `${left.toFixed(1)},${top.toFixed(1)}`).join(' ');
    const dots = places.map(([cx, cy]) => element('circle', { cx, cy, r: 3.5, fill: colour }));
    return (
      element('polyline', { points: path, fill: 'none', stroke: colour, 'stroke-width': 2 }) +
      dots.join('') +
      text(area.right + 10, (labels[index] ?? 0) + 4, title, { fill: colour })
    );
  });
  const axis = text(
    (area.left + area.right) / 2,
    area.bottom + 44,
    'drops of others, a file each, in the store',
    middle,
  );
  const content = [...vertical, ...horizontal, ...curves, axis].join('');
  return picture(width, height, 'What an act costs as the store grows', content);
}

const labelHeight = 16;
const middle = { 'text-anchor': 'middle' };

function titleOf({ title }: CaseReport): string {
  return title.replace(', as the store grows', '');
}

function pointsOf({ sides }: CaseReport): Point[] {
  return sides.flatMap(({ name, rate }) => {
    const drops = findStoredDrops(name);
    return drops === undefined ? [] : [{ drops, milliseconds: 1000 / rate.median }];
  });
}

/** Places values by their magnitude, between the powers of ten around them. */
export function logScale(
  values: readonly number[],
  from: number,
  to: number,
): { place: (value: number) => number; decades: number[] } {
  const lowest = Math.floor(Math.log10(Math.min(...values)));
  const highest = Math.max(lowest + 1, Math.ceil(Math.log10(Math.max(...values))));
  const step = (to - from) / (highest - lowest);
  return {
    place: (value) => from + (Math.log10(value) - lowest) * step,
    decades: Array.from({ length: highest - lowest + 1 }, (_, index) =>
      Number(`1e${lowest + index}`),
    ),
  };
}

/** Moves places down where they would lie closer together than `gap`. */
export function spreadApart(places: readonly number[], gap: number): number[] {
  const moved = [...places];
  const downwards = places
    .map((_, index) => index)
    .sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  let last = -Infinity;
  for (const index of downwards) {
    last = Math.max(places[index] ?? 0, last + gap);
    moved[index] = last;
  }
  return moved;
}

function gridLine(x1: number, y1: number, x2: number, y2: number): string {
  return element('line', { x1, y1, x2, y2, stroke: faint });
}
