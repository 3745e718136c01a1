import { join } from 'node:path';
import { eventually } from './eventually.ts';
import type { RunningServer } from './server.ts';

/** The environment in which a server can be asked for its live memory. */
export const liveMemoryProbe = {
  NODE_OPTIONS: `--expose-gc --import=${join(import.meta.dirname, 'live-memory-probe.ts')}`,
};

const answer = /^live-memory: (\d+)$/gm;

/** How many bytes a server still refers to once its garbage is collected. */
export async function liveBytes(server: RunningServer): Promise<number> {
  const heard = [...server.logs().matchAll(answer)].length;
  process.kill(server.pid, 'SIGUSR2');
  return await eventually('the server tells its live memory', () => {
    const bytes = [...server.logs().matchAll(answer)][heard]?.[1];
    return bytes === undefined ? undefined : Number(bytes);
  });
}
