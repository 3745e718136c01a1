/**
 * `version` and `look` of the port. Two snapshots of PostgreSQL that read the same see the same transactions, so
 * as long as they do, nothing has changed (postgresql.org/docs/current/functions-info.html). `read` returns the
 * current one (decision 0067).
 */
export function createSnapshotVersion(read: () => Promise<string>) {
  let version = 0;
  /** What `version` stands for. Undefined: nothing is known to be unchanged. */
  let seen: string | undefined;
  let forgotten = 0;
  let next: Promise<void> | undefined;

  async function lookNow(): Promise<void> {
    const forgottenBefore = forgotten;
    const snapshot = await read();
    // What this process wrote meanwhile may be missing in it.
    if (forgotten !== forgottenBefore) return;
    if (snapshot !== seen) version += 1;
    seen = snapshot;
  }

  /** One statement for all who ask in the same turn of the event loop. */
  function look(): Promise<void> {
    next ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      next = undefined;
      return lookNow();
    });
    return next;
  }

  /** For a commit of this process, and where another server may have the number of a snapshot once more. */
  function forget(): void {
    seen = undefined;
    forgotten += 1;
  }

  return { version: () => (seen === undefined ? undefined : version), look, forget };
}
