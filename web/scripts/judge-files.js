/* global TextEncoder */
// Which files can be sent. The server decides (protocol/untrusted-text.ts, quotas); this is checked here
// too, so that the reader is told before the file is uploaded.

/**
 * What fits beside the uploads that were begun. No figure means no limit.
 * @typedef {{ files: number, bytes?: number, fileBytes?: number }} Limits
 */

/** @typedef {'badName' | 'fileTooLarge' | 'tooManyFiles' | 'noRoom'} Fault */

const maxNameBytes = 255;

/** Control characters, and those that reorder text. */
const forbidden = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/u;
const forbiddenAnywhere = new RegExp(forbidden.source, 'gu');

/**
 * The name with a sign in the place of what cannot be seen or would reorder it: `inv\u202egpj.exe` must not look like a
 * picture.
 * @param {string} name
 */
export function visibleName(name) {
  return name.replace(forbiddenAnywhere, '\ufffd');
}

/** @param {string} sent */
export function isUsableName(sent) {
  if (!sent.isWellFormed()) return false;
  const name = (sent.split(/[/\\]/).at(-1) ?? '').normalize('NFC');
  if (name === '' || name === '.' || name === '..' || forbidden.test(name)) return false;
  return new TextEncoder().encode(name).length <= maxNameBytes;
}

/**
 * Why each file cannot be sent; undefined for a file that can. Earlier files come first: what does not
 * fit beside them is refused, and the others are sent. A file that was begun has its room already.
 * @template {{ name: string, size: number }} Candidate
 * @param {readonly Candidate[]} files
 * @param {Limits} limits
 * @param {(file: Candidate) => boolean} isBegun
 * @returns {(Fault | undefined)[]}
 */
export function judgeFiles(files, limits, isBegun) {
  let count = 0;
  let bytes = 0;
  return files.map((file) => {
    if (!isUsableName(file.name)) return 'badName';
    if (file.size > (limits.fileBytes ?? Infinity)) return 'fileTooLarge';
    if (isBegun(file)) return undefined;
    if (count >= limits.files) return 'tooManyFiles';
    if (bytes + file.size > (limits.bytes ?? Infinity)) return 'noRoom';
    count += 1;
    bytes += file.size;
    return undefined;
  });
}
