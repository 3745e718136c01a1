/**
 * Syncs that several writers share: who asks while one runs waits for the next one together with all
 * others, since the one that runs may have begun too early for them. A failed sync fails all who
 * shared it.
 */
export function shareSyncs(sync: (path: string) => Promise<void>): (path: string) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const next = new Map<string, Promise<void>>();

  function start(path: string): Promise<void> {
    const started = sync(path).finally(() => running.delete(path));
    running.set(path, started);
    return started;
  }

  return (path) => {
    const current = running.get(path);
    if (current === undefined) return start(path);
    const waiting = next.get(path);
    if (waiting !== undefined) return waiting;
    const turn = current
      // How that one went is told to those who share it.
      .catch(() => undefined)
      .then(() => {
        next.delete(path);
        return start(path);
      });
    next.set(path, turn);
    return turn;
  };
}
