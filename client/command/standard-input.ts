import { createHash } from 'node:crypto';

/** So much is read before anything is sent: what an earlier run has sent begins with the same, or is something else. */
const startBytes = 2 ** 20;

/** The first bytes of standard input, or all of it where it is shorter. */
export interface InputStart {
  bytes: number;
  /** In hex. */
  sha256: string;
}

/** Standard input, which can be read once. No more of it is in memory than its start. */
export async function openInput(
  stdin: AsyncIterable<Buffer>,
): Promise<{ start: InputStart; read: () => AsyncIterable<Uint8Array> }> {
  const iterator: AsyncIterator<Buffer, unknown> = stdin[Symbol.asyncIterator]();
  const pieces: Buffer[] = [];
  let bytes = 0;
  while (bytes < startBytes) {
    const { done, value } = await iterator.next();
    if (done === true) break;
    pieces.push(value);
    bytes += value.length;
  }
  const begun = Buffer.concat(pieces);
  const start = begun.subarray(0, startBytes);

  async function* read(): AsyncGenerator<Uint8Array> {
    yield begun;
    for (;;) {
      const { done, value } = await iterator.next();
      if (done === true) return;
      yield value;
    }
  }

  const sha256 = createHash('sha256').update(start).digest('hex');
  return { start: { bytes: start.length, sha256 }, read };
}
