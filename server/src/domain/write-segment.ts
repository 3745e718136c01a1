import type { BlobStore } from './blob-store.ts';
import type { FileLimits } from './file-limits.ts';
import { freeSpaceStride, refuseFullStore } from './file-limits.ts';
import { ValiseError } from './valise-error.ts';
import type { SegmentIntake } from './vault.ts';

interface Dependencies {
  blobs: Pick<BlobStore, 'freeBytes'>;
  limits: FileLimits;
}

/**
 * Writes what comes, at most `maxBytes`, and returns how many bytes did. That the content breaks off
 * is no error: what came before is good. More than `maxBytes` is one: `too_large`.
 */
export async function writeSegment(
  { blobs, limits }: Dependencies,
  intake: SegmentIntake,
  content: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<number> {
  let bytes = 0;
  let checkedBytes = 0;
  for await (const piece of untilBrokenOff(content)) {
    bytes += piece.length;
    if (bytes > maxBytes) throw tooMuch();
    if (bytes - checkedBytes >= freeSpaceStride) {
      checkedBytes = bytes;
      await refuseFullStore(blobs, limits, piece.length);
    }
    await intake.write(piece);
  }
  return bytes;
}

export function tooMuch(): ValiseError {
  return new ValiseError('too_large', 'This is more than the file was said to hold.');
}

/** The line broke. The sender learns how much arrived when it asks. */
const ended = { done: true, value: undefined } as const;

/** The same pieces. Whatever ends the source ends them; only the source's errors are caught here. */
async function* untilBrokenOff(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = content[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await source.next().catch(() => ended);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await source.return?.();
  }
}
