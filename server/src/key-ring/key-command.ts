import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { ValiseError } from '../domain/model/valise-error.ts';

/** A KMS answers within a second or two; a person may have to touch a token. */
const timeLimitMs = 30_000;
/** More than any form of a key needs. */
const maxOutputBytes = 1024;
const maxErrorBytes = 2048;

interface Limits {
  timeoutMs?: number;
}

/**
 * What the command prints, which is the root key. There is no shell, and nothing on standard input. A command that
 * takes too long is killed with all processes that it started. Its standard error becomes part of the
 * message when it fails; its output never does.
 */
export async function runKeyCommand(
  [program = '', ...args]: readonly string[],
  { timeoutMs = timeLimitMs }: Limits = {},
): Promise<Buffer> {
  // A process group of its own, so that all of it can be killed.
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: '/',
    detached: true,
  });
  const fail = (reason: string, cause?: unknown) =>
    new ValiseError('key_missing', `keyCommand (${program}) gave no root key: ${reason}`, {
      cause,
    });
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  let stopped: string | undefined;

  function stop(reason: string): void {
    stopped ??= reason;
    if (child.pid !== undefined && child.exitCode === null) kill(child.pid);
    // A process that left the group may hold the pipes open.
    child.stdout.destroy();
    child.stderr.destroy();
  }

  child.stdout.on('data', (chunk: Buffer) => {
    output.push(chunk);
    if (lengthOf(output) > maxOutputBytes) stop('its output is longer than a key.');
  });
  child.stderr.on('data', (chunk: Buffer) => {
    if (lengthOf(errors) < maxErrorBytes) errors.push(chunk);
  });
  const timer = setTimeout(() => {
    stop(`it took longer than ${timeoutMs / 1000} seconds.`);
  }, timeoutMs);
  try {
    const [status, signal] = (await once(child, 'close')) as [number | null, string | null];
    const said = printable(Buffer.concat(errors).subarray(0, maxErrorBytes));
    if (stopped !== undefined) throw fail(`${stopped}${said}`);
    if (status !== 0) throw fail(`it ended with ${signal ?? `status ${status ?? 0}`}.${said}`);
    return Buffer.concat(output);
  } catch (error) {
    if (error instanceof ValiseError || !(error instanceof Error)) throw error;
    throw fail(`it could not be started: ${error.message}.`, error);
  } finally {
    clearTimeout(timer);
  }
}

function kill(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function lengthOf(chunks: readonly Buffer[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.length, 0);
}

/** In one line, without control characters. */
function printable(bytes: Buffer): string {
  const text = bytes
    .toString('utf8')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return text === '' ? '' : ` It said: ${text}`;
}
