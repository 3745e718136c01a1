import { invalid } from './valise-error.ts';

/** Guesses are counted and paused: eight characters that are no single word outlive any drop. */
export const minDropPasswordLength = 8;
/** Of its UTF-8. Nobody tells a longer one to anybody. */
export const maxDropPasswordBytes = 1024;

export type DropPasswordProblem = 'short' | 'long';

/** As it is hashed: it is told, read out and pasted, so that spaces around it are never meant. */
export function keptDropPassword(written: string): string {
  return written.normalize('NFC').trim();
}

/** Why a password is refused for a drop; undefined for one that is fine. */
export function findDropPasswordProblem(written: string): DropPasswordProblem | undefined {
  const password = keptDropPassword(written);
  if (Buffer.byteLength(password) > maxDropPasswordBytes) return 'long';
  return Array.from(password).length < minDropPasswordLength ? 'short' : undefined;
}

/** For programs. */
export const dropPasswordProblems: Readonly<Record<DropPasswordProblem, string>> = {
  short: `must have at least ${minDropPasswordLength} characters.`,
  long: `must have at most ${maxDropPasswordBytes} bytes.`,
};

/** Throws `invalid` for what cannot be the password of a drop. */
export function refuseBadDropPassword(written: string): void {
  const problem = findDropPasswordProblem(written);
  if (problem === undefined) return;
  throw invalid([{ field: 'password', problem: dropPasswordProblems[problem] }]);
}
