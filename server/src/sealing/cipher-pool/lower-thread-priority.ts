import { setPriority } from 'node:os';
import { platform } from 'node:process';

/** Enough to yield to the main thread, not enough to starve. */
const niceness = 5;

/**
 * Gives the threads that serve requests priority; on Linux the call affects only the calling thread. A
 * refusal is normal and changes nothing but the priority: a system-call filter denies the call (EPERM), and
 * without privileges no process may lower a higher niceness (EACCES).
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
