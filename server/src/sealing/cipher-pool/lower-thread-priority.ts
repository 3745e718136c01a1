import { setPriority } from 'node:os';
import { platform } from 'node:process';

/** Enough to wait behind the main thread, not enough to starve. */
const niceness = 5;

/**
 * Lets the threads that take requests go first; on Linux the call counts for the calling thread
 * alone. A refusal is normal and changes nothing but the priority: a system-call filter denies the
 * call (EPERM), and without privileges no process may lower a higher niceness (EACCES).
 */
export function lowerThreadPriority(lower: (niceness: number) => void = setPriority): void {
  if (platform !== 'linux') return;
  try {
    lower(niceness);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

function isRefusal(error: unknown): boolean {
  const info = error instanceof Error && 'info' in error ? error.info : undefined;
  const code = typeof info === 'object' && info !== null && 'code' in info ? info.code : undefined;
  return code === 'EPERM' || code === 'EACCES';
}
