/**
 * The same pieces, each asked for while the one before is in use. An error comes out in its place;
 * that of a piece nobody came to take is dropped with it.
 */
export async function* readAhead<Piece>(source: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  const iterator = source[Symbol.asyncIterator]();
  // Settled and not awaited, so that a piece that fails early waits quietly for its turn.
  let coming = Promise.allSettled([iterator.next()]);
  try {
    for (;;) {
      const [outcome] = await coming;
      if (outcome.status === 'rejected') throw outcome.reason;
      if (outcome.value.done === true) return;
      coming = Promise.allSettled([iterator.next()]);
      yield outcome.value.value;
    }
  } finally {
    await iterator.return?.();
  }
}
