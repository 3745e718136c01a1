import { printableText } from './printable-text.ts';

/** Aligned columns under a header, one line a row, each line ended. */
export function formatTable(header: readonly string[], rows: readonly string[][]): string {
  const lines = [header, ...rows].map((row) => row.map(printableText));
  const widths = header.map((_, column) =>
    Math.max(...lines.map((cells) => lengthOf(cells[column] ?? ''))),
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

/** In characters, as people count them: an accent or a skin tone is none of its own. */
function lengthOf(text: string): number {
  return Array.from(new Intl.Segmenter().segment(text)).length;
}
