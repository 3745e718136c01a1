import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { cleanEnvironment } from '../harness/valise-command.ts';

const run = promisify(execFile);

/** Runs commands as a shell would that stops at the first failure; resolves with what they printed. */
export async function runCommands(commands: string, cwd: string): Promise<string> {
  const { stdout } = await run('sh', ['-euc', commands], { cwd, env: cleanEnvironment() });
  return stdout;
}
