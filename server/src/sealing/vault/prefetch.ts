const end = Symbol('end');

/**
 * What `work` makes of each piece, in order, with up to `depth` pieces asked for and worked on before
 * they are wanted: as many as it says at that time, and at least one. An error comes out in its place;
 * that of a piece nobody came to take is dropped with it. Ending early waits for what is under way, and
 * hands it to `discard`.
 */
export async function* prefetch<Piece, Result>(
  source: AsyncIterable<Piece>,
  depth: () => number,
  work: (piece: Piece) => Promise<Result>,
  discard: (result: Result) => void = () => undefined,
): AsyncGenerator<Result> {
  const iterator = source[Symbol.asyncIterator]();
  const underWay: Promise<Result | typeof end>[] = [];
  async function workOnNext(): Promise<Result | typeof end> {
    const next = await iterator.next();
    return next.done === true ? end : await work(next.value);
  }
  function askForNext(): void {
    const coming = workOnNext();
    // Whoever takes it meets the failure; until then nobody may be looking.
    coming.catch(() => undefined);
    underWay.push(coming);
  }
  function askAhead(): void {
    while (underWay.length < Math.max(1, depth())) askForNext();
  }
  try {
    askAhead();
    for (let coming = underWay.shift(); coming !== undefined; coming = underWay.shift()) {
      const result = await coming;
      if (result === end) return;
      askAhead();
      yield result;
    }
  } finally {
    for (const dropped of await Promise.allSettled(underWay)) {
      if (dropped.status === 'fulfilled' && dropped.value !== end) discard(dropped.value);
    }
    await iterator.return?.();
  }
}
