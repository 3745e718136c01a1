const shortestMs = 1_000;
const longestMs = 30_000;
/** A process that lived so long did not fail because of how it starts. */
const soundLifeMs = 60_000;

/** How long to wait before a process that ended is started again: twice as long each time. */
export function createRestartPause() {
  let failures = 0;

  return {
    /** The first time it is started again at once: most faults are not there a second time. */
    after(livedMs: number): number {
      if (livedMs >= soundLifeMs) failures = 0;
      failures += 1;
      return failures === 1 ? 0 : Math.min(shortestMs * 2 ** (failures - 2), longestMs);
    },
  };
}
