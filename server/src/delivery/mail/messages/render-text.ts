import type { Letter } from './letter.ts';

/** The letter for readers of plain text. What the sender wrote is quoted, so that it cannot pose as ours. */
export function renderText(letter: Letter): string {
  const { subject, address, intro, message, messageNote, moreFiles, action, until } = letter;
  const files = letter.files.map(({ name, size }) =>
    size === undefined ? `- ${name}` : `- ${name} (${size})`,
  );
  const blocks = [
    lines(subject, address),
    lines(intro),
    lines(message?.replace(/^/gm, '> '), messageNote),
    lines(...files, moreFiles && `- ${moreFiles}`),
    lines(action && `${action.label}:`, action?.link.href),
    lines(until),
    lines(...letter.notes),
    lines(letter.refusal?.text, letter.refusal?.link.href),
    lines('-- ', letter.footer),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function lines(...all: (string | undefined)[]): string {
  return all.filter((line) => line !== undefined).join('\n');
}
