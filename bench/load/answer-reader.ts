const headEnd = Buffer.from('\r\n\r\n');

/**
 * Tells where an HTTP answer ends, for one request at a time. It demands 200 and a Content-Length:
 * a measurement of anything else would be of no use.
 */
export class AnswerReader {
  count = 0;
  #pending: Buffer = Buffer.alloc(0);

  /** Takes what arrived; true when that completes the answer. */
  push(piece: Buffer): boolean {
    this.#pending = this.#pending.length === 0 ? piece : Buffer.concat([this.#pending, piece]);
    const headBytes = this.#pending.indexOf(headEnd);
    if (headBytes === -1) return false;
    const head = this.#pending.toString('latin1', 0, headBytes);
    if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(`Not the answer to measure:\n${head}`);
    const bodyBytes = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (bodyBytes === undefined) throw new Error(`An answer without a length:\n${head}`);
    const missing = headBytes + headEnd.length + Number(bodyBytes) - this.#pending.length;
    if (missing > 0) return false;
    if (missing < 0) throw new Error('More arrived than was asked for');
    this.#pending = Buffer.alloc(0);
    this.count += 1;
    return true;
  }
}
