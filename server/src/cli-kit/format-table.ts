import { printableText } from './printable-text.ts';

/** Aligned columns under a header, one line a row, each line ended. */
export function formatTable(header: readonly string[], rows: readonly string[][]): string {
  const lines = [header, ...rows].map((row) => row.map(printableText));
  const widths = header.map((_, column) =>
    lines.reduce((widest, cells) => Math.max(widest, lengthOf(cells[column] ?? '')), 0),
  );
  return lines
    .map((cells) => {
      const padded = cells.map((cell, column) => {
        return cell + ' '.repeat((widths[column] ?? 0) - lengthOf(cell));
      });
      return `${padded.join('  ').trimEnd()}\n`;
    })
    .join('');
}

const segmenter = new Intl.Segmenter();

/** In characters, as people count them: an accent or a skin tone is none of its own. */
function lengthOf(text: string): number {
  return isPlain(text) ? text.length : Array.from(segmenter.segment(text)).length;
}

/** Only printable ASCII, of which each is one character: most cells, and much quicker to measure. */
function isPlain(text: string): boolean {
  return /^[ -~]*$/.test(text);
}
