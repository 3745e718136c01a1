import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { plotGrowth } from '../plots/growth-plot.ts';
import { plotThroughput } from '../plots/throughput-plot.ts';
import { barsHead, barsRows } from './bars-table.ts';
import { replaceFigures } from './figures-block.ts';
import { markdownTable, textTable } from './layout.ts';
import { limitLines } from './limit-lines.ts';
import type { Report } from './report.ts';
import { describeRun, figuresHead, figuresRows } from './table.ts';

const pictures = [
  {
    file: 'throughput.svg',
    alt: 'Throughput up and down beside the references',
    plot: plotThroughput,
  },
  { file: 'growth.svg', alt: 'What an act costs as the store grows', plot: plotGrowth },
] as const;

/** Everything for people who watch. */
export function renderText(report: Report): string {
  return [
    describeRun(report).join('\n'),
    textTable(figuresHead, figuresRows(report)).trimEnd(),
    ...limitLines(report),
    textTable(barsHead, barsRows(report)).trimEnd(),
  ].join('\n\n');
}

/** The same for a document. */
export function renderMarkdown(report: Report): string {
  const drawn = pictures.filter(({ plot }) => plot(report) !== undefined);
  return [
    describeRun(report).join('  \n'),
    '### Bars',
    markdownTable(barsHead, barsRows(report)).trimEnd(),
    ...limitLines(report),
    ...drawn.map(({ file, alt }) => `![${alt}](images/${file})`),
    '### All figures',
    markdownTable(figuresHead, figuresRows(report)).trimEnd(),
  ].join('\n\n');
}

/** Throws unless figures could be put into the document, which had better be known before they are taken. */
export async function demandPlace(path: string): Promise<void> {
  replaceFigures(await readFile(path, 'utf8'), '');
}

/** Puts the figures into a document that has a place for them, and the plots beside it. */
export async function writeDocument(path: string, report: Report): Promise<void> {
  await writeFile(path, replaceFigures(await readFile(path, 'utf8'), renderMarkdown(report)));
  const imagesDir = join(dirname(path), 'images');
  await mkdir(imagesDir, { recursive: true });
  for (const { file, plot } of pictures) {
    const picture = plot(report);
    if (picture !== undefined) await writeFile(join(imagesDir, file), picture);
  }
}
