import { ValiseError, ValiseMismatch, ValiseProblem, ValiseUnreachable } from '../src/problem.ts';

/** What a script can tell from the exit status. The numbers are a contract, shared with the operator's commands. */
export const exitStatus = {
  ok: 0,
  failed: 1,
  usage: 2,
  config: 3,
  notFound: 4,
  exists: 5,
  check: 7,
  notAllowed: 8,
  unavailable: 9,
  limit: 10,
  partly: 11,
  notFetched: 12,
} as const;

export const exitStatusRows: readonly (readonly [number, string])[] = [
  [exitStatus.ok, 'done'],
  [exitStatus.failed, 'failed for any other reason'],
  [exitStatus.usage, 'wrong usage, or an invalid value'],
  [exitStatus.config, 'no server and key, or none that can be used: run valise login'],
  [exitStatus.notFound, 'not there, or not any more'],
  [exitStatus.exists, 'the same is already running, or an account is in use'],
  [exitStatus.check, 'what arrived is not what was sent, or a check failed'],
  [exitStatus.notAllowed, 'not allowed: a wrong key, or one without the right'],
  [exitStatus.unavailable, 'out of reach or busy: try again'],
  [exitStatus.limit, 'over a limit'],
  [exitStatus.partly, 'done for some receivers only'],
  [exitStatus.notFetched, 'not fetched within --wait'],
];

export const exitStatusHelp = `EXIT STATUS
${exitStatusRows.map(([status, meaning]) => `  ${String(status).padStart(2)}  ${meaning}`).join('\n')}`;

/** The user typed something that cannot be meant. */
export class UsageError extends Error {}

/** An end with a status of its own. */
export class CommandFailure extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const limits = ['mail_quota', 'too_large', 'too_many_requests', 'insufficient_storage'];

/** Undefined for what is a bug. */
export function exitStatusOf(error: unknown): number | undefined {
  if (error instanceof UsageError) return exitStatus.usage;
  if (error instanceof CommandFailure) return error.status;
  if (error instanceof ValiseUnreachable) return exitStatus.unavailable;
  if (error instanceof ValiseMismatch) return exitStatus.check;
  if (error instanceof ValiseProblem) return statusOfProblem(error);
  if (error instanceof ValiseError) return exitStatus.failed;
  // What the file system refuses.
  return error instanceof Error && 'syscall' in error ? exitStatus.failed : undefined;
}

/** What the file system says, without its call and path, which the sentence around it names. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message.replace(/^[A-Z\d_]+: /, '').replace(/, \w+(?: '.*')?$/s, '.');
}

function statusOfProblem({ status, code, retry }: ValiseProblem): number {
  if (limits.includes(code) || status === 413) return exitStatus.limit;
  if (status === 401 || status === 403) return exitStatus.notAllowed;
  if (status === 404) return exitStatus.notFound;
  if (status === 400 || status === 422) return exitStatus.usage;
  return retry === 'never' ? exitStatus.failed : exitStatus.unavailable;
}
