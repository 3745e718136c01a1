import type { Letter } from './letter.ts';

/**
 * The letter as plain text, with what the HTML says. The sender's message is quoted, so that it cannot pose as text of
 * the service.
 */
export function renderText(letter: Letter): string {
  const { subject, address, intro, message, messageNote, moreFiles, action, until } = letter;
  const files = inColumns(letter.files.map(({ name, size }) => [name, size]));
  const blocks = [
    lines(subject, address),
    lines(intro),
    lines(message?.replace(/^/gm, '> '), messageNote),
    lines(action && `${action.label}:`, action?.link.href),
    lines(...files.map(indented), moreFiles && indented(moreFiles)),
    lines(until),
    lines(...inColumns(letter.facts.map(({ label, value }) => [label, value]))),
    lines(...letter.notes),
    lines(letter.refusal && `${letter.refusal.text}: ${letter.refusal.link.href}`),
    lines('-- ', letter.footer),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function lines(...all: (string | undefined)[]): string {
  return all.filter((line) => line !== undefined).join('\n');
}

function indented(line: string): string {
  return `  ${line}`;
}

/** A long first column does not move the second one away from all others. */
const widestColumn = 40;

/** Each row on a line, its second part below those of the others. */
function inColumns(rows: readonly (readonly [string, string | undefined])[]): string[] {
  const width = Math.min(widestColumn, Math.max(0, ...rows.map(([first]) => lengthOf(first))));
  return rows.map(([first, second]) =>
    second === undefined ? first : `${first}${blanks(width - lengthOf(first))}   ${second}`,
  );
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}

function blanks(count: number): string {
  return ' '.repeat(Math.max(0, count));
}
