// An import would make Node load everything that its module exports, fetch and WebSocket as well, at every start.
const { IncomingMessage } = process.getBuiltinModule('node:http');

/** A slow connection divides a body into pieces of about this size, or larger ones. */
const smallPieceBytes = 1024;
/** The most small pieces in one turn of the event loop; 64 KiB if they are as large as they can be. */
const maxSmallPieces = 64;
const maxTurnMs = 5;

/**
 * A request that yields to the event loop. A body in chunks of one byte is 10,000 pieces in one read of the
 * socket, and a connection may be read 32 times in a turn. Once a body was processed for 5 ms in a turn, or
 * came in many small pieces, the next read of its socket waits for the next turn.
 */
export class PacedRequest extends IncomingMessage {
  #turnBeganAt: number | undefined;
  #smallPieces = 0;
  #isResting = false;
  /** Whether more was requested during the pause. Nothing else is read. */
  #isAskedFor = false;

  override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
    const isWanted = super.push(piece, encoding);
    if (piece === null) return isWanted;
    this.#turnBeganAt ??= this.#beginTurn();
    if (piece.length < smallPieceBytes) this.#smallPieces += 1;
    this.#isResting ||=
      this.#smallPieces >= maxSmallPieces || performance.now() - this.#turnBeganAt >= maxTurnMs;
    // On false, Node's parser stops reading the socket until `_read` is called.
    return isWanted && !this.#isResting;
  }

  override _read(size: number): void {
    if (this.#isResting) this.#isAskedFor = true;
    else super._read(size);
  }

  #beginTurn(): number {
    setImmediate(() => {
      this.#turnBeganAt = undefined;
      this.#smallPieces = 0;
      this.#isResting = false;
      if (!this.#isAskedFor) return;
      this.#isAskedFor = false;
      super._read(0);
    });
    return performance.now();
  }
}
