// Whether two chosen files are the same. A browser hides the path of a file, so that two may be one file
// chosen twice, or two different ones: exports of a device often share name, size and time.

import { pathOf } from './file-folder.js';

/** Up to this size the whole content is compared; of a larger file its beginning, middle and end. */
const wholeBytes = 8 * 1024 * 1024;
const sampleBytes = 1024 * 1024;

/**
 * @param {File} one
 * @param {File} other
 */
export async function isSameFile(one, other) {
  if (pathOf(one) !== pathOf(other) || one.size !== other.size) return false;
  if (one.lastModified !== other.lastModified) return false;
  try {
    for (const [start, end] of samplesOf(one.size)) {
      if (!(await areEqual(one.slice(start, end), other.slice(start, end)))) return false;
    }
    return true;
  } catch {
    return false; // A file that cannot be read is refused when it is sent, by its name.
  }
}

/**
 * @param {number} size
 * @returns {[start: number, end: number][]}
 */
function samplesOf(size) {
  if (size <= wholeBytes) return [[0, size]];
  const middle = Math.floor(size / 2);
  return [0, middle, size - sampleBytes].map((start) => [start, start + sampleBytes]);
}

/**
 * @param {Blob} one
 * @param {Blob} other
 */
async function areEqual(one, other) {
  const [left, right] = await Promise.all([one.arrayBuffer(), other.arrayBuffer()]);
  const theirs = new Uint8Array(right);
  return new Uint8Array(left).every((byte, at) => byte === theirs[at]);
}
