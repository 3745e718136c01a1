import { execFile } from 'node:child_process';
import type { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { cleanEnvironment } from './server-process.ts';

const execute = promisify(execFile);

export interface ProgramOutput {
  stdout: string;
  stderr: string;
}

export interface StartedProgram {
  stdin: Writable;
  /** Rejects, with what the program printed, when it fails. */
  output: Promise<ProgramOutput>;
}

/** Starts a program that waits for what it is given. */
export function startProgram(
  command: string,
  args: readonly string[],
  { cwd }: { cwd?: string } = {},
): StartedProgram {
  const output = execute(command, [...args], { cwd, env: cleanEnvironment() });
  const { stdin } = output.child;
  if (stdin === null) throw new Error(`${command} cannot be given anything`);
  return { stdin, output };
}

/** Runs a program to its end; throws, with what it printed, when it fails. */
export async function runProgram(
  command: string,
  args: readonly string[],
  { cwd, input }: { cwd?: string; input?: string } = {},
): Promise<ProgramOutput> {
  const { stdin, output } = startProgram(command, args, cwd === undefined ? {} : { cwd });
  if (input !== undefined) stdin.end(input);
  return await output;
}
