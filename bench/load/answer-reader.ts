const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = '0\r\n\r\n';

/**
 * Tells where an HTTP answer ends, for one request at a time. It demands success and a length or
 * chunks: a measurement of anything else would be of no use.
 */
export class AnswerReader {
  count = 0;
  #pieces: Buffer[] = [];
  #bytes = 0;
  /** Undefined until the whole head has come. */
  #extent: number | 'chunked' | undefined;

  /** Takes what arrived; true when that completes the answer. */
  push(piece: Buffer): boolean {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    this.#extent ??= findExtent(Buffer.concat(this.#pieces));
    if (!this.#isComplete()) return false;
    this.#pieces = [];
    this.#bytes = 0;
    this.#extent = undefined;
    this.count += 1;
    return true;
  }

  #isComplete(): boolean {
    if (this.#extent === undefined) return false;
    // What looks like the last chunk is it: the chunked answers that are measured hold no files.
    if (this.#extent === 'chunked') {
      return Buffer.concat(this.#pieces).toString('latin1').endsWith(lastChunk);
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
