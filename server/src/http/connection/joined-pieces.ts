/** Copying a piece of this size costs less than handing it on alone. */
export const smallPieceBytes = 4 * 1024;
/** Small pieces are joined before there are more of them, so that they hold no more memory than large ones. */
const maxRunPieces = 1024;

/**
 * Pieces of a body that wait for their reader. Small ones that follow each other become one, so that
 * whoever reads a body works on its bytes and not on its pieces. Large ones are not copied.
 */
export class JoinedPieces {
  #pieces: Buffer[] = [];
  /** Small pieces that came last. */
  #run: Buffer[] = [];
  #byteLength = 0;

  get byteLength(): number {
    return this.#byteLength;
  }

  add(piece: Buffer): void {
    this.#byteLength += piece.length;
    const isSmall = piece.length < smallPieceBytes;
    if (!isSmall || this.#run.length === maxRunPieces) this.#joinRun();
    (isSmall ? this.#run : this.#pieces).push(piece);
  }

  /** All that waits, in its order. */
  takeAll(): readonly Buffer[] {
    this.#joinRun();
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#byteLength = 0;
    return pieces;
  }

  #joinRun(): void {
    const [first, second] = this.#run;
    if (first === undefined) return;
    this.#pieces.push(second === undefined ? first : Buffer.concat(this.#run));
    this.#run = [];
  }
}
