/* global TextEncoder */
// Which names a file can be sent under. The server has the last word (protocol/file-name.ts); asked
// here, the answer comes before the file has gone up.

const maxBytes = 255;

/** Control characters, and those that make text read in another order than it is stored. */
const forbidden = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/u;

export function isUsableName(sent) {
  if (!sent.isWellFormed()) return false;
  const name = (sent.split(/[/\\]/).at(-1) ?? '').normalize('NFC');
  if (name === '' || name === '.' || name === '..' || forbidden.test(name)) return false;
  return new TextEncoder().encode(name).length <= maxBytes;
}
