import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitStatus } from './exit-status.ts';

/** Asks one question. The end of input is an empty answer. */
export async function askOnTerminal(
  question: string,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<string> {
  const terminal = createInterface({ input, output });
  const { promise, resolve } = Promise.withResolvers<string>();
  terminal.once('close', () => {
    resolve('');
  });
  terminal.question(question, resolve);
  try {
    return await promise;
  } finally {
    terminal.close();
  }
}

/** How long the last lines of a log wait for a reader that does not read. */
const logDrainMs = 1000;

/**
 * Follows a command's outputs from its start. `statusAfterOutput` resolves once everything written was
 * passed to the operating system: a pipe takes 64 KiB at a time, and a process that exits sooner loses the
 * rest. A closed pipe (`| head`) is not a failure; output that could not be written for another reason
 * turns success into failure.
 */
export function followOutput(stdout: Writable, stderr: Writable) {
  let failure: Error | undefined;
  let isLog = false;
  function note(error: (Error & { code?: string }) | null | undefined): void {
    if (error instanceof Error && error.code !== 'EPIPE') failure ??= error;
  }
  stdout.on('error', note);
  stderr.on('error', note);

  /** Resolves when everything that was written before was passed on, or cannot be passed on any more. */
  function drained(output: Writable): Promise<void> {
    return new Promise((resolve) => {
      output.write('', (error) => {
        note(error);
        resolve();
      });
    });
  }

  return {
    treatAsLog() {
      isLog = true;
    },

    async statusAfterOutput(status: number): Promise<number> {
      const allDrained = Promise.all([drained(stdout), drained(stderr)]);
      await (isLog ? Promise.race([allDrained, sleep(logDrainMs)]) : allDrained);
      if (isLog) return status;
      if (failure === undefined) return status;
      stderr.write(`valise: the output could not be written: ${failure.message}\n`);
      return status === exitStatus.ok ? exitStatus.failed : status;
    },
  };
}
