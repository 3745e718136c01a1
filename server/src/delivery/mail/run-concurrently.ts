interface Work<Item> {
  /** How many may run at the same time. */
  atOnce: number;
  /** Undefined while there is nothing to do. */
  next: () => Promise<Item | undefined>;
  /** Must not throw for a fault of one item: a failure ends the whole run, which throws it. */
  run: (item: Item) => Promise<void>;
  stopping: AbortSignal | undefined;
}

/** How often new work is looked for while some is running. */
const lookAgainMs = 500;

/**
 * Works until there is nothing left, or until told to stop; resolves with how many items were started, once
 * those have ended. A long item does not delay new ones.
 */
export async function runConcurrently<Item>({
  atOnce,
  next,
  run,
  stopping,
}: Work<Item>): Promise<number> {
  const underWay = new Set<Promise<unknown>>();
  const failures: unknown[] = [];
  let begun = 0;

  async function fill(): Promise<void> {
    while (underWay.size < atOnce && failures.length === 0 && stopping?.aborted !== true) {
      const item = await next();
      if (item === undefined) return;
      begun += 1;
      const ended = run(item)
        .catch((error: unknown) => failures.push(error))
        .finally(() => underWay.delete(ended));
      underWay.add(ended);
    }
  }

  try {
    for (;;) {
      await fill();
      if (underWay.size === 0) break;
      await firstOf(underWay);
    }
  } finally {
    await Promise.all(underWay);
  }
  if (failures.length > 0) throw failures[0];
  return begun;
}

/** Resolves when one of them has ended, or soon in any case. */
async function firstOf(underWay: ReadonlySet<Promise<unknown>>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  // It only looks for new work, and keeps no process alive.
  const timer = setTimeout(resolve, lookAgainMs, undefined).unref();
  try {
    await Promise.race([...underWay, promise]);
  } finally {
    clearTimeout(timer);
  }
}
