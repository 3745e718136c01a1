import { createHash } from 'node:crypto';
import type { Valise } from '../node/connect.ts';
import { ValiseMismatch, ValiseProblem } from '../src/problem.ts';
import type { SenderContext } from './define.ts';
import { CommandFailure, exitStatus } from './exit-status.ts';
import type { showProgress } from './output.ts';
import { printable, sizeInWords } from './output.ts';
import type { SendJob } from './send-job.ts';
import { openInput } from './standard-input.ts';

/** An upload that is complete. */
export interface Whole {
  id: string;
  sha256: string;
}

export const goingOn = 'Going on where an earlier run stopped.';
const isOther = 'Standard input does not begin as in an earlier run: what that sent is left out.';
const hasChanged =
  'Standard input is not what an earlier run sent of it, and cannot be read twice.';

/**
 * Uploads standard input as it comes, and stores nothing of it. A repeated run is given it again from its start: it
 * compares what an earlier one has sent, and goes on behind that.
 */
export async function uploadInput(
  { stdin, stderr }: Pick<SenderContext, 'stdin' | 'stderr'>,
  valise: Valise,
  job: SendJob,
  file: { input: string },
  progress: ReturnType<typeof showProgress> | undefined,
): Promise<Whole> {
  const { start, read } = await openInput(stdin);
  const earlier = job.input()?.start;
  if (earlier !== undefined) {
    if (earlier.bytes === start.bytes && earlier.sha256 === start.sha256) progress?.step(goingOn);
    else {
      stderr.write(`${isOther}\n`);
      await leaveOut(valise, job, file);
    }
  }
  const { mark } = job.input() ?? {};
  job.noteInput({ start, ...(mark && { mark }) });
  const whole = job.uploadOf(file);
  if (whole !== undefined) {
    if ((await digestOf(read())) === whole.sha256) return whole;
    await leaveOut(valise, job, file);
    throw mismatch(hasChanged);
  }
  try {
    const upload = await valise.upload(
      { name: file.input, content: read() },
      {
        resumeKey: job.resumeKeyOf(file),
        onProgress: ({ sentBytes }) => progress?.update(file.input, sentBytes),
        onMark: (noted) => {
          job.noteInput({ start, mark: noted });
        },
        ...(mark && { lastMark: mark }),
      },
    );
    job.noteUpload(file, upload);
    progress?.step(`${printable(file.input)}: ${sizeInWords(upload.received)} uploaded`);
    return upload;
  } catch (error) {
    if (!(error instanceof ValiseMismatch)) throw error;
    job.beginAnew();
    throw mismatch(mark === undefined ? error.message : hasChanged);
  }
}

function mismatch(message: string): CommandFailure {
  return new CommandFailure(exitStatus.check, `${message} Run it again: it is uploaded anew.`);
}

/** Deletes what was uploaded, unless it was sent, and makes this another send. */
async function leaveOut(valise: Valise, job: SendJob, file: { input: string }): Promise<void> {
  const id = job.uploadOf(file)?.id ?? job.input()?.mark?.upload;
  job.beginAnew();
  if (id === undefined) return;
  try {
    await valise.removeUpload(id);
  } catch (error) {
    if (!(error instanceof ValiseProblem) || error.status !== 404) throw error;
  }
}

async function digestOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of content) hash.update(piece);
  return hash.digest('hex');
}
