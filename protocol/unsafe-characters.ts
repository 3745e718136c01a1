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
