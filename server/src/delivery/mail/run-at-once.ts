interface Work<Item> {
  /** How many may run at the same time. */
  atOnce: number;
  /** Undefined while there is nothing to do. */
  next: () => Promise<Item | undefined>;
  /** Must not throw for what concerns one item alone: a failure ends the whole, which throws it. */
  run: (item: Item) => Promise<void>;
  stopping: AbortSignal | undefined;
}

/** How often new work is looked for while some is under way. */
const lookAgainMs = 500;

/**
 * Works until there is nothing left, or until told to stop; resolves with how many items were begun,
 * once those have ended. An item that takes long holds up none that comes in meanwhile.
 */
export async function runAtOnce<Item>({
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

/** Resolves when one of them has ended, and soon in any case. */
async function firstOf(underWay: ReadonlySet<Promise<unknown>>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  // It looks for new work only, and keeps no process alive.
  const timer = setTimeout(resolve, lookAgainMs, undefined).unref();
  try {
    await Promise.race([...underWay, promise]);
  } finally {
    clearTimeout(timer);
  }
}
