import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { usualPatienceMs } from './patience.ts';

const ownRoot = join(import.meta.dirname, '../..');

/** The launcher of the program in a checkout, as an operator would type it. */
export function launcherIn(checkout = ownRoot): string {
  return join(checkout, 'bin/valise');
}

export const launcher = launcherIn();

export interface CommandResult {
  status: number | null;
  stdout: string;
  stderr: string;
}

interface CommandOptions {
  input?: string;
  env?: Record<string, string>;
  patienceMs?: number;
  /** The checkout whose program runs; left out, this one. */
  checkout?: string | undefined;
}

/** What a command sees of the environment: nothing that a developer's shell may have set for Valise. */
export function cleanEnvironment(extra: Record<string, string> = {}): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !/^(?:VALISE_|NODE_TEST_)/.test(entry[0]),
  );
  return { ...Object.fromEntries(kept), ...extra };
}

/** Runs `valise …` to its end, whatever that is. */
export async function runValise(
  args: readonly string[],
  { input = '', env = {}, patienceMs = usualPatienceMs, checkout }: CommandOptions = {},
): Promise<CommandResult> {
  const child = spawn(launcherIn(checkout), args, {
    env: cleanEnvironment(env),
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: patienceMs,
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // A command that reads no input may be gone before it is given any.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [status, stdout, stderr] = await Promise.all([
    ended,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { status, stdout, stderr };
}

/** Runs a command that must succeed, and returns what it printed. */
export async function valise(...args: string[]): Promise<string> {
  return await demandSuccess(args);
}

/** The same, with the program of a checkout. */
export async function demandSuccess(
  args: readonly string[],
  options: CommandOptions = {},
): Promise<string> {
  const { status, stdout, stderr } = await runValise(args, options);
  if (status !== 0) {
    throw new Error(`valise ${args.join(' ')} ended with ${String(status)}:\n${stderr}${stdout}`);
  }
  return stdout;
}
