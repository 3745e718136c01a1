export interface Begun<Piece> extends AsyncIterableIterator<Piece, unknown> {
  /** Ends it early, once what is under way has come. A loop that is left does so by itself. */
  return(): Promise<IteratorReturnResult<undefined>>;
}

/** The same content, its first piece asked for before it is wanted. An error comes out in its place. */
export function begun<Piece>(content: AsyncIterable<Piece, unknown>): Begun<Piece> {
  const iterator = content[Symbol.asyncIterator]();
  let first: Promise<IteratorResult<Piece, unknown>> | undefined = iterator.next();
  // Whoever takes it meets the failure; until then nobody may be looking.
  first.catch(() => undefined);
  const pieces: Begun<Piece> = {
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
