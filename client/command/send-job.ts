import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../node/login.ts';
import { loginFolder, writePrivately } from '../node/login.ts';
import { CommandFailure, exitStatus } from './exit-status.ts';
import type { UploadMark } from '../src/upload.ts';
import type { ChosenFile } from './send-files.ts';
import type { InputStart } from './standard-input.ts';

interface Stored {
  /** The Idempotency-Key of the send. */
  key: string;
  /** The process that works on it. */
  pid: number;
  /** The uploads that are complete, by path, size and time of their files. */
  uploads: Record<string, { id: string; sha256: string }>;
  /** What was sent of standard input, so that the next run finds out whether it is given the same. */
  input?: { start: InputStart; mark?: UploadMark };
}

/** As long as the server knows the Idempotency-Key. */
const keptMs = 7 * 24 * 60 * 60 * 1000;

/**
 * How far a send is, in a file beside the key's: a run that was killed goes on when it is repeated, and what was sent
 * is not sent twice. It contains ids and no file's contents. `asked` is what makes two runs the same send.
 */
export function openSendJob(env: Environment, asked: object) {
  const folder = join(loginFolder(env), 'sends');
  const id = createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 32);
  const path = join(folder, `${id}.json`);
  removeOld(folder);
  const found = read(path);
  if (found !== undefined && found.pid !== process.pid && isAlive(found.pid)) {
    throw new CommandFailure(
      exitStatus.exists,
      `The same send is running already, as process ${found.pid}.`,
    );
  }
  let job: Stored = { ...(found ?? { key: randomUUID(), uploads: {} }), pid: process.pid };
  const store = (): void => {
    writePrivately(path, JSON.stringify(job));
  };
  store();

  return {
    key: () => job.key,
    isContinued: found !== undefined,
    /** A text by which the server recognises the upload of a file that an earlier run began. */
    resumeKeyOf: (file: SentFile): string =>
      createHash('sha256')
        .update(`${job.key} ${nameOf(file)}`)
        .digest('hex')
        .slice(0, 32),
    uploadOf: (file: SentFile) => job.uploads[nameOf(file)],
    noteUpload(file: SentFile, { id, sha256 }: { id: string; sha256: string }): void {
      job.uploads[nameOf(file)] = { id, sha256 };
      store();
    },
    /** What an earlier run has sent of standard input, or this one so far. */
    input: () => job.input,
    noteInput(input: Stored['input'] & object): void {
      job.input = input;
      store();
    },
    /** Makes it another send: what was sent before is not part of it. */
    beginAnew(): void {
      job = { key: randomUUID(), uploads: {}, pid: process.pid };
      store();
    },
    /** Nothing of it is needed any more. */
    end(): void {
      rmSync(path, { force: true });
    },
  };
}

/** A file, or standard input under its name. */
export type SentFile = ChosenFile | { input: string };

export type SendJob = ReturnType<typeof openSendJob>;

function nameOf(file: SentFile): string {
  return 'input' in file ? `- ${file.input}` : `${file.path} ${file.size} ${file.modifiedMs}`;
}

function read(path: string): Stored | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Stored;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function removeOld(folder: string): void {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
  for (const path of names.map((name) => join(folder, name))) {
    if (statSync(path).mtimeMs < Date.now() - keptMs) rmSync(path, { force: true });
  }
}
