import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { cleanEnvironment } from './server-process.ts';

const execute = promisify(execFile);

export interface ProgramOutput {
  stdout: string;
  stderr: string;
}

/** Runs a program to its end; throws, with what it printed, when it fails. */
export async function runProgram(
  command: string,
  args: readonly string[],
  { cwd }: { cwd?: string } = {},
): Promise<ProgramOutput> {
  return await execute(command, [...args], { cwd, env: cleanEnvironment() });
}
