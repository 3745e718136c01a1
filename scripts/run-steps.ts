import { spawn } from 'node:child_process';

/** A program and its arguments, and what it finds in the environment besides. */
export interface Command {
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
}

/**
 * Runs steps side by side; one that fails stops no other. The output of the first step is shown as it comes, that of
 * the others when a step has ended, so that it stays together. Resolves with the steps that failed.
 */
export async function runSteps(
  steps: readonly string[],
  commandOf: (step: string) => Command,
): Promise<string[]> {
  const failed: string[] = [];
  const startedAt = performance.now();
  await Promise.all(
    steps.map(async (step, index) => {
      const hasSucceeded = await run(commandOf(step), index === 0);
      if (!hasSucceeded) failed.push(step);
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      process.stdout.write(`${step}: ${hasSucceeded ? 'passed' : 'failed'} after ${seconds} s\n`);
    }),
  );
  return failed;
}

async function run({ args, env = {} }: Command, isShown: boolean): Promise<boolean> {
  const output = isShown ? 'inherit' : 'pipe';
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', output, output],
    env: { ...process.env, ...env },
  });
  const pieces: Buffer[] = [];
  child.stdout?.on('data', (piece: Buffer) => pieces.push(piece));
  child.stderr?.on('data', (piece: Buffer) => pieces.push(piece));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  process.stdout.write(Buffer.concat(pieces));
  return status === 0;
}
