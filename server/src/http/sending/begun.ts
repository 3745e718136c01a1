export interface Begun<Piece> extends AsyncIterableIterator<Piece, unknown> {
  /** Resolves when the first piece is there; rejects where it cannot be read. */
  started(): Promise<unknown>;
  /** Ends it early, once the running read has ended. Leaving a loop does so by itself. */
  return(): Promise<IteratorReturnResult<undefined>>;
}

/** The same content, its first piece requested ahead. An error is thrown in its place. */
export function begun<Piece>(content: AsyncIterable<Piece, unknown>): Begun<Piece> {
  const iterator = content[Symbol.asyncIterator]();
  const started = iterator.next();
  let first: Promise<IteratorResult<Piece, unknown>> | undefined = started;
  // The consumer gets the failure; until then nothing handles it.
  started.catch(() => undefined);
  const pieces: Begun<Piece> = {
    started: () => started,
    next() {
      const coming = first ?? iterator.next();
      first = undefined;
      return coming;
    },
    async return() {
      await iterator.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => pieces,
  };
  return pieces;
}
