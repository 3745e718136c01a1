import { findLimit } from '../report/limit.ts';
import type { Report } from '../report/report.ts';
import { findSide } from '../report/report.ts';
import { formatRate } from '../report/units.ts';
import { element, ink, palette, picture, text } from './svg.ts';

const width = 820;
const left = 110;
const barRoom = 560;
const barHeight = 14;
const groupGap = 12;
const panelGap = 34;

const servers = ['valise', '@tus/server', 'nginx'] as const;
const groups = [
  { suffix: '', title: 'one stream' },
  { suffix: '-4', title: '4 streams' },
  { suffix: '-16', title: '16 streams' },
  { suffix: '-https', title: 'HTTPS' },
] as const;

/** A bar for each server in each case of a direction; undefined when no transfer was measured. */
export function plotThroughput(report: Report): string | undefined {
  let y = 46;
  let content = legend();
  for (const direction of ['upload', 'download'] as const) {
    const panel = drawPanel(report, direction, y);
    content += panel.content;
    y = panel.end;
  }
  if (y === 46) return undefined;
  return picture(width, y, 'Throughput of Valise and references, up and down', content);
}

function drawPanel(
  report: Report,
  direction: 'upload' | 'download',
  top: number,
): { content: string; end: number } {
  const bars = groups.flatMap(({ suffix, title }) =>
    servers.flatMap((server, index) => {
      const rate = findSide(report, `${direction}${suffix}`, server)?.rate.median;
      return rate === undefined ? [] : [{ title, rate, colour: palette[index] ?? ink }];
    }),
  );
  if (bars.length === 0) return { content: '', end: top };
  const limit = findLimit(report, direction)?.bytesPerSecond;
  const widest = Math.max(...bars.map(({ rate }) => rate), limit ?? 0);
  const scale = (rate: number): number => (rate / widest) * barRoom;

  let content = text(left, top, `${direction}, GB/s`, { 'font-weight': 'bold' });
  let y = top + 12;
  const firstBar = y;
  let drawn: string | undefined;
  for (const { title, rate, colour } of bars) {
    if (title !== drawn) {
      if (drawn !== undefined) y += groupGap;
      content += text(left - 8, y + barHeight - 2, title, { 'text-anchor': 'end' });
      drawn = title;
    }
    const bar = { x: left, y, width: scale(rate), height: barHeight - 2, fill: colour };
    content += element('rect', bar);
    content += text(left + scale(rate) + 6, y + barHeight - 3, formatRate('bytes', rate));
    y += barHeight;
  }
  if (limit !== undefined) {
    const x = left + scale(limit);
    const dashes = { stroke: ink, 'stroke-dasharray': '4 3' };
    content += element('line', { x1: x, y1: firstBar, x2: x, y2: y, ...dashes });
    content += text(x + 4, y + 13, `limit of the parts ${formatRate('bytes', limit)}`);
  }
  return { content, end: y + panelGap };
}

function legend(): string {
  return servers
    .map((server, index) => {
      const x = left + index * 130;
      const mark = element('rect', {
        x,
        y: 10,
        width: 12,
        height: 12,
        fill: palette[index] ?? ink,
      });
      return mark + text(x + 18, 21, server);
    })
    .join('');
}
