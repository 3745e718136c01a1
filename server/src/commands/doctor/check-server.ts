import { isServerRunning } from '../../server-lock.ts';
import type { Verdict } from './finding.ts';
import { ok } from './finding.ts';

export function checkServer(lockPath: string): Verdict {
  return ok(
    isServerRunning(lockPath)
      ? 'A server is running on this data folder.'
      : 'No server is running on this data folder.',
  );
}
