import { EventEmitter } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { TestContext } from 'node:test';
import { runCommand } from './run-command.ts';
import type { User } from '../cli-kit/wrong-user.ts';
import { currentUser } from '../cli-kit/wrong-user.ts';

interface Run {
  status: number;
  stdout: string;
  stderr: string;
}

interface World {
  /** The content of standard input. */
  input?: string;
  /** What the person at the terminal answers; left out, there is no terminal. */
  answer?: string;
  env?: Record<string, string>;
  user?: User;
  signals?: EventEmitter;
  /** Gets to see the output while the command runs. */
  stdout?: Captured;
}

/** An output that is no terminal and remembers what was written. */
export class Captured extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString('utf8');
    this.emit('written');
    done();
  }
}

export type CommandLine = Awaited<ReturnType<typeof openCommandLine>>;

/** Runs commands on a data folder of their own, which goes away with the test. */
export async function openCommandLine(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'valise-commands-'));
  t.after(() => rm(folder, { recursive: true, force: true }));

  async function run(args: readonly string[], world: World = {}): Promise<Run> {
    const {
      input = '',
      answer,
      env = {},
      signals = new EventEmitter(),
      user = currentUser(),
    } = world;
    const stdout = world.stdout ?? new Captured();
    const stderr = new Captured();
    const status = await runCommand({
      args,
      env,
      cwd: folder,
      defaultDataDir: join(folder, 'data'),
      stdout: stdout as unknown as NodeJS.WriteStream,
      stderr: stderr as unknown as NodeJS.WriteStream,
      readStandardInput: () => Promise.resolve(input),
      ask: answer === undefined ? undefined : () => Promise.resolve(answer),
      user,
      signals,
      treatOutputAsLog: () => undefined,
    });
    return { status, stdout: stdout.text, stderr: stderr.text };
  }

  return {
    /** Where relative paths begin. */
    folder,
    dataDir: join(folder, 'data'),
    run,

    /** Runs what is typed, split at blanks. */
    type: (line: string, world?: World) => run(line.split(' '), world),

    /** Runs a command that must succeed, and returns the object it prints. */
    async json<Shape>(line: string, world?: World): Promise<Shape> {
      const { status, stdout, stderr } = await run([...line.split(' '), '--json'], world);
      if (status !== 0) throw new Error(`valise ${line} ended with ${status}: ${stderr}`);
      return JSON.parse(stdout) as Shape;
    },
  };
}
