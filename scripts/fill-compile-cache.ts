import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerProcess } from '../e2e/harness/server-process.ts';

/**
 * Starts a server and stops it in order: only then does Node keep what it compiled. Tests kill most of their
 * servers, so that without this each one would compile all sources again, which doubles the cost of a start.
 */
export async function fillCompileCache(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'valise-compile-cache-'));
  const server = new ServerProcess(dataDir, { settings: ['--workers', '1'] });
  try {
    await server.start();
    await server.stop();
  } finally {
    await server.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
}
