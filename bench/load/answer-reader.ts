const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('0\r\n\r\n');
const nothing = Buffer.alloc(0);

/**
 * Tells where an HTTP answer ends, for one request at a time. It demands success and a length or
 * chunks: a measurement of anything else would be of no use.
 */
export class AnswerReader {
  count = 0;
  /** All that came, until the head is whole; then only the end of it, for an answer may be large. */
  #kept: Buffer = nothing;
  #bytes = 0;
  /** Undefined until the whole head has come. */
  #extent: number | 'chunked' | undefined;

  /** Takes what arrived; true when that completes the answer. */
  push(piece: Buffer): boolean {
    this.#bytes += piece.length;
    const hasHead = this.#extent !== undefined;
    const isEnough = hasHead && piece.length >= lastChunk.length;
    this.#kept = isEnough ? piece : Buffer.concat([this.#kept, piece]);
    this.#extent ??= findExtent(this.#kept);
    if (!this.#isComplete()) return false;
    this.#kept = nothing;
    this.#bytes = 0;
    this.#extent = undefined;
    this.count += 1;
    return true;
  }

  #isComplete(): boolean {
    if (this.#extent === undefined) return false;
    // What looks like the last chunk is it: the chunked answers that are measured hold no files.
    if (this.#extent === 'chunked') {
      return this.#kept.subarray(-lastChunk.length).equals(lastChunk);
    }
    if (this.#bytes > this.#extent) throw new Error('More arrived than was asked for');
    return this.#bytes === this.#extent;
  }
}

/** How many bytes the answer has in all, once that can be told. */
function findExtent(begun: Buffer): number | 'chunked' | undefined {
  const headBytes = begun.indexOf(headEnd);
  if (headBytes === -1) return undefined;
  const head = begun.toString('latin1', 0, headBytes);
  if (!/^HTTP\/1\.1 2\d\d /.test(head)) {
    throw new Error(`Not the answer to measure:\n${begun.toString('utf8', 0, 2000)}`);
  }
  if (/\r\ntransfer-encoding: chunked/i.test(head)) return 'chunked';
  const bodyBytes = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  const hasNone = head.startsWith('HTTP/1.1 204 ');
  if (bodyBytes === undefined && !hasNone) throw new Error(`An answer without a length:\n${head}`);
  return headBytes + headEnd.length + Number(bodyBytes ?? 0);
}
