/**
 * Characters in untrusted text that change how text is read. This is the one list of them: everything that
 * shows untrusted text uses it, in the form that its medium needs.
 */

/** Overrides, embeddings and isolates: they reorder all that follows, and can make `exe.gpj` of a name's end. */
const overrides = /[\u202a-\u202e\u2066-\u2069]/gu;

/** The overrides, and the marks that right-to-left scripts need: harmless only where text is isolated. */
const directionControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Control characters, line breaks of every kind, and all direction controls. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const allUnsafe = new RegExp(unsafe.source, 'gu');

/** For media that isolate a text from its surroundings. */
export function replaceOverrides(text: string, replacement: string): string {
  return text.replace(overrides, replacement);
}

/** For media that do not. */
export function withoutDirectionControls(text: string): string {
  return text.replace(directionControls, '');
}

export function holdsUnsafe(text: string): boolean {
  return unsafe.test(text);
}

/** For text that must stay one line of plain text. */
export function replaceUnsafe(text: string, replace: (character: string) => string): string {
  return text.replace(allUnsafe, replace);
}

const maxNameBytes = 255;

export type FileNameProblem = 'empty' | 'dots' | 'control' | 'too_long' | 'malformed';

/**
 * The name a sent file will have: the last path segment of what the client sent (clients send
 * whole paths of either kind), in Unicode normal form C.
 */
export function parseFileName(
  sent: string,
): { name: string; problem?: never } | { name?: never; problem: FileNameProblem } {
  if (!sent.isWellFormed()) return { problem: 'malformed' };
  const name = (sent.split(/[/\\]/).at(-1) ?? '').normalize('NFC');
  if (name === '') return { problem: 'empty' };
  if (name === '.' || name === '..') return { problem: 'dots' };
  if (holdsUnsafe(name)) return { problem: 'control' };
  if (new TextEncoder().encode(name).length > maxNameBytes) return { problem: 'too_long' };
  return { name };
}

export const fileNameProblems: Record<FileNameProblem, string> = {
  empty: 'the file name is empty.',
  dots: 'a file cannot be named "." or "..".',
  control: 'the file name holds control characters or characters that hide its reading order.',
  too_long: `the file name is longer than ${maxNameBytes} bytes.`,
  malformed: 'the file name is not valid Unicode.',
};

/** Untrusted text, made safe for a terminal or a table: it moves no cursor and hides nothing. */
export function printableText(text: string): string {
  return replaceUnsafe(text, (character) => {
    const code = character.charCodeAt(0).toString(16);
    return `\\u${code.padStart(4, '0')}`;
  });
}
