/** A look that takes longer has failed: whoever asks about the server's health is not kept waiting. */
export const lookPatienceMs = 2_000;

/**
 * Cuts a look off after `patienceMs`. One that still hangs is not started a second time: the next
 * caller waits for the same run, so that a disk that answers nobody holds up one call and no more.
 */
export function boundedLook<Seen>(
  look: () => Promise<Seen>,
  patienceMs = lookPatienceMs,
): () => Promise<Seen> {
  let running: Promise<Seen> | undefined;

  function start(): Promise<Seen> {
    const started = look().finally(() => {
      running = undefined;
    });
    // Nobody may be left waiting when it fails.
    started.catch(() => undefined);
    return started;
  }

  return async () => {
    running ??= start();
    const cut = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      cut.reject(new Error(`no answer within ${patienceMs / 1000} s`));
    }, patienceMs);
    try {
      return await Promise.race([running, cut.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}
